import Testing

/// The containers that a test, or a `withTestContainer`, has for its own.
///
/// What the traits of a test and of its suites say is collected before the first of them runs code of the user. The test then
/// has its containers, its options, its allowances, and the replacements of all traits. The closures of `.container` run in
/// order, each when it is the turn of its trait.
struct TestIsolation: Sendable {
    @TaskLocal private static var current: TestIsolation?

    /// The test's shared container of a type.
    private struct IsolatedContainer: Sendable {
        let container: any SharedContainer
        /// Whether a container trait requested it, and not only an override.
        let isExplicit: Bool
    }

    /// What to do when it is the turn of a trait.
    private struct Turn {
        /// The traits whose allowances count from now on.
        var allowing: [TraitSpecification] = []
        /// The changes to apply, in order, and the places of their traits.
        var changes: [(change: TraitSpecification.Change, place: Int)] = []
    }

    /// Reports to the test.
    let report: TestReport
    /// `nil` until a container is isolated. A turn that isolates none binds nothing, because the user may have bound other singletons or
    /// another container since.
    private var isolation: Isolation?
    private var containers: [ObjectIdentifier: IsolatedContainer] = [:]
    /// What the traits say, in order. A trait that another trait runs joins the one before it.
    private var specifications: [TraitSpecification] = []
    /// The number of traits whose turn has come.
    private var turns = 0
    private let changes = AppliedChanges()

    private init(_ subject: TestReport.Subject) { report = TestReport(subject, within: TestIsolation.currentReport) }

    /// The report of the test, or of the test case, that the current task belongs to.
    static var currentReport: TestReport? { current?.report }

    // MARK: - Traits

    /// Runs a test case with what a trait says.
    ///
    /// - Parameter operation: Runs the test or its inner traits.
    static func run(
        _ trait: some SpecifyingTrait,
        for test: Test,
        testCase: Test.Case?,
        _ operation: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let outer = current.flatMap { $0.report.subject.test == test.id ? $0 : nil }
        var isolation = outer ?? TestIsolation(TestReport.Subject(test))
        isolation.isolation = isolation.isolation?.within
        if outer == nil {
            isolation.specifications = test.traits.compactMap { ($0 as? any SpecifyingTrait)?.specification(for: test) }
            // Called only where there is an owner: otherwise each test would pay for the asynchronous calls.
            for index in isolation.specifications.indices where isolation.specifications[index].owner != nil {
                await isolation.specifications[index].isolateOwner()
            }
        }
        let known = isolation.specifications[isolation.turns...].firstIndex { $0.identity === trait.identity }
        var specification = known.map { isolation.specifications[$0] } ?? trait.specification(for: test)
        if specification.owner != nil { await specification.isolateOwner() }
        let turn = isolation.takeTurn(specification, at: known)
        if outer != nil { return try await isolation.run(turn, operation) }
        try await isolation.report.run(test, testCase) { [isolation] in try await isolation.run(turn, operation) }
    }

    /// Takes the turn of a trait.
    ///
    /// The first turn prepares what all traits say. A later one prepares what a trait says that the test does not name, and what
    /// concerns containers that must be made again.
    private mutating func takeTurn(_ specification: TraitSpecification, at known: Int?) -> Turn {
        let isFirst = turns == 0
        let place = known ?? max(turns - 1, 0)
        if isFirst, known == nil { specifications.insert(specification, at: 0) }

        let all = Array(specifications.enumerated())
        let added = isFirst ? all : known == nil ? [(place, specification)] : []
        let (missing, rebound) = missingContainers(for: isFirst ? specifications : [specification])
        var turn = Turn(allowing: added.map(\.1))
        for phase in [TraitSpecification.Change.Phase.replacement, .set] {
            for (index, other) in isFirst ? [] : all {
                let again = index < place ? missing : missing.union(rebound)
                let changes = other.changes(in: phase).filter { !$0.containers.isDisjoint(with: again) }
                turn.changes += changes.map { ($0, index) }
            }
            for (index, other) in added { turn.changes += other.changes(in: phase).map { ($0, index) } }
        }
        turn.changes += specification.changes(in: .closure).map { ($0, place) }

        if !isFirst, known == nil { specifications[place].add(specification) }
        turns = place + 1
        report.beginStrictness(added.reduce(into: []) { $0.formUnion($1.1.options) })
        isolate(missing, for: specifications[...])
        isolate(rebound, for: specifications[place...])
        return turn
    }

    // MARK: - Containers

    /// The types of which the test has no container that it should have: those that have none yet or only one for an override, and
    /// those of which a container was bound by hand since.
    private func missingContainers(
        for specifications: [TraitSpecification]
    ) -> (missing: Set<ObjectIdentifier>, rebound: Set<ObjectIdentifier>) {
        var (missing, rebound): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([], [])
        for request in specifications.flatMap(\.containers) {
            guard let isolated = containers[request.key] else {
                missing.insert(request.key)
                continue
            }
            if isolated.container !== request.current {
                rebound.insert(request.key)
            } else if request.isExplicit, !isolated.isExplicit {
                missing.insert(request.key)
            }
        }
        return (missing, rebound)
    }

