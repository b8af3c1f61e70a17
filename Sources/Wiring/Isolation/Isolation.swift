/// The task-local state that `withContainer`, `bind` and the traits of `WiringTesting` bind: shared containers, singletons, and
/// the current context.
package struct Isolation: Sendable {
    /// The shared containers that isolations bind in the task. The user may have bound others since.
    @TaskLocal static var bound: [any Binding] = []

    private(set) var singleton: Scope.Singleton
    /// The state that its containers resolve with; `nil` if custom singleton scopes are those of the process.
    private(set) var state: IsolationState?
    /// Whether the singletons and the state, which were made for this, began with those of the task; `nil` if they were not made for this, so
    /// that the task has them.
    private var isInheriting: Bool?
    /// The owner of the current context; `nil` until there is a container.
    private var contextOwner: ContainerManager?
    /// The containers that this binds.
    private(set) var containers: [any Binding] = []

    /// Creates an isolation without containers.
    ///
    /// - Parameter isInheriting: Whether it begins with the current singletons and context.
    package init(isInheriting: Bool) {
        let state =
            isInheriting
            ? IsolationState(inheritingFrom: IsolationState.current, context: FactoryContext.changed)
            : IsolationState()
        self.state = state
        self.isInheriting = isInheriting
        singleton = state.singleton
    }

    /// Captures the current task's isolation, for work that does not inherit it.
    ///
    /// - Parameter container: Replaces the shared container of its type.
    package init<C: TaskLocalContainer>(capturingWith container: C) {
        singleton = Scope.singleton.markedAsUsedDirectly()
        state = IsolationState.current
        // Another container has its own context.
        let isCurrent = (container as? Container).map { $0 === Container.shared } ?? true
        contextOwner = isCurrent ? FactoryContext.owner : container.manager
        containers = Isolation.bound.map(\.ofCurrent)
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
        bind(TypedBinding(container, as: C.taskLocal))
    }

    /// The list for ``bound`` while this runs: the containers that this binds, and those of other types that are bound for the caller. Who
    /// calls a bound closure need not be who bound it.
    var allBindings: [any Binding] {
        let others = containers.reduce(Isolation.bound) { $0.without($1) }
        return others.isEmpty ? containers : containers + others
    }

    /// This isolation for code that runs within it, where its containers are already bound. The user may have bound another container,
    /// which owns the context, since.
    package var within: Isolation {
        var copy = self
        (copy.containers, copy.isInheriting, copy.contextOwner) = ([], nil, FactoryContext.owner)
        return copy
    }

    /// Whether this binds a container.
    package var bindsContainers: Bool { !containers.isEmpty }

    /// Whether this binds the shared container of a type.
    package func isSharing<C: SharedContainer>(_ shared: TaskLocal<C>) -> Bool {
        containers.contains { $0.key == ObjectIdentifier(shared) }
    }

    /// Drops the inherited singletons and context.
    package func reset() { state?.reset() }

    /// Shares a container that was created for this isolation. A later container of the same type replaces it.
    package mutating func share<C: SharedContainer>(_ container: C, as shared: TaskLocal<C>) {
        // First, because the binding retains the lifetime of a container that belongs to an isolation.
        if let state { container.manager.belong(to: state) }
        add(container, as: shared)
    }

    private mutating func add<C: SharedContainer>(_ container: C, as shared: TaskLocal<C>) {
        bind(TypedBinding(container, as: shared))
        // A shared `Container` owns the context.
        if contextOwner == nil || container is Container { contextOwner = container.manager }
    }

    private mutating func bind(_ binding: any Binding) {
        containers = containers.isEmpty ? [binding] : containers.without(binding) + [binding]
    }

    /// Shares a copy of the current container of a type.
    @_specialize(where C == Container)
    package mutating func shareCopy<C: TaskLocalContainer>(of type: C.Type) -> C {
        // The initializer of `Container` sets nothing.
        shareCopy(type == Container.self ? C() : make(C.init), as: C.taskLocal)
    }

    /// Makes a new container a copy of the current one of its type, and shares it.
    package mutating func shareCopy<C: SharedContainer>(_ new: C, as shared: TaskLocal<C>) -> C {
        let manager = new.manager
        if let state { manager.belong(to: state) }
        // First, because the binding asks whether the copy has an `autoRegister()`, which the original may know.
        manager.inherit(from: shared.get().visible.manager)
        add(new, as: shared)
        return new
    }

    /// Makes a container. What its initializer registers clears no inherited singletons, and what it builds stays. In a task that runs within
    /// this already, it affects no singletons.
    package func make<C: ManagedContainer>(_ make: () -> C) -> C {
        guard let isInheriting else { return Isolation(isInheriting: true).withSingletons(make) }
        let container = withSingletons(make)
        if isInheriting, !container.manager.slots.isNew { state?.restore() }
        return container
    }

    /// Runs `make` with the singletons of this isolation, so that registrations in a container's initializer clear no other
    /// singletons.
    package func withSingletons<Output>(_ make: () throws -> Output) rethrows -> Output {
        guard bindsSingletons else { return try make() }
        return try Scope.$singleton.withValue(singleton) {
            try IsolationState.$current.withValue(state, operation: make)
        }
    }

    /// Whether the singletons are not those of the task already. A child's operation has those of its parent.
    var bindsSingletons: Bool {
        isInheriting != nil || Scope.singleton !== singleton || IsolationState.current !== state
    }

    /// The owner of the context, if the current containers alone do not lead to it. Created within the containers' bindings, because
    /// it captures the shared container.
    var contextOverride: FactoryContext.OwnerOverride? {
        guard let contextOwner, !(bindsOnly(contextOwner) && FactoryContext.OwnerOverride.current == nil),
            contextOwner !== FactoryContext.owner
        else { return nil }
        return FactoryContext.OwnerOverride(contextOwner)
    }

    /// Whether this binds the container of a manager and, apart from singletons, nothing else.
    package func bindsOnly(_ manager: ContainerManager) -> Bool {
        contextOwner === manager && containers.count == 1
            && containers.allSatisfy { $0.manager === manager && $0.isFoundUnlisted }
    }

    /// Whether the task has the singletons, and otherwise only what the containers determine.
    package var isCurrentApartFromContainers: Bool { Isolation.bound.isEmpty && !bindsSingletons }

    /// A copy that does not bind containers that are current, or whose descendants are.
    var withoutCurrentContainers: Isolation {
        var copy = self
        copy.containers.removeAll { $0.currentManager.isOrDescends(from: $0.manager) }
        return copy
    }

    /// Binds the containers, but not the singletons and the context.
    func bindContainers<Output>(_ operation: () -> Output) -> Output {
        bind(containers[...]) { Isolation.$bound.withValue(allBindings, operation: operation) }
    }

    /// Whether others must find the containers in ``bound``. Whoever captures an isolation takes the shared `Container` in any case.
    var isListed: Bool { !Isolation.bound.isEmpty || !containers.allSatisfy(\.isFoundUnlisted) }

    /// Memory for what an operation returns. It is not returned by each closure within which the operation runs, which would have to copy
    /// it. An optional variable takes longer, and so does `withUnsafeTemporaryAllocation`, which makes a type.
    static func memory<Output: ~Copyable>(for type: Output.Type) -> UnsafeMutablePointer<Output> {
        // A value without a size, such as `Void`, takes any aligned address.
        if MemoryLayout<Output>.size == 0 { return .init(bitPattern: MemoryLayout<Output>.alignment)! }
        return .allocate(capacity: 1)
    }

    /// Frees the memory of a result, which has been moved out.
    static func free<Output: ~Copyable>(_ memory: UnsafeMutablePointer<Output>) {
        if MemoryLayout<Output>.size > 0 { memory.deallocate() }
    }

    /// Runs an operation within this isolation.
    package func run<Output: ~Copyable, Failure: Error>(
        _ operation: () throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let output = Isolation.memory(for: Output.self)
        defer { Isolation.free(output) }
        do {
            // SAFETY: The operation returns once, and this initializes the memory. Or it throws, and nobody takes the value.
            try withBindings { output.initialize(to: try operation()) }
        } catch {
            // SAFETY: The operation throws nothing else.
            throw error as! Failure
        }
        return output.move()
    }

    /// Runs an operation with an existing container as the shared one of its type, and with the singletons and the context that the
    /// container resolves with.
    static func run<C: TaskLocalContainer, Output: ~Copyable, Failure: Error>(
        sharing container: C,
        _ operation: () throws(Failure) -> Output
    ) throws(Failure) -> Output {
        guard determinesAll(container) else { return try Isolation(sharing: container).run(operation) }
        let output = memory(for: Output.self)
        defer { free(output) }
        do {
            // SAFETY: As in the other `run`.
            try C.taskLocal.withValue(container) { output.initialize(to: try operation()) }
        } catch {
            // SAFETY: The operation throws nothing else.
            throw error as! Failure
        }
        return output.move()
    }

    /// Whether a container that becomes the shared one of its type determines all that an isolation which shares it would bind.
    @_specialize(where C == Container)
    static func determinesAll<C: TaskLocalContainer>(_ container: C) -> Bool {
        let manager = container.manager
        // Without a list, no other container owns the context, and a task that this begins keeps no other container.
        return C.self == Container.self && bound.isEmpty && !manager.isHidden && !manager.mayRegisterAutomatically
            && manager.isolation?.isCurrent ?? true
    }

    private func withBindings(_ operation: () throws -> Void) throws {
        try bind(containers[...]) {
            try withSingletons {
                let override = contextOverride
                // Without a list, there is no override.
                guard isListed || override != nil else { return try operation() }
                try Isolation.$bound.withValue(allBindings) {
                    guard let override else { return try operation() }
                    try FactoryContext.OwnerOverride.$current.withValue(override, operation: operation)
                }
            }
        }
    }

    private func bind<Output>(
        _ containers: ArraySlice<any Binding>,
        _ operation: () throws -> Output
    ) rethrows -> Output {
        guard let first = containers.first else { return try operation() }
        return try first.run { try bind(containers.dropFirst(), operation) }
    }
}

