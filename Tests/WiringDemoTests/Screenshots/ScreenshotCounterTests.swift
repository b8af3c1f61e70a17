import Foundation
import Observation
import Testing
import Wiring
import WiringDemo

@MainActor
@Suite(.limitedWait) struct ScreenshotCounterTests {
    /// ```
    /// test                     monitoring task
    /// create the counter
    /// post
    /// wait for the count       first iteration, count
    /// ```
    @Test func screenshotImmediatelyAfterTheInitializerIsCounted() async {
        for _ in 0..<repetitions {
            let (container, center) = Container.withCenter()
            let counter = container.screenshotCounter()
            center.postScreenshot()
            #expect(counter.count == 0)
            await counter.waitForCount(1)
            #expect(counter.count == 1)
            counter.cancelMonitoring()
        }
    }

    @Test func screenshotAfterCancellingIsNotCounted() async {
        for _ in 0..<repetitions {
            let (container, center) = Container.withCenter()
            let counter = container.screenshotCounter()
            center.postScreenshot()
            await counter.waitForCount(1)
            counter.cancelMonitoring()
            center.postScreenshot()
            await center.waitForRemoval()
            center.postScreenshot()
            #expect(counter.count == 1)
        }
    }

    /// ```
    /// test, on the main actor       monitoring task, on the main actor
    /// post, post
    /// cancel
    /// wait for the end              find two screenshots in the stream
    /// ```
    @Test func uncountedScreenshotsAreDroppedByCancelling() async {
        for _ in 0..<repetitions {
            let (container, center) = Container.withCenter()
            let counter = container.screenshotCounter()
            center.postScreenshot()
            center.postScreenshot()
            counter.cancelMonitoring()
            await counter.waitForEnd()
            #expect(counter.count == 0)
        }
    }

    @Test func cancellingTwiceHasNoFurtherEffect() async {
        let (container, center) = Container.withCenter()
        let counter = container.screenshotCounter()
        counter.cancelMonitoring()
        counter.cancelMonitoring()
        await center.waitForRemoval()
        #expect(center.observerCount == 0)
    }

    @Test func concurrentScreenshotsYieldEveryCountInOrder() async {
        let (container, center) = Container.withCenter()
        let counter = container.screenshotCounter()
        let counts = counter.counts()
        let each = max(1, repetitions / 4)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<each { center.postScreenshot() } }
            }
        }
        await counter.waitForCount(4 * each)
        counter.cancelMonitoring()
        var received: [Int] = []
        for await count in counts { received.append(count) }
        #expect(received == Array(1...4 * each))
    }

    @Test func twoCountersBothCount() async {
        let (container, center) = Container.withCenter()
        let (first, second) = (container.screenshotCounter(), container.screenshotCounter())
        center.postScreenshot()
        await first.waitForCount(1)
        await second.waitForCount(1)
        #expect(first.count == 1)
        #expect(second.count == 1)
    }

    @Test func observersOfTheCountAreNotified() async {
        let (container, center) = Container.withCenter()
        let counter = container.screenshotCounter()
        let (changes, change) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            _ = counter.count
        } onChange: {
            change.yield()
        }
        center.postScreenshot()
        for await _ in changes { break }
        await counter.waitForCount(1)
        #expect(counter.text == "1 screenshot has been taken")
    }

    @Test func releasedCounterRemovesItsObserver() async {
        let (container, center) = Container.withCenter()
        weak var dropped: ScreenshotCounter?
        do {
            let counter = container.screenshotCounter()
            center.postScreenshot()
            await counter.waitForCount(1)
            dropped = counter
        }
        await center.waitForRemoval()
        #expect(dropped == nil)
        #expect(center.observerCount == 0)
    }

    @Test func waitingEndsWithTheStream() async {
        let (screenshots, screenshot) = AsyncStream<Void>.makeStream()
        let counter = ScreenshotCounter(monitoring: screenshots)
        screenshot.yield()
        screenshot.finish()
        await counter.waitForCount(2)
        #expect(counter.count == 1)
        await counter.waitForCount(3)
        for await count in counter.counts() { Issue.record("counted \(count)") }
    }

    @Test(arguments: [
        (0, "0 screenshots have been taken"), (1, "1 screenshot has been taken"), (2, "2 screenshots have been taken"),
    ])
    func textContainsTheNumber(count: Int, text: String) {
        let counter = ScreenshotCounter()
        for _ in 0..<count { counter.record() }
        #expect(counter.text == text)
    }
}
