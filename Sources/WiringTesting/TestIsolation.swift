import Testing

/// What the traits of one test have isolated so far, and the changes they have made.
struct TestIsolation: Sendable {
    @TaskLocal private static var current: TestIsolation?

    /// A change that a trait makes. It finds its containers as the shared ones.
    struct Change: Sendable {
        /// Which shared containers it changes.
        let containers: Set<ObjectIdentifier>
        let apply: @Sendable () async -> Void
    }

    /// The test's shared container of a type.
    private struct Part: Sendable {
        let container: any SharedContainer
        /// Whether it is there only for an override.
        var isImplicit: Bool
    }

    private let test: Test.ID
    /// What the test is to be told.
    let report: TestReport
    /// Whether this is of the test's outermost trait, which ends the report.
    private var isOutermost = true
    /// `nil` until something is isolated.
    private var isolation: Isolation?
    /// Whether no trait has said how the test begins.
    private var isImplicit = true
    private var parts: [ObjectIdentifier: Part] = [:]
    /// All that the traits have done.
    private var changes: [Change] = []
    /// What this trait has yet to do.
    private var pending: [Change] = []

    private init(_ test: Test) {
        self.test = test.id
        report = TestReport(test)
    }

    /// The report of the test, and of the case of a parameterized one, that the current task belongs to.
    static var currentReport: TestReport? { current?.report }

    /// What the outer traits of a test have isolated, for an inner one to go on with.
    static func current(for test: Test) -> TestIsolation {
        guard var outer = current, outer.test == test.id else { return TestIsolation(test) }
        outer.isolation = outer.isolation?.within
        outer.pending = []
        outer.isOutermost = false
        return outer
    }

    /// Gives the test a shared container of its own, if it has none.
    ///
    /// - Parameter make: Makes one. One that is made with something in it takes the place of an outer trait's.
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
        // An override alone begins with what is current. A trait that says how to begin wins, wherever it stands.
        if isImplicit, !isInheriting { isolation.reset() }
        isImplicit = false
        defer { self.isolation = isolation }
        let part = part(of: shared)
        guard part != nil || !isInheriting else {
            return note(isolation.shareChild(make, as: shared), of: shared, isImplicit: false, isChild: true)
        }
        let made = isolation.withSingletons(make)
        if let part, isInheriting || !part.isImplicit, made.manager.isUntouched {
            parts[ObjectIdentifier(shared)]?.isImplicit = false
        } else {
            isolation.share(made, as: shared)
            note(made, of: shared, isImplicit: false, isChild: false)
            pending += changes.filter { part != nil && $0.containers.contains(ObjectIdentifier(shared)) }
        }
    }

    /// Gives the test a child of the current container of a type, if it has none of its own, to be changed.
    mutating func isolateForChange<C: TaskLocalContainer>(of type: C.Type) {
        guard part(of: C.taskLocal) == nil else { return }
        var isolation = isolation ?? Isolation(isInheriting: true)
        note(isolation.shareChild(C.init, as: C.taskLocal), of: C.taskLocal, isImplicit: true, isChild: true)
        self.isolation = isolation
    }

    /// Adds a change to what this trait does.
    mutating func add(_ change: Change) {
        changes.append(change)
        pending.append(change)
    }

    /// Makes this trait's changes, and runs the test or its inner traits.
    func run(
        _ test: Test,
        _ testCase: Test.Case?,
        _ operation: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard isOutermost else { return try await run(operation) }
        try await report.run(test, testCase) { try await run(operation) }
    }

    private func run(_ operation: () async throws -> Void) async throws {
        try await TestIsolation.$current.withValue(self) {
            guard let isolation else { return try await operation() }
            try await ObservedResolution.$taskObserver.withValue(report) {
                try await isolation.run {
                    for change in pending { await change.apply() }
                    try await operation()
                }
            }
        }
    }

    /// The test's shared container of a type. One that has been bound by hand in between is none.
    private func part<C: SharedContainer>(of shared: TaskLocal<C>) -> Part? {
        parts[ObjectIdentifier(shared)].flatMap { part in
            // In the trait that has made it, it is not bound yet.
            part.container === shared.get() || isolation?.isSharing(shared) == true ? part : nil
        }
    }

    private mutating func note<C: SharedContainer>(
        _ container: C,
        of shared: TaskLocal<C>,
        isImplicit: Bool,
        isChild: Bool
    ) {
        report.observe(container, inPlaceOf: shared.get(), isChild: isChild)
        parts[ObjectIdentifier(shared)] = Part(container: container, isImplicit: isImplicit)
    }
}
