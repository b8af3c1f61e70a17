import Testing

/// The containers that the traits of one test, or a `withTestContainer`, have isolated so far, and the traits' changes.
struct TestIsolation: Sendable {
    @TaskLocal private static var current: TestIsolation?

    /// A change that a trait makes to the shared containers.
    struct Change: Sendable {
        /// The task-locals of the containers that it changes.
        let containers: Set<ObjectIdentifier>
        /// The line of the `func` or type that has the trait.
        let location: SourceLocation
        let apply: @Sendable () async throws -> Void
    }

    /// The test's shared container of a type.
    private struct IsolatedContainer: Sendable {
        let container: any SharedContainer
        /// Whether only an override trait required it.
        var isImplicit: Bool
    }

    /// Reports to the test.
    let report: TestReport
    /// Whether this belongs to the test's outermost trait, which runs the report.
    private var isOutermost = true
    /// `nil` until a container is isolated.
    private var isolation: Isolation?
    /// Whether no container trait has been applied yet.
    private var isImplicit = true
    private var containers: [ObjectIdentifier: IsolatedContainer] = [:]
    /// The changes of this trait and the outer ones.
    private var changes: [Change] = []
    /// The changes that this trait has to apply.
    private var pending: [Change] = []

    init(_ subject: TestReport.Subject) { report = TestReport(subject) }

    /// The report of the test, or of the test case, that the current task belongs to.
    static var currentReport: TestReport? { current?.report }

    /// The isolation of the outer traits of a test, for an inner trait to continue with.
    static func current(for test: Test) -> TestIsolation {
        guard var outer = current, outer.report.subject.test == test.id else {
            return TestIsolation(TestReport.Subject(test))
        }
        outer.isolation = outer.isolation?.within
        outer.pending = []
        outer.isOutermost = false
        return outer
    }

    /// Gives the test its own shared container, if it has none.
    ///
    /// - Parameter make: Creates the container. One that is created with registrations or settings replaces an outer trait's.
    mutating func isolate<C: SharedContainer>(
        _ shared: TaskLocal<C>,
        _ options: ContainerTraitOptions,
        _ make: () -> C
    ) {
        let isInheriting = options.contains(.inheriting)
        if options.contains(.strict) {
            report.beginStrictness(aboutEscapes: options.contains(.strictAboutEscapes))
        }
        var isolation = isolation ?? Isolation(isInheriting: isInheriting)
        // An override trait alone inherits the current state. A container trait overrules that, in either order.
        if isImplicit, !isInheriting { isolation.reset() }
        isImplicit = false
        defer { self.isolation = isolation }
        let existing = isolatedContainer(of: shared)
        guard existing != nil || !isInheriting else {
            return add(isolation.shareCopy(make, as: shared), of: shared, isImplicit: false, isCopy: true)
        }
        let made = isolation.withSingletons(make)
        if let existing, isInheriting || !existing.isImplicit, made.manager.isUntouched {
            containers[ObjectIdentifier(shared)]?.isImplicit = false
        } else {
            isolation.share(made, as: shared)
            add(made, of: shared, isImplicit: false, isCopy: false)
            pending += changes.filter { existing != nil && $0.containers.contains(ObjectIdentifier(shared)) }
        }
    }

    /// Gives the test a copy of the current container of a type for an override, if it has no container of that type.
    mutating func isolateForChange<C: TaskLocalContainer>(of type: C.Type) {
        guard isolatedContainer(of: C.taskLocal) == nil else { return }
        var isolation = isolation ?? Isolation(isInheriting: true)
        add(isolation.shareCopy(C.init, as: C.taskLocal), of: C.taskLocal, isImplicit: true, isCopy: true)
        self.isolation = isolation
    }

    /// Adds a change for this trait to apply.
    mutating func add(_ change: Change) {
        changes.append(change)
        pending.append(change)
    }

    /// Applies this trait's changes, and runs the test or its inner traits.
    func run(
        _ test: Test,
        _ testCase: Test.Case?,
        _ operation: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard isOutermost else { return try await run(operation) }
        try await report.run(test, testCase) { try await run(operation) }
    }

    private func run(_ operation: () async throws -> Void) async throws {
        try await bind { () async -> Result<Void, any Error> in
            do {
                guard try await applyChanges() else { return .success(()) }
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// - Returns: Whether the test can run. Otherwise a change has failed, and its error is an issue of the test.
    /// - Throws: An error that cancels the test.
    private func applyChanges() async throws -> Bool {
        for change in pending {
            do {
                try await change.apply()
            } catch {
                // Without a current test, the error would be lost.
                guard !Task.isCancelled, Test.current != nil else { throw error }
                report.recordSetUpError(error, at: change.location)
                return false
            }
        }
        return true
    }

    /// Runs an operation of `withTestContainer` as a test.
    func runAsTest<Output, Failure: Error>(_ operation: () throws(Failure) -> Output) throws(Failure) -> Output {
        report.begin()
        let result = bind { () -> Result<Output, Failure> in
            do throws(Failure) {
                return .success(try operation())
            } catch {
                return .failure(error)
            }
        }
        return try end(result)
    }

    /// Runs an asynchronous operation of `withTestContainer` as a test, on the caller's actor.
    func runAsTest<Output, Failure: Error>(
        _ operation: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        report.begin()
        let result = await bind { () async -> Result<Output, Failure> in
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        return try end(result)
    }

    private func end<Output, Failure>(_ result: Result<Output, Failure>) throws(Failure) -> Output {
        do throws(Failure) {
            let output = try result.get()
            report.finish(isComplete: true)
            return output
        } catch {
            report.finish(isComplete: false)
            throw error
        }
    }

    private func bind<Output>(_ operation: () -> Output) -> Output {
        TestIsolation.$current.withValue(self) {
            ObservedResolution.$taskObserver.withValue(report) {
                guard let isolation else { return operation() }
                return isolation.run(operation)
            }
        }
    }

    private func bind<Output>(_ operation: () async -> Output) async -> Output {
        await TestIsolation.$current.withValue(self) {
            await ObservedResolution.$taskObserver.withValue(report) {
                guard let isolation else { return await operation() }
                return await isolation.run(operation)
            }
        }
    }

    /// The test's shared container of a type; `nil` if a container was bound by hand since.
    private func isolatedContainer<C: SharedContainer>(of shared: TaskLocal<C>) -> IsolatedContainer? {
        containers[ObjectIdentifier(shared)].flatMap { isolated in
            // In the trait that has created it, it is not bound yet.
            isolated.container === shared.get() || isolation?.isSharing(shared) == true ? isolated : nil
        }
    }

    private mutating func add<C: SharedContainer>(
        _ container: C,
        of shared: TaskLocal<C>,
        isImplicit: Bool,
        isCopy: Bool
    ) {
        report.observe(container, inPlaceOf: shared.get(), isCopy: isCopy)
        containers[ObjectIdentifier(shared)] = IsolatedContainer(container: container, isImplicit: isImplicit)
    }
}
