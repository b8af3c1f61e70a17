import Testing

extension TestReport {
    /// Whether the task records an issue, so that code here is that of its handlers.
    @TaskLocal private static var isRecording = false

    /// Records an issue: now, if this is the test's task or the test has ended; otherwise at the end of the test.
    ///
    /// - Parameter eachTime: Whether to record the same failure again each time that it happens on the test's task.
    func report(_ failure: Failure, eachTime: Bool = false) {
        // The cases of a parameterized test share one `Test`. Only the report tells them apart.
        let isOnTestTask = TestIsolation.currentReport?.isWithin(self) ?? false && !Self.isRecording
        if eachTime, isOnTestTask { return _ = record(failure) }
        let (recorded, hasEnded) = state.withLock { ($0.add(failure, isDeferred: !isOnTestTask), $0.hasEnded) }
        guard isOnTestTask || hasEnded && !Self.isRecording else { return }
        // Without a current test, the issue does not name the test that it belongs to.
        record(hasEnded && Test.current == nil ? failure.ofEndedTest(subject.name) : failure, unless: recorded)
    }

    /// Records an issue now, unless the same one has already failed the test. A known issue has not: the next one may not be expected.
    ///
    /// - Parameter recorded: Whether it has. Its lock is held meanwhile, because only an issue that has been recorded tells whether it is
    ///   known. A handler of issues, which is the user's code, does not come back here.
    func record(_ failure: Failure, unless recorded: Locked<Bool>) {
        recorded.withLock { if !$0 { $0 = record(failure).isFailure } }
    }

    /// Records an issue now.
    @discardableResult
    func record(_ failure: Failure, severity: Issue.Severity = .error) -> Issue {
        let location = failure.call.map { SourceLocation($0, near: subject.location) } ?? subject.location
        return Self.$isRecording.withValue(true) {
            Issue.recordInAnyTest(failure.message, severity: severity, at: location)
        }
    }

    /// Records an error of a trait's change. The test does not run.
    func recordSetUpError(_ error: any Error, at location: SourceLocation) {
        state.withLock { $0.hasRun = false }
        switch error {
        // `#require` has recorded its issue.
        case is ExpectationFailedError: break
        case let refusal as RefusedChange: Issue.record("\(refusal.description)", sourceLocation: location)
        default:
            Issue.record(
                error,
                "Wiring: the closure of a trait threw this error, so the test did not run",
                sourceLocation: location
            )
        }
    }

    /// Attaches the resolutions to the test, if it has failed.
    func attachResolutions() {
        let (hasFailed, resolutions, dropped) = state.withLock { ($0.hasFailed, $0.resolutions, $0.droppedCount) }
        guard hasFailed, !resolutions.isEmpty else { return }
        let tree =
            resolutions.map { "\($0.treeLine)\n" }.joined() + (dropped > 0 ? "and \(dropped) more\n" : "")
        Attachment.record(tree, named: "resolutions.txt", sourceLocation: subject.location)
    }
}
