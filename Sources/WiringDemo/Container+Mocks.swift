import Foundation
public import Wiring
import WiringAsync
import WiringModules

extension Container {
    /// Registers mocks for previews and tests, so that they neither reach outside the process nor receive anything from it.
    ///
    /// Only the lowest layer is replaced. A test can still replace any other layer.
    public func setupMocks() {
        notificationCenter.register { [center = NotificationCenter()] in center }
        networking.register {
            MockJSON(#"{ "accounts": [{ "name": "Mock checking", "balance": 100, "currency": "EUR" }] }"#)
        }
        emailChecking.register { TakenAddresses.examples }
        screenshotSource.register { MockScreenshots() }
        storePath.register { nil }
        userName.register { "mock" }
        requestLines.register { MockLines([]) }
        answerLines.register { CollectedLines() }
        announcer.register { CollectedLines() }
    }
}
