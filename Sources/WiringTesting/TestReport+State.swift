import WiringInspection

extension TestReport {
    /// The state of a report's test.
    struct State {
        var isStrict = false
        /// Whether an escape that may be another test's fails this one.
        var isStrictAboutEscapes = false
        var hasEnded = false
        var hasFailed = false
        /// Whether the test's body runs. It does not if a trait's closure throws.
        var hasRun = true
        /// The dependencies that may be real or unimplemented, and whose replacements need not be used.
        var allowed: Set<Declaration> = []
        /// The test's containers.
        var containers: [ObservedContainer] = []
        /// The managers of the containers that the test's containers replace.
        var outerManagers: [ContainerManager] = []
        /// The first resolutions, at most ``ResolvedDependency/maximumCount``.
        var resolutions: [ResolvedDependency] = []
        /// The number of resolutions after those.
        var droppedCount = 0
        /// The replacements that were used.
        var used: Set<ReplacementKey> = []
        /// The numbers of the replacements that need not be used.
        var optional: Set<UInt64> = []
        /// What the test inherited.
        var inherited: [InitialState] = []
        /// The contexts whose closures were used.
        var contexts: [Declaration: FactoryContextType] = [:]
        /// The dependencies that the test has built.
        var built: Set<Declaration> = []
        private var captives = CaptiveDependencies()
        /// The failures so far, and whether each was recorded and failed the test.
        var recorded: [Failure: Locked<Bool>] = [:]
        /// The failures to record at the end of the test, because they came from other threads or tasks.
        var deferred: Set<Failure> = []
        /// The escapes to record at the end of the test, and the tests that they may belong to.
        var escapes: [Failure: Candidates] = [:]
    }
}

extension TestReport.State {
    /// - Parameter outer: The state of the test that an operation runs in.
    init(within outer: Self?) {
        guard let outer else { return }
        (isStrict, isStrictAboutEscapes, allowed) = (outer.isStrict, outer.isStrictAboutEscapes, outer.allowed)
    }

    /// A container of the test.
    struct ObservedContainer {
        /// Identifies the container's type.
        let key: ObjectIdentifier
        let manager: ContainerManager
        let type: any Any.Type
        /// What was set before the test changed the container, if anything was.
        let initial: InitialState?
    }

    /// Identifies a replacement by its declaration, its kind, and the call that set it. One call may replace several declarations, and
    /// all traits of a test are at the line of its `func`.
    struct ReplacementKey: Hashable {
        let dependency: Declaration
        let kind: ObservedResolution.Replacement.Kind
        let call: CallSite

        /// `nil` if the call is unknown.
        init?(_ replacement: ObservedResolution.Replacement) {
            guard let call = replacement.call else { return nil }
            (dependency, kind, self.call) = (replacement.dependency, replacement.kind, call)
        }
    }

    /// The tests that an escape may belong to.
    struct Candidates {
        /// Whether it once happened while no other test was known to run.
        var isCertain = false
        /// The names of the other tests that were running.
        var others: Set<String> = []
    }

    // MARK: - Containers

    /// - Parameters:
    ///   - outer: The containers that it replaces.
    ///   - inherited: What the test inherits with it.
    mutating func add(
        _ container: ObservedContainer,
        inPlaceOf outer: [ContainerManager],
        inheriting inherited: [InitialState]
    ) {
        containers.removeAll { $0.key == container.key }
        containers.append(container)
        outerManagers += outer
        self.inherited += inherited
    }

    // MARK: - Resolutions

    /// The number of a resolution that is not kept.
    static var droppedNumber: Int { -1 }

    /// Adds a resolution that begins.
    ///
    /// - Returns: Its index in ``resolutions``, or ``droppedNumber``.
    mutating func begin(_ resolution: ObservedResolution) -> Int {
        noteUse(by: resolution)
        if resolution.isConstruction { built.insert(resolution.dependency) }
        if let context = resolution.context { contexts[resolution.dependency] = context }
        guard !hasEnded else { return Self.droppedNumber }
        guard resolutions.count < ResolvedDependency.maximumCount else {
            droppedCount += 1
            return Self.droppedNumber
        }
        resolutions.append(ResolvedDependency(resolution))
        return resolutions.count - 1
    }

    /// Notes the replacements that a resolution uses.
    mutating func noteUse(by resolution: ObservedResolution) {
        let replacements = (resolution.replacement.map { [$0] } ?? []) + resolution.decorations
        used.formUnion(replacements.compactMap { ReplacementKey($0) })
    }

