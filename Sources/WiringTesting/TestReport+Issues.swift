import Testing

extension TestReport {
    /// Records an issue: now, if this is the test's task or the test has ended; otherwise at the end of the test.
    ///
    /// - Parameter eachTime: Whether to record the same failure again each time that it happens on the test's task.
    func report(_ failure: Failure, eachTime: Bool = false) {
        // The cases of a parameterized test share one `Test`. Only the report tells them apart.
        let isOnTestTask = TestIsolation.currentReport?.isWithin(self) ?? false
        let (isDue, hasEnded) = state.withLock {
            ($0.add(failure, isOnTestTask: isOnTestTask, eachTime: eachTime), $0.hasEnded)
        }
        guard isDue else { return }
        // Without a current test, the issue does not name the test that it belongs to.
        record(hasEnded && Test.current == nil ? failure.ofEndedTest(subject.name) : failure)
    }

    /// Records an issue now.
    func record(_ failure: Failure, severity: Issue.Severity = .error) {
        Issue.recordInAnyTest(
            failure.message,
            severity: severity,
            at: failure.call.map { SourceLocation($0, near: subject.location) } ?? subject.location
        )
    }

    /// Records an error of a trait's change. The test does not run.
    func recordSetUpError(_ error: any Error, at location: SourceLocation) {
        state.withLock { $0.hasRun = false }
        if let refusal = error as? ChangeOutsideTest {
            Issue.record("\(refusal.description)", sourceLocation: location)
        } else {
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
