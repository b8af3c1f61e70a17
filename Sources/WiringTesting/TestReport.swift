import Testing

/// Observes the containers of one test, and reports to the test what it resolved and what it left unused.
///
/// Each case of a parameterized test has its own report. An operation of `withTestContainer` has one, too, and is the test below.
final class TestReport: Sendable {
    let subject: Subject
    let state = Locked(State())

    /// The report of the test that an operation runs in. The operation is as strict as the test.
    let outer: TestReport?

    init(_ subject: Subject, within outer: TestReport?) {
        self.subject = subject
        self.outer = outer
    }

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
        // A copy of the container of an outer test has that test's report.
        manager.observe(self) { $0 is TestReport }
        let initial = Set(manager.replacements.map(\.number))
        let observed = State.ObservedContainer(
            key: ObjectIdentifier(shared),
            manager: manager,
            type: "\(type(of: container))",
            initialReplacements: initial
        )
        state.withLock { $0.add(observed, inPlaceOf: outer, isCopy: isCopy) }
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

    /// Allows a dependency to be live or unimplemented, and its replacement to be unused.
    func allow(_ dependency: Declaration) { state.withLock { _ = $0.allowed.insert(dependency) } }

    /// Notes replacements that the test need not use.
    func setOptional(_ replacements: [ObservedResolution.Replacement]) {
        state.withLock { $0.optional.formUnion(replacements.map(\.number)) }
    }
}
