import Dispatch
import IssueReporting
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct IssueReportingTests {
    @Test func anIssueInADetachedTaskFailsNoTest() async throws {
        try await Place(
            .test,
            "xctest-dynamic-overlay: the reporters of `reportIssue` in a detached task or on a queue",
            sees: "the process's, and the test passes",
            write: "`Task { }` or a child task; from a queue, return the error to the test's task and report it there",
            strictTest: .isSilent("no dependency is resolved")
        ).check {
            let detached = await Self.reporter { await Task.detached { reportIssue("no book") }.value }
            let queue = await Self.reporter {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        reportIssue("no book")
                        continuation.resume()
                    }
                }
            }
            return merged([detached, queue])
        } remedied: {
            let task = await Self.reporter { await Task { reportIssue("no book") }.value }
            let queue = await Self.reporter {
                let error = await withCheckedContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: NoBook()) }
                }
                reportIssue(error)
            }
            return merged([task, queue])
        }
    }

    /// Whose reporter gets an issue.
    private static func reporter(_ operation: () async -> Void) async -> String {
        let seen = Seen()
        await withIssueReporters([Reporter(seen: seen)]) { await operation() }
        return await seen.all().isEmpty ? "the process's, and the test passes" : Place.intended
    }
}

private struct NoBook: Error {}

private struct Reporter: IssueReporter {
    let seen: Seen

    func reportIssue(
        _ message: @autoclosure () -> String?,
        severity: IssueSeverity,
        fileID: StaticString,
        filePath: StaticString,
        line: UInt,
        column: UInt
    ) {
        seen.note("reported")
    }
}
