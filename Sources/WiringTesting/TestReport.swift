import Testing
import WiringInspection

/// Observes the containers of one test, and reports to the test what it resolved and what it left unused.
///
/// Each case of a parameterized test has its own report. An operation of `withTestContainer` has one, too, and is the test below.
final class TestReport: Sendable {
    let subject: Subject
    let state: Locked<State>
    /// The reports of the test that an operation runs in, and of the operations around it, the nearest first.
    let outers: [TestReport]

    /// - Parameter outer: The report of the test that an operation runs in. The operation is at least as strict, and what the test
    ///   allows is allowed.
    init(_ subject: Subject, within outer: TestReport?) {
        self.subject = subject
        outers = outer.map { [$0] + $0.outers }?.filter { !$0.hasEnded } ?? []
        state = Locked(State(within: outers.first?.state.withLock { $0 }))
    }

    var isStrict: Bool { state.withLock(\.isStrict) }
    private var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Whether this is a report, or that of an operation within its test.
    func isWithin(_ other: TestReport) -> Bool { self === other || outers.contains { $0 === other } }

    /// Whether one of two reports is that of an operation within the test of the other.
    func isRelated(to other: TestReport) -> Bool { isWithin(other) || other.isWithin(self) }

    /// The resolutions so far, in the order in which they began.
    var resolutions: [ResolvedDependency] { state.withLock { $0.resolutions } }

    // MARK: - Containers

    /// Observes a container of the test. Called before the test's own changes to it.
    ///
    /// - Parameters:
    ///   - shared: The shared container of its type, which it replaces.
    ///   - isCopy: Whether it inherited the state of that one.
    func observe<C: SharedContainer>(_ container: C, inPlaceOf shared: TaskLocal<C>, isCopy: Bool) {
        let (manager, outer) = (container.manager, shared.get().manager)
        // Before it has this report, which would keep it alive.
        let initial = isCopy || !manager.isUntouched ? InitialState(of: manager) : nil
        // A copy of the container of an outer test has that test's report.
        manager.observe(self) { $0 is TestReport }
        // What an operation inherits from the test that it runs in is not live: the test has replaced it.
        let owner = outers.first { outer.isObserved(by: $0) }
        let inherited = isCopy ? owner?.state.withLock { $0.inherited } ?? [initial].compactMap(\.self) : []
        let observed = State.ObservedContainer(
            key: ObjectIdentifier(shared),
            manager: manager,
            type: type(of: container),
            initial: initial
        )
        // Detached work uses the container of the process, whatever others the task has.
        let process = isStrict ? shared.processValue.manager : nil
        state.withLock { $0.add(observed, inPlaceOf: [outer, process].compactMap(\.self), inheriting: inherited) }
        watchOuterContainers()
    }

    /// Watches the containers that the test's containers replace, if the test is strict.
    private func watchOuterContainers() {
        let outer = state.withLock { $0.isStrict ? $0.outerManagers : [] }
        outer.forEach { EscapeWatch.start($0, for: self) }
    }

    // MARK: - Strictness

    /// Makes the test strict, if options say so.
    func beginStrictness(_ options: ContainerTraitOptions) {
        guard options.contains(.strict) else { return }
        state.withLock { state in
            state.isStrict = true
            if options.contains(.strictAboutEscapes) { state.isStrictAboutEscapes = true }
        }
        watchOuterContainers()
    }

    /// Allows a dependency to be real or unimplemented, and its replacement to be unused.
    func allow(_ dependency: Declaration) { state.withLock { _ = $0.allowed.insert(dependency) } }

    /// Notes replacements that the test need not use.
    func setOptional(_ replacements: [ObservedResolution.Replacement]) {
        state.withLock { $0.optional.formUnion(replacements.map(\.number)) }
    }
}

extension TestReport {
    /// The subject of a report: a test of Swift Testing, or an operation of `withTestContainer`, which may be a
    /// test of XCTest.
    struct Subject {
        /// `nil` for an operation.
        let test: Test.ID?
        let name: String
        let location: SourceLocation
    }
}

extension TestReport.Subject {
    init(_ test: Test) { self.init(test: test.id, name: test.name, location: test.sourceLocation) }

    /// An operation that is strict at a line.
    init(operationAt location: SourceLocation) {
        self.init(test: nil, name: "withTestContainer at \(location.fileID):\(location.line)", location: location)
    }
}
