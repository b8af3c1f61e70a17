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

// Not proved: a key path may go through a property that is isolated to an actor, or capture a subscript's argument. Whoever
// sends a wrapper answers for that, as for a factory value.
extension SharedFactory: @unchecked Sendable where T: Sendable {}
