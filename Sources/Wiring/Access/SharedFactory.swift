/// Finds a factory in the container that is the shared one at that moment.
struct SharedFactory<T> {
    private let find: () -> Factory<T>

    init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        find = { C.shared[keyPath: keyPath] }
    }

    var current: Factory<T> { find() }

    /// Resolves, after clearing what `options` names.
    func resolve(reset options: FactoryResetOptions) -> T {
        let factory = current
        factory.reset(options)
        return factory()
    }
}

// Holds because it keeps nothing but a key path of literal components, which never changes and, in a declaration of a
// dependency, has no arguments to capture.
extension SharedFactory: @unchecked Sendable {}
