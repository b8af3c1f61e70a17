import Testing

/// What one test has resolved, and what it is to be told about that. It owns the test's containers, in that they report here.
final class TestReport: ResolutionObserver {
    private struct State {
        var isStrict = false
        /// Whether what may be another test's escape fails this one.
        var isStrictAboutEscapes = false
        var isOver = false
        var hasFailed = false
        /// What may be live, and what need not be used.
        var allowed: Set<Declaration> = []
        var containers: [Observed] = []
        var resolutions: [ResolvedDependency] = []
        /// How many resolutions there were after those.
        var furtherResolutions = 0
        /// The closures that were used.
        var used: Set<Use> = []
        /// Those that need not be.
        var excused: Set<Use> = []
        /// The numbers of those that the containers had of others when the test began.
        var inherited: Set<UInt64> = []
        /// The contexts that came before what was registered.
        var contexts: [Declaration: FactoryContextType] = [:]
        /// What was told already.
        var told: Set<Failure> = []
        /// Failures on threads that do not belong to the test, for its end.
        var deferred: [Failure] = []
        /// Resolutions outside by work on no test's task, for its end.
        var escapes: [Failure: Suspicion] = [:]
        /// The containers outside that the test's stand in place of.
        var outer: [ContainerManager] = []

        /// Why a resolution is live; `nil` if it is not, or may be.
        func liveness(_ resolution: ObservedResolution) -> Liveness? {
            guard isStrict, !allowed.contains(resolution.dependency) else { return nil }
            if let replacement = resolution.replacement {
                if replacement.isAutomatic { return .autoRegistered }
                return inherited.contains(replacement.number) ? .inherited : nil
            }
            guard let context = resolution.context else { return .declared }
            return context.isPreparation ? nil : .context(context)
        }
    }

    /// Why something is live.
    enum Liveness {
        /// Its declaration's closure stands.
        case declared
        /// The closure of a context for a build or a device stands.
        case context(FactoryContextType)
        /// `autoRegister()` has registered it.
        case autoRegistered
        /// The test has inherited the closure from the container that its own began with.
        case inherited
    }

    private struct Observed {
        let manager: ContainerManager
        /// The container's type.
        let container: String
        /// The numbers of the closures that stood in it when the test began.
        let earlier: Set<UInt64>
    }

    /// A use of a closure that stands in the place of a declaration's.
    private struct Use: Hashable {
        let dependency: Declaration
        /// Where the closure was given. One line may give several declarations theirs.
        let call: CallSite

        /// `nil` where nobody knows the call.
        init?(_ replacement: ObservedResolution.Replacement) {
            guard let call = replacement.call else { return nil }
            dependency = replacement.dependency
            self.call = call
        }
    }

    /// Which tests' work a resolution outside may be.
    private struct Suspicion {
        /// Whether it came while no other test was known to run.
        var isCertain = false
        /// The names of other tests that ran when it came.
        var others: Set<String> = []
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
    ///
    /// - Parameter isChild: Whether it has begun with what the other knows.
    func observe(_ container: some SharedContainer, inPlaceOf outer: some SharedContainer, isChild: Bool) {
        let manager = container.manager
        manager.observe([self])
        let earlier = Set(manager.replacements.map(\.number))
        let observed = Observed(manager: manager, container: "\(type(of: container))", earlier: earlier)
        state.withLock { state in
            state.containers.append(observed)
            state.outer.append(outer.manager)
            if isChild { state.inherited.formUnion(earlier) }
        }
        watchOutside()
    }

    // MARK: - Strictness

    func beginStrictness(aboutEscapes: Bool) {
        state.withLock { state in
            state.isStrict = true
            if aboutEscapes { state.isStrictAboutEscapes = true }
        }
        watchOutside()
    }

    private func watchOutside() {
        let outer = state.withLock { $0.isStrict ? $0.outer : [] }
        outer.forEach { EscapeWatch.begin($0, for: self) }
    }

    func allow(_ dependency: Declaration) { state.withLock { _ = $0.allowed.insert(dependency) } }

    /// Excuses from being used what stands in the containers now: a set of overrides serves many tests.
    func excuse(_ change: () -> Void) {
        func standing() -> Set<Use> {
            let containers = state.withLock { $0.containers }
            return Set(containers.flatMap(\.manager.replacements).compactMap { Use($0) })
        }
        let before = standing()
        change()
        let added = standing().subtracting(before)
        state.withLock { $0.excused.formUnion(added) }
    }

    // MARK: - Resolutions

    /// What was resolved so far, in the order in which it was asked for.
    var resolutions: [ResolvedDependency] { state.withLock { $0.resolutions } }

    func begin(_ resolution: ObservedResolution) -> Int {
        let (number, liveness) = state.withLock { state in
            if let use = resolution.replacement.flatMap({ Use($0) }) { state.used.insert(use) }
            if let context = resolution.context { state.contexts[resolution.dependency] = context }
            let number = state.resolutions.count
            if state.isOver || number == ResolvedDependency.maximumCount {
                if !state.isOver { state.furtherResolutions += 1 }
                return (Self.noNumber, state.liveness(resolution))
            }
            state.resolutions.append(ResolvedDependency(resolution))
            return (number, state.liveness(resolution))
        }
        if let liveness { tell(.live(resolution, liveness)) }
        return number
    }

