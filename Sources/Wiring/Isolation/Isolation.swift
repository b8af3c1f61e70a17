/// The task-local state that `withContainer`, `bind` and the traits of `WiringTesting` bind: shared containers, singletons, and
/// the current context.
package struct Isolation: Sendable {
    /// The innermost isolation of the task, if there is one.
    @TaskLocal private static var current: Isolation?

    private var singleton: Scope.Singleton
    /// The state that its containers resolve with; `nil` if custom singleton scopes are those of the process.
    private var state: IsolationState?
    /// The owner of the current context; `nil` until there is a container.
    private var contextOwner: ContainerManager?
    /// The containers that this binds.
    private var containers: [any Binding] = []
    /// The containers of other types that outer isolations bind.
    private var outer: [any Binding]

    /// Creates an isolation without containers.
    ///
    /// - Parameter isInheriting: Whether it begins with the current singletons and context.
    package init(isInheriting: Bool) {
        let state =
            isInheriting
            ? IsolationState(inheritingFrom: IsolationState.current, context: FactoryContext.current)
            : IsolationState()
        self.state = state
        singleton = state.singleton
        outer = Isolation.current?.allBindings ?? []
    }

    /// Captures the current task's isolation, for work that does not inherit it.
    ///
    /// - Parameter container: Replaces the shared container of its type.
    init<C: TaskLocalContainer>(capturingWith container: C) {
        singleton = Scope.singleton.markedAsUsedDirectly()
        state = IsolationState.current
        // Another container has its own context.
        let isCurrent = (container as? Container).map { $0 === Container.shared } ?? true
        contextOwner = isCurrent ? FactoryContext.owner : container.manager
        outer = []
        containers = Isolation.current?.allBindings.map(\.refreshed) ?? []
        if !isSharing(Container.$shared) { bind(TypedBinding(Container.shared, as: Container.$shared)) }
        if !isSharing(C.taskLocal) || C.taskLocal.get() !== container {
            bind(TypedBinding(container, as: C.taskLocal))
        }
    }

    /// Shares an existing container, with the singletons and the context that it resolves with.
    init<C: TaskLocalContainer>(sharing container: C) {
        let own = container.manager.isolation
        state = own ?? IsolationState.current
        singleton = own?.singleton ?? Scope.singleton.markedAsUsedDirectly()
        contextOwner = own != nil || container is Container ? container.manager : FactoryContext.owner
        outer = Isolation.current?.allBindings ?? []
        bind(TypedBinding(container, as: C.taskLocal))
    }

    /// The shared containers that this or an outer isolation binds. The user may have bound others since.
    private var allBindings: [any Binding] { containers + outer }

    /// This isolation for code that runs within it, where its containers are already bound.
    package var within: Isolation {
        var copy = self
        copy.outer = allBindings
        copy.containers = []
        return copy
    }

    /// Whether this binds the shared container of a type.
    package func isSharing<C: SharedContainer>(_ shared: TaskLocal<C>) -> Bool {
        containers.contains { $0.key == ObjectIdentifier(shared) }
    }

    /// Whether the current task's shared container of a type is the one that this binds, or descends from it.
    func isCurrent<C: SharedContainer>(_ shared: TaskLocal<C>) -> Bool {
        containers.first { $0.key == ObjectIdentifier(shared) }?.isCurrent ?? true
    }

    /// Drops the inherited singletons and context.
    package func reset() { state?.reset() }

    /// Shares a container that was created for this isolation. A later container of the same type replaces it.
    package mutating func share<C: SharedContainer>(_ container: C, as shared: TaskLocal<C>) {
        // First, because the binding retains the lifetime of a container that belongs to an isolation.
        if let state { container.manager.belong(to: state) }
        bind(TypedBinding(container, as: shared))
        // A shared `Container` owns the context.
        if contextOwner == nil || container is Container { contextOwner = container.manager }
    }

    private mutating func bind(_ binding: any Binding) {
        containers.removeAll { $0.key == binding.key }
        outer.removeAll { $0.key == binding.key }
        containers.append(binding)
    }

    /// Shares a copy of the current container of a type.
    package mutating func shareCopy<C: SharedContainer>(_ make: () -> C, as shared: TaskLocal<C>) -> C {
        let (current, copy) = (shared.get(), withSingletons(make))
        share(copy, as: shared)
        copy.manager.inherit(from: current.visible.manager)
        return copy
    }

    /// Runs `make` with the singletons of this isolation, so that registrations in a container's initializer clear no other
    /// singletons.
    package func withSingletons<Output>(_ make: () -> Output) -> Output {
        Scope.$singleton.withValue(singleton) { IsolationState.$current.withValue(state, operation: make) }
    }

    /// A copy that does not bind containers that are current, or whose descendants are.
    var withoutCurrentContainers: Isolation {
        var copy = self
        copy.outer += containers.filter(\.isCurrent)
        copy.containers.removeAll(where: \.isCurrent)
        return copy
    }

    /// Binds the containers, but not the singletons and the context.
    func bindContainers<Output>(_ operation: () -> Output) -> Output {
        var isolation = Isolation.current ?? self
        for container in containers { isolation.bind(container) }
        return bind(containers[...]) { Isolation.$current.withValue(isolation, operation: operation) }
    }

    /// Runs an operation within this isolation.
    package func run<Output, Failure: Error>(_ operation: () throws(Failure) -> Output) throws(Failure) -> Output {
        // Not returned by each closure, which would look up the type of the result each time.
        var result: Result<Output, Failure>?
        bind(containers[...]) {
            Isolation.$current.withValue(self) {
                withSingletons {
                    FactoryContext.OwnerOverride.$current.withValue(contextOverride) {
                        do throws(Failure) { result = .success(try operation()) } catch { result = .failure(error) }
                    }
                }
            }
        }
        // The closure has run.
        return try result!.get()
    }

    /// Runs an asynchronous operation within this isolation, on the caller's actor.
    package func run<Output, Failure: Error>(_ operation: () async throws(Failure) -> Output) async throws(Failure)
        -> Output
    {
        var result: Result<Output, Failure>?
        await bind(containers[...]) {
            await Isolation.$current.withValue(self) {
                await Scope.$singleton.withValue(singleton) {
                    await IsolationState.$current.withValue(state) {
                        await FactoryContext.OwnerOverride.$current.withValue(contextOverride) {
                            do throws(Failure) {
                                result = .success(try await operation())
                            } catch {
                                result = .failure(error)
                            }
                        }
                    }
                }
            }
        }
        return try result!.get()
    }

    /// Created within the containers' bindings, because it captures the shared container.
    private var contextOverride: FactoryContext.OwnerOverride? { contextOwner.map { FactoryContext.OwnerOverride($0) } }

    private func bind<Output>(_ containers: ArraySlice<any Binding>, _ operation: () -> Output) -> Output {
        guard let first = containers.first else { return operation() }
        return first.run { bind(containers.dropFirst(), operation) }
    }

    private func bind<Output>(_ containers: ArraySlice<any Binding>, _ operation: () async -> Output) async -> Output {
        guard let first = containers.first else { return await operation() }
        return await first.run { await bind(containers.dropFirst(), operation) }
    }
}

