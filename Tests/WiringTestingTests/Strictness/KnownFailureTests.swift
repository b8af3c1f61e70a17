import Testing
import WiringFixtures
import WiringTesting

extension Container {
    fileprivate var live: Factory<Int> { self { 1 } }
    fileprivate var second: Factory<Int> { self { 1 } }
}

/// Always fails at the same line, so that it is the same failure each time.
private func resolveLive(from container: Container = .shared) { _ = container.live() }

/// Expects a number of issues that are not known, and drops them.
private struct Failures: TestTrait, TestScoping {
    let expectedCount: Int
    private let recorded = Lines()

    init(_ expectedCount: Int) { self.expectedCount = expectedCount }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let handler = IssueHandlingTrait.compactMapIssues { issue in
            guard issue.isFailure else { return issue }
            recorded.add("\(issue)")
            return nil
        }
        try await handler.provideScope(for: test, testCase: testCase, performing: function)
        #expect(recorded.count == expectedCount)
    }
}

extension Trait where Self == IssueHandlingTrait {
    fileprivate static var droppingKnownIssues: Self { .compactMapIssues { $0.isFailure ? $0 : nil } }
    /// Handles an issue with code that fails the test.
    fileprivate static var resolving: Self {
        .compactMapIssues { issue in
            _ = Container.shared.second()
            return issue
        }
    }
}

/// A failure within `withKnownIssue` hides no other.
@Suite(.timeLimit(.minutes(10))) struct KnownFailureTests {
    @Test(Failures(1), .container(.strict)) func failureAfterAKnownOneIsRecorded() {
        withKnownIssue { resolveLive() }
        resolveLive()
        resolveLive()
        withKnownIssue(isIntermittent: true) { resolveLive() }
    }

    @Test(Failures(1), .container(.strict), .droppingKnownIssues) func failureAfterADroppedOneIsRecorded() {
        withKnownIssue { resolveLive() }
        withKnownIssue { resolveLive() }
        resolveLive()
    }

    @Test(Failures(1)) func failureOfOperationAfterAKnownOneIsRecorded() {
        withTestContainer(.strict) {
            withKnownIssue { resolveLive() }
            resolveLive()
        }
    }

    @Test(Failures(1), .container(.strict)) func failureOfNestedOperationAfterAKnownOneIsRecorded() {
        withTestContainer(.strict) {
            withKnownIssue { resolveLive() }
            resolveLive()
        }
    }

    @Test(.container(.strict)) func eachOfManyTasksRecordsItsKnownFailure() async {
        await withTaskGroup { group in
            for _ in 0..<200 { group.addTask { withKnownIssue { resolveLive() } } }
        }
    }

    @Test(Failures(1), .container(.strict)) func failureOfManyTasksIsRecordedOnce() async {
        await withTaskGroup { group in
            for index in 0..<200 {
                group.addTask {
                    index % 2 == 0 ? resolveLive() : withKnownIssue(isIntermittent: true) { resolveLive() }
                }
            }
        }
    }

    @Test(Failures(1), .container(.strict)) func failureOfAnotherThreadHidesNoKnownOne() async {
        let container = Container.shared
        await Task.detached { resolveLive(from: container) }.value
        withKnownIssue { resolveLive() }
    }

    @Test(Failures(1), .container(.strict)) func failureOfAnotherThreadAndOfTheTestIsRecordedOnce() async {
        let container = Container.shared
        for _ in 1...2 { await Task.detached { resolveLive(from: container) }.value }
        resolveLive()
    }

    /// One failure of the test, and one of the handler.
    @Test(Failures(2), .container(.strict), .resolving) func failureOfHandlerIsRecordedAtTheEnd() { resolveLive() }
}