extension Isolation {
    /// Binds a container as the shared one of its type. An object, because task-local values and isolations copy it.
    protocol Binding: AnyObject, Sendable {
        /// Identifies the container's type.
        var key: ObjectIdentifier { get }
        /// The container's manager.
        var manager: ContainerManager { get }
        /// That of the container that is the shared one now.
        var currentManager: ContainerManager { get }
        /// A binding of that container.
        var ofCurrent: any Binding { get }
        /// Whether it need not be in the list of what isolations bind.
        var isFoundUnlisted: Bool { get }

        func run<Result>(_ operation: () throws -> Result) rethrows -> Result
        func run(_ operation: () async throws -> Void) async throws
    }

    /// Binds a container of a known type.
    final class TypedBinding<C: SharedContainer>: Binding {
        private let container: C
        private let shared: TaskLocal<C>
        /// Retained, so that what the container's `autoRegister()` set stays.
        private let lifetime: ContainerManager.Lifetime?

        init(_ container: C, as shared: TaskLocal<C>) {
            // A singleton that is being built must not capture a copy.
            self.container = container.visible
            self.shared = shared
            lifetime = self.container.manager.lifetime(of: self.container)
        }

        var key: ObjectIdentifier { ObjectIdentifier(shared) }

        var manager: ContainerManager { container.manager }

