import Testing
import Wiring
import WiringDemo

@MainActor
@Suite(.limitedWait) struct ScreenshotScreenTests {
    /// Observes the subscriptions of a displayed screen, and posts screenshots.
    private struct Display {
        let container = Container()
        let center = CountingNotificationCenter()
        let subscriptions: AsyncStream<Void>

        init() {
            // Resolves the stream in another container, and reports each subscription.
            let live = Container()
            let (subscriptions, subscription) = AsyncStream<Void>.makeStream()
            self.subscriptions = subscriptions
            live.notificationObserving.register { [center] in center }
            container.screenshots.register {
                defer { subscription.yield() }
                return live.screenshots()
            }
        }

        func waitForSubscription() async { for await _ in subscriptions { return } }
    }

    @Test func defaultScreenshotActionIncrementsTheCount() async {
        let counter = ScreenshotCounter()
        let action = ScreenshotScreen.Actions.counting(with: counter)
        #expect(counter.count == 0)
        await action()
        #expect(counter.count == 1)
    }

    /// ```
    /// test                        screen
    /// show
    /// wait for the subscription   resolve the stream, iterate
    /// post
    /// wait for the response       respond
    /// ```
    @Test func defaultActionOnDisplayRespondsToEachScreenshot() async {
        for _ in 0..<repetitions {
            let display = Display()
            let (responses, response) = AsyncStream<Void>.makeStream()
            let container = display.container
            let actions = ScreenshotScreen.Actions.responding(to: { container.screenshots() }) { response.yield() }
            let shown = Task { await actions.onDisplay() }
            await display.waitForSubscription()
            display.center.postScreenshot()
            display.center.postScreenshot()
            var iterator = responses.makeAsyncIterator()
            #expect(await iterator.next() != nil)
            #expect(await iterator.next() != nil)
            shown.cancel()
            await shown.value
        }
    }

    @Test func showingTheScreenRunsTheInjectedAction() async {
        let container = Container()
        let (displays, display) = AsyncStream<Void>.makeStream()
        container.screenshotActions.register { _ in ScreenshotScreen.Actions { display.yield() } }
        await container.screenshotScreen().show()
        display.finish()
        var count = 0
        for await _ in displays { count += 1 }
        #expect(count == 1)
    }

    @Test func liveScreenCountsWheneverItIsShown() async {
        let display = Display()
        let screen = display.container.screenshotScreen()
        display.center.postScreenshot()
        for shown in 1...2 {
            let task = Task { await screen.show() }
            await display.waitForSubscription()
            display.center.postScreenshot()
            await screen.counter.waitForCount(shown)
            task.cancel()
            await task.value
            display.center.postScreenshot()
        }
        #expect(screen.text == "2 screenshots have been taken")
    }
}
