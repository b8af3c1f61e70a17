import Testing

extension TestReport {
    private static let running = Locked<[ObjectIdentifier: TestReport]>([:])

    /// Up to 12 of the running tests that have a trait of this library. There may be thousands.
    static var runningSample: [TestReport] { running.withLock { Array($0.values.prefix(12)) } }

    /// Runs the test on its own task, and reports at its end what is left to report.
    func run(_ test: Test, _ testCase: Test.Case?, _ operation: @Sendable () async throws -> Void) async throws {
        begin()
        let watch = IssueHandlingTrait.filterIssues { [self] issue in
            // An issue of no test comes to the handlers of all running tests, and also to the runner, which reports it.
            guard Test.current != nil else { return false }
            if issue.isFailure { state.withLock { $0.hasFailed = true } }
            return true
        }
        // Without a runner, nothing handles issues.
        guard Test.current != nil else {
            defer { finish(isComplete: false) }
            return try await operation()
        }
        defer { attachResolutions() }
        try await watch.provideScope(for: test, testCase: testCase) { [self] in
            do {
                try await operation()
            } catch {
                if !Self.isCancellation(error) { state.withLock { $0.hasFailed = true } }
                finish(isComplete: false)
                throw error
            }
            // A time limit cancels the test, and its issue is recorded elsewhere. Without one, `Test.cancel()` does.
            if Task.isCancelled, test.timeLimit != nil { state.withLock { $0.hasFailed = true } }
            finish(isComplete: !Task.isCancelled)
        }
    }

    /// Whether an error is that of `Test.cancel()`, whose type has no public name.
    private static func isCancellation(_ error: any Error) -> Bool {
        Task.isCancelled && String(reflecting: type(of: error)) == "Testing.SkipInfo"
    }

    /// Begins the test.
    func begin() { Self.running.withLock { $0[ObjectIdentifier(self)] = self } }

    /// Ends the test, and records what is left to report.
    ///
    /// - Parameter isComplete: Whether the test returned without an error. Otherwise it may have had no chance to use its
    ///   replacements.
    func finish(isComplete: Bool) {
        let ended = state.withLock { $0.end() }
        ended.outerManagers.forEach { EscapeWatch.stop($0, for: self) }
        _ = Self.running.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
        for failure in ended.deferred.sortedByLine { ended.recorded[failure].map { record(failure, unless: $0) } }
        for failure in ended.escapes.keys.sortedByLine {
            guard let candidates = ended.escapes[failure] else { continue }
            let isFailure = candidates.isCertain || ended.isStrictAboutEscapes
            record(failure.naming(candidates.others), severity: isFailure ? .error : .warning)
        }
        guard ended.hasRun, isComplete else { return }
        for failure in ended.unusedReplacements(in: subject) {
            record(failure, severity: ended.isStrict ? .error : .warning)
        }
    }
}
