import Testing

/// Observes the containers of one test, and reports to the test what it resolved and what it left unused.
///
/// Each case of a parameterized test has its own report. An operation of `withTestContainer` has one, too, and is the test below.
final class TestReport: Sendable {
    let subject: Subject
    let state = Locked(State())

    init(_ subject: Subject) { self.subject = subject }

    /// The resolutions so far, in the order in which they began.
    var resolutions: [ResolvedDependency] { state.withLock { $0.resolutions } }

    // MARK: - Containers

    /// Observes a container of the test. Called before the test's own changes to it.
    ///
    /// - Parameters:
    ///   - outer: The container that it replaces as the shared one.
    ///   - isCopy: Whether it inherited the state of `outer`.
    func observe(_ container: some SharedContainer, inPlaceOf outer: some SharedContainer, isCopy: Bool) {
        let manager = container.manager
        // A copy of the container of an outer test has that test's report.
        manager.observe(self) { $0 is TestReport }
        let initial = Set(manager.replacements.map(\.number))
        let observed = State.ObservedContainer(
            manager: manager,
            type: "\(type(of: container))",
            initialReplacements: initial
        )
        state.withLock { $0.add(observed, inPlaceOf: outer.manager, isCopy: isCopy) }
        watchOuterContainers()
    }

    /// Watches the containers that the test's containers replace, if the test is strict.
    private func watchOuterContainers() {
        let outer = state.withLock { $0.isStrict ? $0.outerManagers : [] }
        outer.forEach { EscapeWatch.start($0, for: self) }
    }

    // MARK: - Strictness

    /// Makes the test strict.
    ///
    /// - Parameter aboutEscapes: Whether a resolution that may be another test's escape fails this test.
    func beginStrictness(aboutEscapes: Bool) {
        state.withLock { state in
            state.isStrict = true
            if aboutEscapes { state.isStrictAboutEscapes = true }
        }
        watchOuterContainers()
    }

    /// Allows a dependency to be live or unimplemented, and its replacement to be unused.
    func allow(_ dependency: Declaration) { state.withLock { _ = $0.allowed.insert(dependency) } }

    /// Runs a change to the test's containers. The test need not use the replacements that the change adds.
    func withOptionalReplacements(_ change: () async throws -> Void) async rethrows {
        let before = currentReplacements
        try await change()
        let added = currentReplacements.subtracting(before)
        state.withLock { $0.optional.formUnion(added) }
    }

    private var currentReplacements: Set<State.ReplacementKey> {
        let containers = state.withLock { $0.containers }
        return Set(containers.flatMap(\.manager.replacements).compactMap { State.ReplacementKey($0) })
    }
}
