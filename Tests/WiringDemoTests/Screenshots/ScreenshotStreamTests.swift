import Foundation
import Testing
import Wiring
import WiringDemo

@Suite(.limitedWait) struct ScreenshotStreamTests {
    /// The number of buffered elements. The stream is empty and ended afterwards, because a cancelled iteration drains it.
    private func drain(_ stream: AsyncStream<Void>) async -> Int {
        let task = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        task.cancel()
        return await task.value
    }

    @Test func yieldsOnceForEachPostBeforeTheFirstIteration() async {
        for _ in 0..<repetitions {
            let (container, center) = Container.withCenter()
            let stream = container.screenshots()
            center.postScreenshot()
            center.postScreenshot()
            #expect(await drain(stream) == 2)
        }
    }

    @Test func doesNotYieldForOtherNotifications() async {
        let (container, center) = Container.withCenter()
        let stream = container.screenshots()
        center.center.post(name: Notification.Name("other"), object: nil)
        center.center.post(name: .screenshotTaken, object: self)
        #expect(await drain(stream) == 1)
    }

    @Test func observerIsInPlaceWhenTheFactoryReturns() {
        let (container, center) = Container.withCenter()
        let stream = container.screenshots()
        #expect(center.observerCount == 1)
        withExtendedLifetime(stream) {}
    }

    @Test func observesTheInjectedCenter() async {
        let container = Container()
        let center = NotificationCenter()
        container.notificationCenter.register { center }
        let stream = container.screenshots()
        center.post(name: .screenshotTaken, object: nil)
        #expect(await drain(stream) == 1)
    }

    @Test func observesTheDefaultCenterIfNoneIsInjected() async {
        let stream = Container().screenshots()
        NotificationCenter.default.post(name: .screenshotTaken, object: nil)
        // Other tests can post to the default center, too.
        #expect(await drain(stream) >= 1)
    }

    /// ```
    /// posters 1…4        consumers 1 and 2
    /// post, post, …      resolved before; iterate concurrently
    /// ```
    @Test func twoConsumersBothReceiveEveryScreenshotOfSeveralThreads() async {
        let (container, center) = Container.withCenter()
        let each = max(1, repetitions / 4)
        let streams = [container.screenshots(), container.screenshots()]
        await withTaskGroup(of: Int?.self) { group in
            for stream in streams {
                group.addTask {
                    var count = 0
                    for await _ in stream {
                        count += 1
                        if count == 4 * each { break }
                    }
                    return count
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<each { center.postScreenshot() }
                    return nil
                }
            }
            for await count in group { if let count { #expect(count == 4 * each) } }
        }
        for stream in streams { #expect(await drain(stream) == 0) }
    }

    @Test func eachResolutionSubscribesSeparatelyDespiteADefaultScope() async {
        let (container, center) = Container.withCenter()
        container.manager.defaultScope = .cached
        let (first, second) = (container.screenshots(), container.screenshots())
        center.postScreenshot()
        #expect(await drain(first) == 1)
        #expect(await drain(second) == 1)
    }

    @Test func cancellingTheIterationRemovesTheObserver() async {
        let (container, center) = Container.withCenter()
        let stream = container.screenshots()
        let task = Task { for await _ in stream {} }
        task.cancel()
        await task.value
        await center.waitForRemoval()
        #expect(center.observerCount == 0)
    }

    @Test func endingTheIterationRemovesTheObserver() async {
        let (container, center) = Container.withCenter()
        await Self.takeOne(of: container.screenshots(), after: center.postScreenshot)
        await center.waitForRemoval()
        #expect(center.observerCount == 0)
    }

    private static func takeOne(of stream: consuming AsyncStream<Void>, after post: () -> Void) async {
        post()
        for await _ in stream { break }
    }

    @Test func releasingAnUnusedStreamRemovesTheObserver() async {
        let (container, center) = Container.withCenter()
        _ = container.screenshots()
        await center.waitForRemoval()
        #expect(center.observerCount == 0)
    }

    /// ```
    /// poster     consumer
    /// post       iterate
    /// post       cancel      in any order
    /// ```
    @Test func postingDuringCancellationLeavesNoObserver() async {
        let (container, center) = Container.withCenter()
        for _ in 0..<repetitions {
            let stream = container.screenshots()
            let consumer = Task {
                var count = 0
                for await _ in stream { count += 1 }
                return count
            }
            async let posted: Void = {
                center.postScreenshot()
                center.postScreenshot()
            }()
            async let cancelled: Void = consumer.cancel()
            _ = await (posted, cancelled)
            #expect(await consumer.value <= 2)
            await center.waitForRemoval()
            #expect(center.observerCount == 0)
        }
    }
}
