import Testing

/// A trait of this library.
protocol SpecifyingTrait: Sendable {
    /// Identifies the trait among those of a test.
    var identity: TraitIdentity { get }

    /// Adds what the trait says about a case of a test.
    var specify: @Sendable (inout TraitSpecification, Test) -> Void { get }
}

extension SpecifyingTrait {
    /// What the trait says about a case of a test.
    func specification(for test: Test) -> TraitSpecification {
        var specification = TraitSpecification(identity)
        specify(&specification, test)
        return specification
    }
}

/// Identifies a trait: copies of a trait that differ have different identities.
final class TraitIdentity: Sendable {}

/// What one trait says about a test case: its containers, its strictness, its allowances, and its changes.
struct TraitSpecification: Sendable {
    let identity: TraitIdentity
    var containers: [any ContainerRequest] = []
    var options: ContainerTraitOptions = []
    /// Returns the dependencies that the test need not replace.
    var allowed: @Sendable () async -> [Declaration] = { [] }
    var changes: [Change] = []
    /// Returns the container of a dependency that only code on an actor can name, until it has been looked up.
    var owner: (@Sendable () async -> any ManagedContainer)?

    init(_ identity: TraitIdentity = TraitIdentity()) { self.identity = identity }

    func changes(in phase: Change.Phase) -> [Change] { changes.filter { $0.phase == phase } }

    /// Adds what a trait says that joins this one.
    mutating func add(_ other: TraitSpecification) {
        containers += other.containers
        changes += other.changes
    }

    /// A change to the test's containers.
    struct Change: Sendable {
        /// When a change is applied: those of all traits before those of the next phase.
        enum Phase {
            /// It runs no code of the user.
            case replacement
            /// A value is evaluated, or the closure of a set runs.
            case set
            /// The closure of `.container` runs, when it is the turn of its trait.
            case closure
        }

        let phase: Phase
        /// The task-locals of the containers that it changes.
        let containers: Set<ObjectIdentifier>
        /// The line of the `func` or type that has the trait.
        let location: SourceLocation
        /// Whether a strict test must use what it replaces. A set that many tests share need not be used.
        var isRequired = true
        let apply: @Sendable () async throws -> Void
    }
}

extension TraitSpecification {
    /// Requests a container of a type, from a trait that names the type.
    mutating func isolate<C: SharedContainer>(
        _ shared: TaskLocal<C>,
        _ options: ContainerTraitOptions,
        _ make: @escaping @Sendable () -> C
    ) {
        self.options.formUnion(options)
        containers.append(
            TypedContainerRequest(
                shared: shared,
                isExplicit: true,
                isInheriting: options.contains(.inheriting),
                make: make
            )
        )
    }

    /// Requests a container of a type, from a trait that changes it. A trait that names the type says what it begins with.
    mutating func isolateForChange<C: TaskLocalContainer>(of type: C.Type) {
        containers.append(
            TypedContainerRequest(shared: C.taskLocal, isExplicit: false, isInheriting: false, make: { C() })
        )
    }

    /// Looks up the container of a dependency that only code on an actor can name.
    mutating func isolateOwner() async { if let owner = await owner.take()?() { isolateShared(owner) } }

    /// Requests a container in place of one that a property of the changed one returns, if that is the shared one of its type.
    mutating func isolateShared(_ container: any ManagedContainer) {
        func isolate<C: TaskLocalContainer>(_ container: C) {
            if container === C.shared { isolateForChange(of: C.self) }
        }
        if let container = container as? any TaskLocalContainer { isolate(container) }
    }

    /// Adds a change of a container of a type, and requests the container.
    mutating func addChange<C: TaskLocalContainer>(
        of type: C.Type,
        in phase: Change.Phase,
        at location: SourceLocation,
        isRequired: Bool = true,
        _ apply: @escaping @Sendable () async throws -> Void
    ) {
        isolateForChange(of: type)
        changes.append(
            Change(
                phase: phase,
                containers: [ObjectIdentifier(C.taskLocal)],
                location: location,
                isRequired: isRequired,
                apply: apply
            )
        )
    }
}

/// A request for a container of the test's own.
protocol ContainerRequest: Sendable {
    /// Identifies the container's type.
    var key: ObjectIdentifier { get }
    /// Whether a container trait makes the request, and not an override.
    var isExplicit: Bool { get }
    /// Whether the container begins with the state of the current one.
    var isInheriting: Bool { get }
    /// The shared container of the type.
    var current: any SharedContainer { get }

    /// Shares a new container.
    ///
    /// - Parameters:
    ///   - requests: All requests for the type. A container that one of them has created with registrations or settings comes
    ///     before others; the last such container is shared.
    ///   - isInheriting: Whether it begins with the state of the current one.
    func share(
        in isolation: inout Isolation,
        for requests: [any ContainerRequest],
        isInheriting: Bool,
        observedBy report: TestReport
    ) -> any SharedContainer
}

private struct TypedContainerRequest<C: SharedContainer>: ContainerRequest {
    let shared: TaskLocal<C>
    let isExplicit: Bool
    let isInheriting: Bool
    let make: @Sendable () -> C

    var key: ObjectIdentifier { ObjectIdentifier(shared) }
    var current: any SharedContainer { shared.get() }

    func share(
        in isolation: inout Isolation,
        for requests: [any ContainerRequest],
        isInheriting: Bool,
        observedBy report: TestReport
    ) -> any SharedContainer {
        func make() -> C {
            let made = requests.compactMap { ($0 as? Self)?.make() }
            return made.last { !$0.manager.isUntouched } ?? made[0]
        }
        var container = isolation.make(make)
        if isInheriting {
            container = isolation.shareCopy(container, as: shared)
        } else {
            isolation.share(container, as: shared)
        }
        report.observe(container, inPlaceOf: shared, isCopy: isInheriting)
        return container
    }
}
