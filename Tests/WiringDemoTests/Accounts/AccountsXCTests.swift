import Wiring
import WiringDemo
import XCTest

/// The accounts as an app's XCTest suite tests them: on the process's container, between a push and a pop.
final class AccountsXCTests: XCTestCase {
    override func setUp() {
        Container.shared.manager.push()
        Container.shared.setupMocks()
    }

    override func tearDown() {
        Container.shared.manager.pop()
    }

    func testSetupMocks() async {
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertEqual(model.accounts.map(\.name), ["Mock checking"])
    }

    func testNoAccounts() async {
        Container.shared.accountLoading.register { MockNoAccounts() }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertTrue(model.isEmpty)
    }

    func testError() async {
        Container.shared.accountLoading.register { MockAccountError(404) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertFalse(model.isLoaded)
        XCTAssertTrue(model.isError)
    }

    func testNoAccountsInTheNetworksAnswer() async throws {
        let json = #"{ "accounts": [] }"#
        Container.shared.networking.register { MockJSON(json) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertTrue(model.isEmpty)
    }

    func testErrorOfTheNetwork() async throws {
        Container.shared.networking.register { MockError(404) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertFalse(model.isLoaded)
        XCTAssertTrue(model.isError)
    }

    func testResetAndSetUpAnew() async {
        Container.shared.reset()
        Container.shared.setupMocks()
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertFalse(model.isEmpty)
    }
}