        var currentManager: ContainerManager { shared.get().manager }

        var ofCurrent: any Binding { TypedBinding(shared.get(), as: shared) }

        var isFoundUnlisted: Bool { lifetime == nil && key == ObjectIdentifier(Container.$shared) }

        @_specialize(where C == Container, Result == Void)
        func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
            try shared.withValue(container, operation: operation)
        }

        func run(_ operation: () async throws -> Void) async throws { try await shared.binding(container, operation) }
    }
}

extension [any Isolation.Binding] {
    /// Those of other container types.
    fileprivate func without(_ other: any Isolation.Binding) -> Self {
        contains { $0.key == other.key } ? filter { $0.key != other.key } : self
    }
}

/// A reusable set of changes to containers.
///
/// ```swift
/// extension Overrides {
///     static let offline = Overrides { $0.api.override { MockAPI() } }
///     static let mailless = Overrides { $0.letter.override { Letter(to: "nobody, not \($0)") } }
///     static let demo: Overrides = [.offline, .mailless]
/// }
///
/// let api = withContainer(.offline) { Container.shared.api() }
/// ```
/// In a test it is a trait: `@Test(.container, .override(.offline))`. The changes of ``AsyncOverrides`` may
/// suspend and throw.
public struct Overrides: Sendable, ExpressibleByArrayLiteral {
    /// A change of the shared container of a type. A tuple in an array would allocate a second closure.
    package struct Change: Sendable {
        package let container: any TaskLocalContainer.Type
        package let apply: @Sendable () -> Void
    }

