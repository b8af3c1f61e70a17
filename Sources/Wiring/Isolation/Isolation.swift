/// What a task has of its own: shared containers, singletons, and the current context.
///
/// `withContainer`, `bind` and the traits of `WiringTesting` are made of it. It is all there is that follows a task.
package struct Isolation: Sendable {
    /// The innermost isolation of the task, if there is one.
    @TaskLocal private static var current: Isolation?

    private var singleton: Scope.Singleton
    /// What its containers resolve with; `nil` where singleton scopes of a program's own are those of the process.
    private var state: IsolationState?
    /// Who keeps the current context; `nil` until there is a container.
    private var contextOwner: ContainerManager?
    /// What this binds.
    private var containers: [any Isolation.Binding] = []
    /// What outer isolations bind, for other types.
    private var outer: [any Isolation.Binding]

    /// Begins an isolation that has no container yet.
    ///
    /// - Parameter isInheriting: Whether it begins with the current singletons, or with none.
    package init(isInheriting: Bool) {
        let state =
            isInheriting
            ? IsolationState(inheritingFrom: IsolationState.current, context: FactoryContext.current)
            : IsolationState()
        self.state = state
        singleton = state.singleton
        outer = Isolation.current?.known ?? []
    }

    /// What the current task has, for work that does not inherit it.
    ///
    /// - Parameter container: The shared container of its type, in place of the current one.
    init<C: TaskLocalContainer>(capturingWith container: C) {
        singleton = Scope.singleton.asTaskLocal()
        state = IsolationState.current
        // Another container has its own context.
        let isCurrent = (container as? Container).map { $0 === Container.shared } ?? true
        contextOwner = isCurrent ? FactoryContext.owner : container.manager
        outer = []
        containers = Isolation.current?.known.map(\.refreshed) ?? []
        if !isSharing(Container.$shared) { bind(Isolation.TypedBinding(Container.shared, as: Container.$shared)) }
        if !isSharing(C.taskLocal) || C.taskLocal.get() !== container {
            bind(Isolation.TypedBinding(container, as: C.taskLocal))
        }
    }

    /// Every shared container that this or an outer isolation binds. Another may have been bound by hand since.
    private var known: [any Isolation.Binding] { containers + outer }

    /// The same for what runs within it, which finds its containers bound.
    package var within: Isolation {
        var copy = self
        copy.outer = known
        copy.containers = []
        return copy
    }

    /// Whether this is to bind the shared container of a type.
    package func isSharing<C: SharedContainer>(_ shared: TaskLocal<C>) -> Bool {
        containers.contains { $0.key == ObjectIdentifier(shared) }
    }

    /// Drops the singletons and the context that it has inherited.
    package func reset() { state?.reset() }

    /// Makes a container, which was made for this, the shared one of its type. Of two of one type the later one counts.
    package mutating func share<C: SharedContainer>(_ container: C, as shared: TaskLocal<C>) {
        bind(
            Isolation.TypedBinding(container, as: shared, lifetime: Isolation.ContainerLifetime(of: container.manager))
        )
        if let state { container.manager.belong(to: state) }
        // The context of a task that has a `Container` is asked for there.
        if contextOwner == nil || container is Container { contextOwner = container.manager }
    }

    private mutating func bind(_ binding: any Isolation.Binding) {
        containers.removeAll { $0.key == binding.key }
        outer.removeAll { $0.key == binding.key }
        containers.append(binding)
    }

    /// Makes a child of a current container the shared one of its type.
    package mutating func shareChild<C: SharedContainer>(_ make: () -> C, as shared: TaskLocal<C>) -> C {
        let (current, child) = (shared.get(), withSingletons(make))
        share(child, as: shared)
        child.manager.inherit(from: current.manager)
        return child
    }

    /// Makes something with the singletons of this, so that what is registered in a container while it is made clears
    /// none that are of others.
    package func withSingletons<R>(_ make: () -> R) -> R {
        Scope.$singleton.withValue(singleton) { IsolationState.$current.withValue(state, operation: make) }
    }

    /// Runs an operation within this.
    package func run<R, E: Error>(_ operation: () throws(E) -> R) throws(E) -> R {
        try bind(containers[...]) {
            Isolation.$current.withValue(self) {
                withSingletons {
                    FactoryContext.OwnerOverride.$current.withValue(contextOverride) {
                        do throws(E) {
                            return Result<R, E>.success(try operation())
                        } catch {
                            return .failure(error)
                        }
                    }
                }
            }
        }.get()
    }

    /// Runs an operation within this, isolated as the caller.
    package func run<R, E: Error>(_ operation: () async throws(E) -> R) async throws(E) -> R {
        try await bind(containers[...]) {
            await Isolation.$current.withValue(self) {
                await Scope.$singleton.withValue(singleton) {
                    await IsolationState.$current.withValue(state) {
                        await FactoryContext.OwnerOverride.$current.withValue(contextOverride) {
                            do throws(E) {
                                return Result<R, E>.success(try await operation())
                            } catch {
                                return .failure(error)
                            }
                        }
                    }
                }
            }
        }.get()
    }

    /// To be asked within the containers' bindings.
    private var contextOverride: FactoryContext.OwnerOverride? { contextOwner.map { FactoryContext.OwnerOverride($0) } }

    private func bind<R>(_ containers: ArraySlice<any Isolation.Binding>, _ operation: () -> R) -> R {
        guard let first = containers.first else { return operation() }
        return first.run { bind(containers.dropFirst(), operation) }
    }

    private func bind<R>(_ containers: ArraySlice<any Isolation.Binding>, _ operation: () async -> R) async -> R {
        guard let first = containers.first else { return await operation() }
        return await first.run { await bind(containers.dropFirst(), operation) }
    }
}
