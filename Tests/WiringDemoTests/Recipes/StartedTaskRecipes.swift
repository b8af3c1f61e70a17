import Observation
import Testing
import WiringDemo
import WiringTesting

/// Tests of code that starts tasks itself. The article *Testing asynchronous streams* explains them.
@MainActor
@Suite(.repeated, .container, .limitedWait)
struct StartedTaskRecipes {
    @Test func testDecidesWhenTheWorkRuns() async {
        let runner = CollectingRunner()
        Container.shared.asyncRunner.register { runner }
        let model = Container.shared.emailAvailabilityModel()
        model.email = "new@example.com"
        #expect(!model.isEmailAvailable)
        await runner.awaitAll()
        #expect(model.isEmailAvailable)
    }

    @Test func lastOfTwoConcurrentChecksWins() async throws {
        let (runner, checking) = (TrackingRunner(), HeldAnswers())
        Container.shared.asyncRunner.register { runner }
        Container.shared.emailChecking.register { checking }
        var questions = checking.questions.makeAsyncIterator()
        let model = Container.shared.emailAvailabilityModel()
        model.email = "first@example.com"
        let first = try #require(await questions.next())
        model.email = "second@example.com"
        let second = try #require(await questions.next())
        second.answer.resume(returning: false)
        first.answer.resume(returning: true)
        await runner.waitForAll()
        #expect(first.email == "first@example.com")
        #expect(second.email == "second@example.com")
        #expect(!model.isEmailAvailable)
    }

    @Test func observersSeeTheChangeOfATaskThatTheTestCannotAwait() async throws {
        let checking = HeldAnswers()
        Container.shared.emailChecking.register { checking }
        var questions = checking.questions.makeAsyncIterator()
        let model = Container.shared.emailAvailabilityModel()
        model.email = "new@example.com"
        let question = try #require(await questions.next())
        let (changes, change) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            #expect(!model.isEmailAvailable)
        } onChange: {
            change.finish()
        }
        question.answer.resume(returning: true)
        for await _ in changes {}
        #expect(model.isEmailAvailable)
    }
}
