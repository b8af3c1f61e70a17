import Foundation
public import Wiring

extension Container {
    /// Registers what previews and tests begin with: nothing that reaches out of the process, or in from outside.
    ///
    /// The mocks stand as deep as they can, so that a test can still replace what is above or below them.
    public func setupMocks() {
        notificationCenter.register { [center = NotificationCenter()] in center }
        networking.register {
            MockJSON(#"{ "accounts": [{ "name": "Mock checking", "balance": 100, "currency": "EUR" }] }"#)
        }
        emailChecking.register { TakenAddresses.examples }
    }
}