    /// Gives the test its own containers of some types.
    ///
    /// A container begins with the current state if one of the container traits for its type says so. The singletons and the context
    /// are current if the test has container traits, and each of their types begins so. So does a type that only overrides name.
    private mutating func isolate(
        _ types: Set<ObjectIdentifier>,
        for specifications: some Collection<TraitSpecification>
    ) {
        guard !types.isEmpty else { return }
        let all = specifications.flatMap(\.containers)
        let explicit = Dictionary(grouping: all.filter(\.isExplicit), by: \.key)
        let isInheriting = !explicit.isEmpty && explicit.values.allSatisfy { $0.contains(where: \.isInheriting) }
        var isolation = isolation ?? Isolation(isInheriting: isInheriting)
        if !isInheriting, !containers.values.contains(where: \.isExplicit) { isolation.reset() }
        var remaining = types
        for request in all where remaining.remove(request.key) != nil {
            // A container trait overrules an override's request.
            let requests = explicit[request.key]
            containers[request.key] = IsolatedContainer(
                container: request.share(
                    in: &isolation,
                    for: requests ?? [request],
                    isInheriting: requests?.contains(where: \.isInheriting) ?? isInheriting,
                    observedBy: report
                ),
                isExplicit: requests != nil
            )
        }
        self.isolation = isolation
    }

    // MARK: - Running

    /// Makes what is prepared for a turn effective, and runs the test or its inner traits.
    private func run(_ turn: Turn, _ operation: () async throws -> Void) async throws {
        try await bind { () async -> Result<Void, any Error> in
            do {
                for specification in turn.allowing { await specification.allowed().forEach(report.allow) }
                guard try await apply(turn.changes) else { return .success(()) }
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// - Returns: Whether the test can run. Otherwise a change has failed, and its error is an issue of the test.
    /// - Throws: An error that cancels the test.
    private func apply(_ changes: [(change: TraitSpecification.Change, place: Int)]) async throws -> Bool {
        let containers = containers.values.map(\.container)
        for (change, place) in changes {
            do {
                let added = try await self.changes.apply(change, of: place, to: containers)
                if !change.isRequired { report.setOptional(added) }
            } catch {
                // Without a current test, the error would be lost.
                guard !Task.isCancelled, Test.current != nil else { throw error }
                report.recordSetUpError(error, at: change.location)
                return false
            }
        }
        return true
    }

    private func bind<Output>(_ operation: () -> Output) -> Output {
        TestIsolation.$current.withValue(self) {
            ObservedResolution.$taskObserver.withValue(report) {
                guard let isolation, isolation.bindsContainers else { return operation() }
                return isolation.run(operation)
            }
        }
    }

    private func bind<Output>(_ operation: () async -> Output) async -> Output {
        await TestIsolation.$current.binding(self) {
            await ObservedResolution.$taskObserver.binding(report) {
                guard let isolation, isolation.bindsContainers else { return await operation() }
                return await isolation.run(operation)
            }
        }
    }
}

// MARK: - Operations

extension TestIsolation {
    /// An isolation for an operation of `withTestContainer`.
    init(_ specification: TraitSpecification, allowing allowed: [Declaration], at location: SourceLocation) {
        self.init(TestReport.Subject(operationAt: location))
        allowed.forEach(report.allow)
        report.beginStrictness(specification.options)
        isolate(Set(specification.containers.map(\.key)), for: [specification])
    }

    /// Runs an operation of `withTestContainer` as a test.
    func runAsTest<Output: ~Copyable, Failure: Error>(
        _ operation: () throws(Failure) -> Output
    ) throws(Failure) -> Output {
        report.begin()
        let throwCount = XCTestFailure.throwCount
        var result: Result<Output, Failure>?
        bind { result = Result(catching: operation) }
        // SAFETY: The operation has ended.
        return try end(result.take()!, isComplete: XCTestFailure.throwCount == throwCount)
    }

    /// Runs an asynchronous operation of `withTestContainer` as a test, on the caller's actor.
    func runAsTest<Output: ~Copyable, Failure: Error>(
        _ operation: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        report.begin()
        var result: Result<Output, Failure>?
        await bind {
            do throws(Failure) {
                result = .success(try await operation())
            } catch {
                result = .failure(error)
            }
        }
        // SAFETY: The operation has ended.
        return try end(result.take()!, isComplete: true)
    }

    /// - Parameter isComplete: Whether an operation that has returned has run to its end.
    private func end<Output: ~Copyable, Failure>(
        _ result: consuming Result<Output, Failure>,
        isComplete: Bool
    ) throws(Failure) -> Output {
        switch result {
        case .success: report.finish(isComplete: isComplete)
        case .failure: report.finish(isComplete: false)
        }
        return try result.get()
    }
}