    func end(_ number: Int, from origin: InstanceOrigin) {
        guard number != Self.noNumber else { return }
        state.withLock { $0.resolutions[number].origin = ResolvedDependency.Origin(origin) }
    }

    /// Of a resolution that is not kept.
    private static var noNumber: Int { -1 }

    func useUnimplemented(_ use: UnimplementedUse) -> Bool {
        tell(Failure(message: use.message, call: use.call), again: true)
        return true
    }

    /// The test's own task has resolved from a container outside of this test.
    func escape(_ resolution: ObservedResolution) { tell(.heldFromOutside(resolution)) }

    /// Work that is on no test's task has resolved from a container outside of this test.
    ///
    /// - Parameter running: Tests that it may be of, with this one; all that are known to run, if they are few.
    func escape(_ resolution: ObservedResolution, fromOneOf running: [TestReport]) {
        let others = running.filter { $0 !== self }.map {
            $0.test.id == test.id ? "another case of this test" : $0.test.name
        }
        let failure = Failure.escaped(resolution)
        state.withLock { state in
            guard !state.isOver else { return }
            if others.isEmpty {
                state.escapes[failure, default: Suspicion()].isCertain = true
            } else if state.escapes[failure].map({ $0.others.count <= 10 }) ?? true {
                state.escapes[failure, default: Suspicion()].others.formUnion(others)
            }
        }
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

    private func record(_ failure: Failure) { record(failure, severity: .error) }

    private func record(_ failure: Failure, severity: Issue.Severity) {
        // Without a test the issue would not say whose it is.
        let owner = Test.current == nil ? "\n(of \(test.name), which has ended)" : ""
        Issue.record(
            "\(failure.message)\(owner)",
            severity: severity,
            sourceLocation: failure.call.map { SourceLocation($0, of: test) } ?? test.sourceLocation
        )
    }

    // MARK: - The test

    /// Some of the tests that run and have a trait of this library: all, if there are no more than a few. There may be thousands.
    static var someRunning: [TestReport] { all.withLock { Array($0.values.prefix(12)) } }

    private static let all = Protected<[ObjectIdentifier: TestReport]>([:])

    /// Runs the test, and tells it at its end what is still to be told. On the test's task.
    func run(_ test: Test, _ testCase: Test.Case?, _ operation: @Sendable () async throws -> Void) async throws {
        Self.all.withLock { $0[ObjectIdentifier(self)] = self }
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
            } else if issue.severity >= .error, let message = issue.comments.first?.rawValue {
                // Somebody has expected it here, and may not do so the next time.
                state.told = state.told.filter { $0.message != message }
            }
        }
    }

    /// - Parameter isComplete: Whether the test came to its end, so that what it did not use is not used.
    private func finish(isComplete: Bool) {
        let ended = state.withLock { state in
            state.isOver = true
            // The containers have this: what it kept of them would never go.
            defer { (state.deferred, state.escapes, state.containers, state.outer) = ([], [:], [], []) }
            return state
        }
        ended.outer.forEach { EscapeWatch.end($0, for: self) }
        _ = Self.all.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
        ended.deferred.forEach(record)
        for failure in ended.escapes.keys.sortedByLine {
            guard let suspicion = ended.escapes[failure] else { continue }
            let isFailure = suspicion.isCertain || ended.isStrictAboutEscapes
            record(failure.suspecting(suspicion.others), severity: isFailure ? .error : .warning)
        }
        if ended.isStrict, isComplete { unused(ended).forEach(record) }
    }

    /// What was replaced and never used, each of it once, in the order of the lines.
    private func unused(_ state: State) -> [Failure] {
        let excused = state.used.union(state.excused)
        var told: Set<UInt64> = []
        var failures: [Failure] = []
        for observed in state.containers {
            let standing = observed.manager.replacements
            for replacement in standing
            where !replacement.isAutomatic && !observed.earlier.contains(replacement.number)
                && !state.allowed.contains(replacement.dependency)
            {
                guard let use = Use(replacement), !excused.contains(use), told.insert(replacement.number).inserted
                else { continue }
                let override = standing.first { $0.isOverride && $0.dependency == replacement.dependency }
                let context = state.contexts[replacement.dependency]
                failures.append(
                    .unused(replacement, of: observed.container, override: override?.call, context: context)
                )
            }
        }
        return failures.sortedByLine
    }

    /// Attaches what was resolved to a test that has failed.
    private func attachResolutions() {
        let (hasFailed, resolutions, further) = state.withLock { ($0.hasFailed, $0.resolutions, $0.furtherResolutions) }
        guard hasFailed, !resolutions.isEmpty else { return }
        let tree = resolutions.map { "\($0.line)\n" }.joined() + (further > 0 ? "and \(further) more\n" : "")
        Attachment.record(tree, named: "resolutions.txt", sourceLocation: test.sourceLocation)
    }
}
