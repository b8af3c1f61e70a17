import Wiring
import WiringDemo
import XCTest

/// XCTests of the counter and its screen.
@MainActor
final class ScreenshotXCTests: XCTestCase {
    func testDefaultScreenshotActionIncrementsTheCount() async {
        let counter = ScreenshotCounter()
        let action = ScreenshotScreen.Actions.counting(with: counter)
        XCTAssertEqual(counter.count, 0)
        await action()
        XCTAssertEqual(counter.count, 1)
    }

    func testScreenshotActionIsCalledWhenAScreenshotIsPosted() async {
        let (container, center) = Container.withCenter()
        let called = expectation(description: "screenshot action called")
        let stream = container.screenshots()
        let actions = ScreenshotScreen.Actions.responding(to: { stream }, with: { called.fulfill() })
        let shown = Task { await actions.onDisplay() }
        center.postScreenshot()
        await fulfillment(of: [called], timeout: 60)
        shown.cancel()
    }

    func testOnDisplayActionIsCalledWhenTheScreenIsShown() async {
        let container = Container()
        let called = expectation(description: "onDisplay called")
        container.screenshotActions.register { _ in ScreenshotScreen.Actions { called.fulfill() } }
        await container.screenshotScreen().show()
        await fulfillment(of: [called], timeout: 60)
    }

    func testCounterMissesNoScreenshotAfterItsInitializer() async {
        for _ in 0..<repetitions {
            let (container, center) = Container.withCenter()
            let counter = container.screenshotCounter()
            XCTAssertEqual(counter.count, 0)
            center.postScreenshot()
            await counter.waitForCount(1)
            XCTAssertEqual(counter.count, 1)
            counter.cancelMonitoring()
        }
    }
}
