/// A declaration in a container that is not retained.
struct UnretainedFactory<F: FactoryModifying> {
    /// `nil` if the container is gone.
    private let find: () -> F?
    private let step: PathStep

    init<C: ManagedContainer>(_ declaration: KeyPath<C, F>, in container: C) {
        find = { [weak container] in container?[keyPath: declaration] }
        step = PathStep(declaration: container[keyPath: declaration].declaration, container: "\(type(of: container))")
    }

    /// The factory, which retains the container. Stops the program if the container is gone.
    func factory(at call: CallSite) -> F {
        guard let factory = find() else { Failure.releasedContainer(ResolutionStack.path + [step], at: call) }
        return factory
    }
}
