import Testing
import Wiring
import WiringDemo

@MainActor
@Suite(.timeLimit(.minutes(10))) struct EmailAvailabilityTests {
    /// Waits until the test answers each check.
    private struct Gate: EmailChecking {
        let checks: AsyncStream<(String, CheckedContinuation<Bool, Never>)>
        private let check: AsyncStream<(String, CheckedContinuation<Bool, Never>)>.Continuation

        init() { (checks, check) = AsyncStream.makeStream() }

        func isAvailable(_ email: String) async -> Bool {
            await withCheckedContinuation { check.yield((email, $0)) }
        }
    }

    private let container = Container()
    private let runner = CollectingRunner()

    init() { container.asyncRunner.register { [runner] in runner } }

    @Test func nothingIsCheckedBeforeTheRunnerRuns() async {
        let model = container.emailAvailabilityModel()
        model.email = "new@example.com"
        #expect(!model.isEmailAvailable)
        await runner.awaitAll()
        #expect(model.isEmailAvailable)
    }

    @Test(arguments: [
        ("ada@example.com", false), ("ADA@EXAMPLE.COM", false), ("new@example.com", true), ("", false), ("new", false),
    ])
    func checksWhetherAnAddressIsAvailable(email: String, isAvailable: Bool) async {
        let model = container.emailAvailabilityModel()
        model.email = email
        await runner.awaitAll()
        #expect(model.isEmailAvailable == isAvailable)
    }

    @Test func newTextDiscardsTheEarlierResult() async {
        let model = container.emailAvailabilityModel()
        model.email = "new@example.com"
        await runner.awaitAll()
        model.email = "ada@example.com"
        #expect(!model.isEmailAvailable)
        await runner.awaitAll()
        #expect(!model.isEmailAvailable)
    }

    /// ```
    /// check of the first text      check of the second text
    /// request
    ///                              request
    ///                              answer: taken
    /// answer: available
    /// ```
    @Test func lateAnswerForAnEarlierTextIsDropped() async throws {
        let gate = Gate()
        var checks = gate.checks.makeAsyncIterator()
        container.emailChecking.register { gate }
        let model = container.emailAvailabilityModel()
        model.email = "first@example.com"
        async let first: Void = runner.awaitAll()
        let (firstText, firstAnswer) = try #require(await checks.next())
        model.email = "second@example.com"
        let secondRun = Task { [runner] in await runner.awaitAll() }
        let (secondText, secondAnswer) = try #require(await checks.next())
        #expect([firstText, secondText] == ["first@example.com", "second@example.com"])
        secondAnswer.resume(returning: false)
        await secondRun.value
        firstAnswer.resume(returning: true)
        await first
        #expect(!model.isEmailAvailable)
    }

    @Test func collectedWorkRunsInOrderIncludingWorkThatIsAddedMeanwhile() async {
        var order: [Int] = []
        let runner = runner
        runner.run {
            order.append(1)
            runner.run { order.append(3) }
        }
        runner.run { order.append(2) }
        #expect(order.isEmpty)
        await runner.awaitAll()
        #expect(order == [1, 2, 3])
        await runner.awaitAll()
        #expect(order == [1, 2, 3])
    }

    @Test func liveRunnerRunsWorkWithoutBeingAwaited() async {
        let (runs, run) = AsyncStream<Void>.makeStream()
        Container().asyncRunner().run { run.finish() }
        for await _ in runs {}
    }

    @Test func pendingCheckDoesNotRetainTheModel() async {
        weak var dropped: EmailAvailabilityModel?
        do {
            let model = container.emailAvailabilityModel()
            model.email = "new@example.com"
            dropped = model
        }
        #expect(dropped == nil)
        await runner.awaitAll()
    }

    @Test(arguments: ["a@b", "ada.lovelace+test@example.com", "é@example.com"])
    func acceptsAnAddress(text: String) { #expect(EmailAddress(text)?.description == text) }

    @Test(arguments: ["", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b\n", "\u{FEFF}a@b"])
    func rejectsOtherText(text: String) { #expect(EmailAddress(text) == nil) }
}