    package let changes: [Change]

    /// Creates a set of changes of the shared ``Container``. To use code of the main actor, create ``AsyncOverrides`` instead.
    ///
    /// - Parameter change: Runs each time the set is applied, on the thread that applies it, with the new shared container.
    public init(_ change: @escaping @Sendable (Container) -> Void) { self.init(Container.self, change) }

    /// Creates a set of changes of the shared container of a type. See `init(_:)` for when the closure runs.
    public init<C: TaskLocalContainer>(_ type: C.Type, _ change: @escaping @Sendable (C) -> Void) {
        changes = [Change(container: type, apply: { change(C.shared) })]
    }

    /// Combines sets in order. The last override of a declaration wins.
    @_documentation(visibility: internal)
    public init(arrayLiteral sets: Overrides...) { self.init(combining: sets) }

    package init(combining sets: [Overrides]) { changes = sets.flatMap(\.changes) }
}

/// A reusable set of changes to containers. The changes may suspend and throw.
///
/// ```swift
/// extension AsyncOverrides {
///     static let recordedSky = AsyncOverrides { container in
///         let recorded = try await RecordedWeather.load("sky")
///         container.weather.override { recorded }
///     }
/// }
///
/// let recorded = try await withContainer(.recordedSky) { Container.shared.weather().sky() }
/// ```
/// In a test it is a trait: `@Test(.container, .override(.recordedSky))`.
///
/// This type is separate from ``Overrides`` because a synchronous operation cannot wait for changes that suspend.
public struct AsyncOverrides: Sendable, ExpressibleByArrayLiteral {
    /// A change of the shared container of a type. A structure, as that of ``Overrides``, so that the compiler merges their code.
    package struct Change: Sendable {
        package let container: any TaskLocalContainer.Type
        package let apply: @Sendable () async throws -> Void
    }

    package let changes: [Change]

    /// Creates a set of changes of the shared ``Container``.
    ///
    /// - Parameter change: Runs each time the set is applied, with the new shared container, and with the isolation of the call of
    ///   `withContainer` unless it names another. In a trait, it runs on no actor. If it throws, the changes after it and the
    ///   operation do not run.
    public init(_ change: @escaping @Sendable (Container) async throws -> Void) { self.init(Container.self, change) }

    /// Creates a set of changes of the shared container of a type. See `init(_:)` for when the closure runs.
    public init<C: TaskLocalContainer>(_ type: C.Type, _ change: @escaping @Sendable (C) async throws -> Void) {
        changes = [Change(container: type, apply: { try await change(C.shared) })]
    }

    /// Creates a set with the changes of a synchronous one, to combine it with others.
    public init(_ overrides: Overrides) {
        changes = overrides.changes.map { Change(container: $0.container, apply: $0.apply) }
    }

    /// Combines sets in order. The last override of a declaration wins.
    @_documentation(visibility: internal)
    public init(arrayLiteral sets: AsyncOverrides...) { self.init(combining: sets) }

    package init(combining sets: [AsyncOverrides]) { changes = sets.flatMap(\.changes) }
}
