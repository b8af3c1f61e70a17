import Testing

/// What one test has resolved, and what it is to be told about that. It owns the test's containers, in that they report here.
final class TestReport: ResolutionObserver {
    private struct State {
        var isStrict = false
        var isOver = false
        var hasFailed = false
        /// What may be live, and what need not be used.
        var allowed: Set<ObservedDeclaration> = []
        var containers: [Observed] = []
        var resolutions: [ResolvedDependency] = []
        /// How many resolutions there were after those.
        var furtherResolutions = 0
        /// The closures that were used.
        var used: Set<Use> = []
        /// What was told already.
        var told: Set<Failure> = []
        /// Failures on threads that do not belong to the test, for its end.
        var deferred: [Failure] = []
        /// The containers outside that the test's stand in place of.
        var outer: [ContainerManager] = []

        func isLive(_ resolution: ObservedResolution) -> Bool {
            isStrict && !resolution.isReplaced && !allowed.contains(resolution.dependency)
        }
    }

    private struct Observed {
        let manager: ContainerManager
        /// What stood in it when the test began.
        let inherited: Set<ContainerManager.Replacement>
    }

    /// A use of a closure that stands in the place of a declaration's.
    private struct Use: Hashable {
        let dependency: ObservedDeclaration
        /// Where the closure was given. One line may give several declarations theirs.
        let call: CallSite
    }

    /// An issue to be recorded.
    struct Failure: Hashable {
        let message: String
        /// `nil` where nobody knows: then the test's own line.
        let call: CallSite?
    }

    let test: Test
    private let state = Protected(State())

    init(_ test: Test) { self.test = test }

    var isInherited: Bool { true }

    /// Takes in a container of the test, before the test's own changes.
    func observe(_ container: some SharedContainer, inPlaceOf outer: some SharedContainer) {
        let manager = container.manager
        manager.observe(self)
        let observed = Observed(manager: manager, inherited: Set(manager.replacements))
        state.withLock { state in
            state.containers.append(observed)
            state.outer.append(outer.manager)
        }
        watchOutside()
    }

    // MARK: - Strictness

    var isStrict: Bool { state.withLock { $0.isStrict } }

    func beginStrictness() {
        state.withLock { $0.isStrict = true }
        watchOutside()
    }

    private func watchOutside() {
        let outer = state.withLock { $0.outer }
        outer.forEach { EscapeWatch.begin($0, for: self) }
    }

    func allow(_ dependency: ObservedDeclaration) { state.withLock { _ = $0.allowed.insert(dependency) } }

    // MARK: - Resolutions

    /// What was resolved so far, in the order in which it was asked for.
    var resolutions: [ResolvedDependency] { state.withLock { $0.resolutions } }

    func begin(_ resolution: ObservedResolution) -> Int {
        let (number, isLive) = state.withLock { state in
            if let call = resolution.replacement {
                state.used.insert(Use(dependency: resolution.dependency, call: call))
            }
            let number = state.resolutions.count
            if state.isOver || number == ResolvedDependency.maximumCount {
                if !state.isOver { state.furtherResolutions += 1 }
                return (Self.noNumber, state.isLive(resolution))
            }
            state.resolutions.append(ResolvedDependency(resolution))
            return (number, state.isLive(resolution))
        }
        if isLive { tell(.live(resolution)) }
        return number
    }

    func end(_ number: Int, from origin: ObservedResolution.Origin) {
        guard number != Self.noNumber else { return }
        state.withLock { $0.resolutions[number].origin = ResolvedDependency.Origin(origin) }
    }

    /// Of a resolution that is not kept.
    private static var noNumber: Int { -1 }

    func useUnimplemented(_ use: UnimplementedUse) { tell(Failure(message: use.message, call: use.call), again: true) }

    /// A resolution has come to a container outside of this test, and it may be that the test's own work has asked for it.
    ///
    /// - Parameter others: The tests whose work it may be as well.
    func escape(_ resolution: ObservedResolution, others: [Test]) {
        guard !state.withLock({ $0.allowed.contains(resolution.dependency) }) else { return }
        tell(.escaped(resolution, others: others.map(\.name)))
    }

    // MARK: - Issues

    /// Records an issue, here if this belongs to the test, or else at its end; after that without a test.
    ///
    /// - Parameter again: Whether the same is told each time that this belongs to the test, and not only once.
    private func tell(_ failure: Failure, again: Bool = false) {
        // All cases of a parameterized test are one `Test`, and each has its own report.
        let isOfTest = TestIsolation.currentReport === self
        let isNow = state.withLock { state -> Bool in
            if again, isOfTest { return true }
            guard state.told.insert(failure).inserted else { return false }
            if isOfTest || state.isOver { return true }
            state.deferred.append(failure)
            return false
        }
        if isNow { record(failure) }
    }