    /// Why a resolution is real, because nothing of the test replaces it, and fails the test; `nil` if it does not.
    ///
    /// - Parameter isInherited: Whether the test inherited what replaces the declaration, or an instance from before its context applied.
    func liveReason(of resolution: ObservedResolution, isInherited: Bool) -> String? {
        let allowable = resolution.replacement?.collection ?? resolution.dependency
        guard isStrict, !allowed.contains(allowable) else { return nil }
        if let replacement = resolution.replacement {
            if replacement.isAutomatic { return "`autoRegister()` registers it, and the test does not replace it" }
            return isInherited ? "it was registered outside of the test, which does not replace it" : nil
        }
        // The parts of a collection are judged, and not the collection.
        guard let context = resolution.context else {
            return resolution.isComposed ? nil : "it has no override, registration or `onTest`"
        }
        // A context for a kind of build or device.
        guard context.countsAsReplacement else {
            return "`\(context.modifier)` chooses its closure, and there is no override"
        }
        return isInherited ? "it was built before `\(context.modifier)` applied" : nil
    }

    /// Whether what the test has set about a dependency fails it, if that has no effect.
    func judgesModifiers(of resolution: ObservedResolution) -> Bool {
        isStrict && !hasEnded && !allowed.contains(resolution.dependency)
    }

    /// The captive dependencies that the begin or the end of a resolution completes, and that fail the test.
    mutating func captives(
        foundBy note: (inout CaptiveDependencies) -> [CaptiveDependencies.Captive]
    ) -> [CaptiveDependencies.Captive] {
        guard isStrict, !hasEnded else { return [] }
        return note(&captives).filter { !allowed.contains($0.dependency) }
    }

    // MARK: - Failures

    /// Adds a failure, to be recorded now or at the end of the test.
    ///
    /// - Returns: Whether the same one was recorded and failed the test.
    mutating func add(_ failure: TestReport.Failure, isDeferred: Bool) -> Locked<Bool> {
        if isDeferred, !hasEnded { deferred.insert(failure) }
        let isRecorded = recorded[failure] ?? Locked(false)
        recorded[failure] = isRecorded
        return isRecorded
    }

    /// Adds an escape for the end of the test.
    ///
    /// - Parameter others: The names of the other tests that were running.
    mutating func addEscape(_ failure: TestReport.Failure, others: [String]) {
        guard !hasEnded else { return }
        if others.isEmpty {
            escapes[failure, default: Candidates()].isCertain = true
        } else if escapes[failure].map({ $0.others.count <= 10 }) ?? true {
            escapes[failure, default: Candidates()].others.formUnion(others)
        }
    }

    /// A failure for each replacement that a container of the test still has and that was never used, sorted by line. If the test is not
    /// strict, only for each registration that was never used because a closure for a context takes precedence over it.
    func unusedReplacements(in subject: TestReport.Subject) -> [TestReport.Failure] {
        guard isStrict || !contexts.isEmpty else { return [] }
        var numbers: Set<UInt64> = []
        let failures = containers.flatMap { container in
            let replacements = container.manager.replacementsSinceCopy
            return replacements.compactMap { replacement -> TestReport.Failure? in
                let judged = replacement.collection ?? replacement.dependency
                guard !replacement.isAutomatic, container.initial?.contains(replacement) != true,
                    !allowed.contains(judged), let key = ReplacementKey(replacement), !used.contains(key),
                    !optional.contains(replacement.number), numbers.insert(replacement.number).inserted
                else { return nil }
                let overriding = replacements.first { $0.kind == .override && $0.dependency == judged }
                let (override, context) = (overriding?.call, contexts[judged])
                guard isStrict || replacement.kind == .registration && override == nil && context != nil else {
                    return nil
                }
                return .unused(
                    replacement,
                    of: sourceName(of: container.type),
                    in: subject,
                    isStrict: isStrict,
                    override: override,
                    context: context
                )
            }
        }
        return failures.sortedByLine
    }

    /// Ends the report.
    ///
    /// - Returns: The state at the end, to be reported.
    mutating func end() -> Self {
        hasEnded = true
        let ended = self
        // A container may outlive its test, and retains the report.
        (deferred, escapes, containers, outerManagers) = ([], [:], [], [])
        return ended
    }
}

extension FactoryContextType {
    /// Whether it applies to a run of the program, and not to a kind of build or device.
    var countsAsReplacement: Bool {
        switch self {
        case .arg, .args, .environment, .preview, .test: true
        case .debug, .simulator, .device: false
        }
    }
}
