/// A declaration in a container that is not retained.
struct UnretainedFactory<F> {
    /// `nil` if the container is gone.
    private let find: () -> F?
    private let step: PathStep

    init<C: ManagedContainer>(_ dependency: KeyPath<C, F>, in container: C) where F: FactoryModifying {
        self.init(dependency, container[keyPath: dependency].declaration, in: container)
    }

    init<C: ManagedContainer>(_ dependency: KeyPath<C, F>, in container: C) where F: EffectfulFactory {
        self.init(dependency, container[keyPath: dependency].declaration, in: container)
    }

    private init<C: ManagedContainer>(_ dependency: KeyPath<C, F>, _ declaration: Declaration, in container: C) {
        find = { [weak container] in container?[keyPath: dependency] }
        step = PathStep(declaration: declaration, container: "\(type(of: container))")
    }

    /// The factory, which retains the container. Stops the program if the container is gone.
    func factory(at call: CallSite) -> F {
        guard let factory = find() else { Failure.releasedContainer(ResolutionStack.path + [step], at: call) }
        return factory
    }
}
