import Wiring
import WiringDemo
import XCTest

/// XCTests of the accounts. They change the process's container between a push and a pop.
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

    func testNetworkWithoutAccounts() async throws {
        let json = #"{ "accounts": [] }"#
        Container.shared.networking.register { MockJSON(json) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertTrue(model.isEmpty)
    }

    func testNetworkError() async throws {
        Container.shared.networking.register { MockError(404) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertFalse(model.isLoaded)
        XCTAssertTrue(model.isError)
    }

    func testResetAndSetupMocks() async {
        Container.shared.accountLoading.register { MockAccountError(404) }
        Container.shared.reset()
        Container.shared.setupMocks()
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertFalse(model.isEmpty)
    }
}
