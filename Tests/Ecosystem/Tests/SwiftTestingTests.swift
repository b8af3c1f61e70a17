import Testing
import WiringTesting

/// Places of Swift Testing that are not a test's body.
@Suite(.timeLimit(.minutes(1))) struct SwiftTestingTests {
    private static let conditions = Seen()

    @Test(
        .container { $0.label.override { "the test's" } },
        .enabled { conditions.noteAndReturn(true) },
        .disabled { conditions.noteAndReturn(false) },
        .enabled(if: conditions.noteAndReturn(true)),
        .disabled(if: conditions.noteAndReturn(false))
    )
    func aConditionIsEvaluatedInTheProcesssContainer() async throws {
        let seen = await Self.conditions.next(4)
        try await Place(
            .test,
            "`@Test(.enabled { … })` and `.disabled { … }`, also with `if:`",
            sees: "the process's",
            write: "`try Test.cancel()`, in the test",
            strictTest: .isSilent("the test has not begun")
        ).check {
            seen
        } remedied: {
            try within(Place.intended) {
                guard current == Place.intended else { try Test.cancel() }
                return current
            }
        }
    }

    @Test func theMatcherOfAKnownIssueRunsInTheContainerOfTheRecorder() async throws {
        try await Place(
            .test,
            "`withKnownIssue { … } matching: { issue in … }`",
            sees: "that of the code that records the issue",
            write: "`matching: Container.shared.bind { issue in … }`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            let seen = Seen()
            within("the caller's") { Self.matchIssue { _ in seen.noteAndReturn(true) } }
            return await seen.next()
        } remedied: {
            let seen = Seen()
            within(Place.intended) { Self.matchIssue(Container.shared.bind { _ in seen.noteAndReturn(true) }) }
            return await seen.next()
        }
    }

    /// Records an issue with another container than that of the matcher.
    private static func matchIssue(_ matches: @escaping @Sendable (Issue) -> Bool) {
        withKnownIssue {
            within("that of the code that records the issue") { _ = Issue.record("expected") }
        } matching: {
            matches($0)
        }
    }
}

extension Seen {
    /// Notes the current label, and returns what a condition has to.
    fileprivate func noteAndReturn(_ result: Bool) -> Bool {
        note()
        return result
    }
}
