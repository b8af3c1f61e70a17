import Testing
import WiringDemo
import WiringModules
import WiringTesting

/// Tests of code that consumes an asynchronous stream. The article *Testing asynchronous streams* explains them.
///
/// Each test waits for an event of the model or of the stream. None of them sleeps or polls.
@MainActor
@Suite(.repeated, .container, .limitedWait)
struct StreamRecipes {
    // MARK: - Holding the continuation

    @Test func screenshotsAreCountedInOrder() async {
        let (screenshots, screenshot) = AsyncStream<Void>.makeStream()
        Container.shared.screenshots.register { screenshots }
        let counter = Container.shared.screenshotCounter()
        let counts = counter.counts()
        screenshot.yield()
        screenshot.yield()
        screenshot.finish()
        #expect(await counts.collected() == [1, 2])
        #expect(counter.text == "2 screenshots have been taken")
    }

    // MARK: - Stepping through the elements

    @Test func screenshotsAreCountedOneAtATime() async {
        let screenshots = SteppedStream<Void>()
        Container.shared.screenshots.register { screenshots.stream }
        let counter = Container.shared.screenshotCounter()
        await screenshots.waitForConsumer()
        #expect(counter.count == 0)
        await screenshots.step()
        #expect(counter.count == 1)
        await screenshots.step()
        #expect(counter.count == 2)
    }

    // MARK: - Cancelling

    @Test func nothingIsCountedAfterMonitoringIsCancelled() async throws {
        let (screenshots, screenshot) = AsyncStream<Void>.makeStream()
        typealias Termination = AsyncStream<Void>.Continuation.Termination
        let (ends, end) = AsyncStream<Termination>.makeStream()
        screenshot.onTermination = {
            end.yield($0)
            end.finish()
        }
        Container.shared.screenshots.register { screenshots }
        let counter = Container.shared.screenshotCounter()
        screenshot.yield()
        await counter.waitForCount(1)
        counter.cancelMonitoring()
        try #require(await ends.collected() == [.cancelled])
        await counter.waitForEnd()
        #expect(screenshot.yield().isTerminated)
        #expect(counter.count == 1)
    }

    @Test func bufferedScreenshotsAreNotCountedAfterCancelling() async {
        let (screenshots, screenshot) = AsyncStream<Void>.makeStream()
        Container.shared.screenshots.register { screenshots }
        let counter = Container.shared.screenshotCounter()
        screenshot.yield()
        counter.cancelMonitoring()
        screenshot.finish()
        await counter.waitForEnd()
        #expect(counter.count == 0)
    }

    @Test func hiddenScreenStopsCounting() async {
        let screenshots = SteppedStream<Void>()
        Container.shared.screenshots.register { screenshots.stream }
        let screen = Container.shared.screenshotScreen()
        let shown = Task { await screen.show() }
        await screenshots.waitForConsumer()
        #expect(await screenshots.step())
        shown.cancel()
        #expect(await !screenshots.step())
        screenshots.finish()
        await shown.value
        #expect(screen.text == "1 screenshot has been taken")
    }

    // MARK: - Two subscribers

    @Test func twoCountersBothCountEachScreenshotOnce() async throws {
        let container = Container.shared
        var subscribers = container.subscribersToScreenshots()
            .makeAsyncIterator()
        let counters = [
            container.screenshotCounter(), container.screenshotCounter(),
        ]
        let counts = counters.map { $0.counts() }
        let first = try #require(await subscribers.next())
        let second = try #require(await subscribers.next())
        for _ in 1...3 {
            first.yield()
            second.yield()
        }
        first.finish()
        second.finish()
        #expect(await counts[0].collected() == [1, 2, 3])
        #expect(await counts[1].collected() == [1, 2, 3])
        #expect(counters.map(\.count) == [3, 3])
    }

    @Test func cancellingOneSubscriberDoesNotAffectTheOther() async throws {
        let container = Container.shared
        var subscribers = container.subscribersToScreenshots()
            .makeAsyncIterator()
        let cancelled = container.screenshotCounter()
        let counter = container.screenshotCounter()
        let first = try #require(await subscribers.next())
        let second = try #require(await subscribers.next())
        first.yield()
        second.yield()
        await cancelled.waitForCount(1)
        await counter.waitForCount(1)
        cancelled.cancelMonitoring()
        for subscriber in [first, second] {
            subscriber.yield()
            subscriber.finish()
        }
        await cancelled.waitForEnd()
        await counter.waitForEnd()
        #expect(cancelled.count == 1)
        #expect(counter.count == 2)
    }

    @Test func eachDisplayedScreenSubscribesSeparately() async throws {
        var subscribers = Container.shared.subscribersToScreenshots().makeAsyncIterator()
        let (left, right) = (Container.shared.screenshotScreen(), Container.shared.screenshotScreen())
        async let leftShown: Void = left.show()
        let leftScreenshot = try #require(await subscribers.next())
        async let rightShown: Void = right.show()
        let rightScreenshot = try #require(await subscribers.next())
        leftScreenshot.yield()
        leftScreenshot.finish()
        rightScreenshot.finish()
        _ = await (leftShown, rightShown)
        #expect(left.counter.count == 1)
        #expect(right.counter.count == 0)
    }

    @Test func eachStreamOfCountsGetsEveryCountOnceInOrder() async {
        let counter = ScreenshotCounter()
        let (first, second, cancelled) = (counter.counts(), counter.counts(), counter.counts())
        let following = Task { await cancelled.collected() }
        counter.record()
        counter.record()
        following.cancel()
        #expect(await following.value == [1, 2])
        counter.record()
        counter.cancelMonitoring()
        #expect(await first.collected() == [1, 2, 3])
        #expect(await second.collected() == [1, 2, 3])
    }
}