    private func record(_ failure: Failure) {
        Issue.record(
            "\(failure.message)",
            sourceLocation: failure.call.map { SourceLocation($0) } ?? test.sourceLocation
        )
    }

    /// Runs the test, and tells it at its end what is still to be told. On the test's task.
    func run(_ test: Test, _ testCase: Test.Case?, _ operation: @Sendable () async throws -> Void) async throws {
        // The handler is told each issue, and says nothing against any.
        let watch = IssueHandlingTrait.compactMapIssues { [self] issue in
            note(issue)
            return issue
        }
        // Without a runner there is nobody to handle issues.
        guard Test.current != nil else {
            defer { finish(isComplete: false) }
            return try await operation()
        }
        defer { attachResolutions() }
        try await watch.provideScope(for: test, testCase: testCase) { [self] in
            do {
                try await operation()
            } catch {
                state.withLock { $0.hasFailed = true }
                finish(isComplete: false)
                throw error
            }
            finish(isComplete: true)
        }
    }

    private func note(_ issue: Issue) {
        state.withLock { state in
            if issue.isFailure {
                state.hasFailed = true
            } else if let message = issue.comments.first?.rawValue {
                // Somebody has expected it here, and may not do so the next time.
                state.told = state.told.filter { $0.message != message }
            }
        }
    }

    /// - Parameter isComplete: Whether the test came to its end, so that what it did not use is not used.
    private func finish(isComplete: Bool) {
        let (deferred, containers, used, allowed, isStrict, outer) = state.withLock { state in
            state.isOver = true
            // The containers have this: what it kept of them would never go.
            defer { (state.deferred, state.containers, state.outer) = ([], [], []) }
            return (state.deferred, state.containers, state.used, state.allowed, state.isStrict, state.outer)
        }
        outer.forEach { EscapeWatch.end($0, for: self) }
        deferred.forEach(record)
        guard isStrict, isComplete else { return }
        let standing = Set(
            containers.flatMap { observed in
                observed.manager.replacements.filter { !observed.inherited.contains($0) }
            }
        )
        for replacement in standing.sorted(by: { ($0.call.fileID, $0.call.line) < ($1.call.fileID, $1.call.line) })
        where !allowed.contains(replacement.dependency)
            && !used.contains(Use(dependency: replacement.dependency, call: replacement.call))
        {
            record(.unused(replacement))
        }
    }

    /// Attaches what was resolved to a test that has failed.
    private func attachResolutions() {
        let (hasFailed, resolutions, further) = state.withLock { ($0.hasFailed, $0.resolutions, $0.furtherResolutions) }
        guard hasFailed, !resolutions.isEmpty else { return }
        let tree = resolutions.map { "\($0.line)\n" }.joined() + (further > 0 ? "and \(further) more\n" : "")
        Attachment.record(tree, named: "resolutions.txt", sourceLocation: test.sourceLocation)
    }
}

extension TestReport.Failure {
    /// Something was resolved that nobody has replaced.
    fileprivate static func live(_ resolution: ObservedResolution) -> Self {
        let (name, key) = (resolution.name, resolution.dependency.key)
        return Self(
            message: """
                \(name) is live: this strict test has no override, registration or `onTest` for it
                \(ObservedResolution.path)
                Replace it, with the trait `.override(\\.\(key)) { … }` or with `container.\(key).override { … }`; or say \
                that it may be live, with the trait `.allow(\\.\(key))`.
                """,
            call: resolution.call
        )
    }

    /// Something was resolved from a container outside.
    fileprivate static func escaped(_ resolution: ObservedResolution, others: [String]) -> Self {
        let doubt =
            others.isEmpty
            ? "" : "\nIt may be the work of another test that ran at that moment: \(others.joined(separator: ", "))."
        return Self(
            message: """
                \(resolution.name) was resolved from the container of the process, while this strict test has its own
                \(ObservedResolution.path)
                A detached task, a queue, a thread and whoever calls back do not inherit a test's container. Hand them \
                `\(resolution.container).shared.bind { … }`.\(doubt)
                """,
            call: resolution.call
        )
    }

    /// A closure was given that nobody has asked for.
    fileprivate static func unused(_ replacement: ContainerManager.Replacement) -> Self {
        let key = replacement.dependency.key
        return Self(
            message: """
                \(key)<\(replacement.dependency.product)> was \(replacement.isOverride ? "overridden" : "registered") and \
                never resolved in this strict test
                      declared at \(replacement.dependency.location)
                Leave it out, or say that it need not be used, with the trait `.allow(\\.\(key))`.
                """,
            call: replacement.call
        )
    }
}

extension ObservedResolution {
    /// As an error names it.
    var name: String { "\(container).\(dependency.key)<\(dependency.product)>" }
}

extension SourceLocation {
    init(_ call: CallSite) {
        self.init(fileID: call.fileID, filePath: call.filePath, line: call.line, column: call.column)
    }
}