extension Isolation {
    /// Binds a container as the shared one of its type.
    protocol Binding: Sendable {
        /// Identifies the container's type.
        var key: ObjectIdentifier { get }
        /// A binding of the container that is the shared one now.
        var refreshed: any Binding { get }
        /// Whether the container that is the shared one now is this one or descends from it.
        var isCurrent: Bool { get }

        func run<Result>(_ operation: () -> Result) -> Result
        func run<Result>(_ operation: () async -> Result) async -> Result
    }

    /// Binds a container of a known type.
    struct TypedBinding<C: SharedContainer>: Binding {
        private let container: C
        private let shared: TaskLocal<C>
        /// Retained, so that what the container's `autoRegister()` set stays.
        private let lifetime: ContainerManager.Lifetime?

        init(_ container: C, as shared: TaskLocal<C>) {
            // A singleton that is being built must not capture a copy.
            self.container = container.visible
            self.shared = shared
            lifetime = self.container.manager.lifetime
        }

        var key: ObjectIdentifier { ObjectIdentifier(shared) }

        var refreshed: any Binding {
            let current = shared.get().visible
            return current === container ? self : TypedBinding(current, as: shared)
        }

        var isCurrent: Bool { shared.get().manager.isOrDescends(from: container.manager) }

        func run<Result>(_ operation: () -> Result) -> Result { shared.withValue(container, operation: operation) }

        func run<Result>(_ operation: () async -> Result) async -> Result {
            await shared.withValue(container) { await operation() }
        }
    }
}
