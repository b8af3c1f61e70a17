/// Finds a factory in the current shared container.
@usableFromInline
enum SharedFactory<T> {
    /// In the shared ``Container``.
    case container(KeyPath<Container, Factory<T>>)
    /// In the shared container of another type.
    case other(() -> Factory<T>)

    @export(implementation)
    init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { self = .other { C.shared[keyPath: keyPath] } }

    @export(implementation)
    @inline(__always)
    var current: Factory<T> {
        switch self {
        case .container(let keyPath): Container.shared[keyPath: keyPath]
        case .other(let find): find()
        }
    }

    /// Resolves, after clearing what `options` names.
    func resolve(reset options: FactoryResetOptions, at call: CallSite) -> T {
        let factory = current
        factory.reset(options)
        return factory.resolveFromKeyPath(at: call)
    }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. The caller that sends a wrapper must ensure this, as for a factory value.
extension SharedFactory: @unchecked Sendable where T: Sendable {}
