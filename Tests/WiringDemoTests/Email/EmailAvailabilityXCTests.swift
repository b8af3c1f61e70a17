import Wiring
import WiringDemo
import XCTest

/// XCTests of the e-mail model.
@MainActor
final class EmailAvailabilityXCTests: XCTestCase {
    private let container = Container()
    private let runner = CollectingRunner()

    private func model(taken: Set<String>) -> EmailAvailabilityModel {
        container.asyncRunner.register { [runner] in runner }
        container.emailChecking.register { TakenAddresses(Set(taken.compactMap(EmailAddress.init))) }
        return container.emailAvailabilityModel()
    }

    func testNotAvailable() async throws {
        let model = model(taken: ["ada@example.com"])
        model.email = "ada@example.com"
        await runner.awaitAll()
        XCTAssertFalse(model.isEmailAvailable)
    }

    func testAvailable() async throws {
        let model = model(taken: [])
        model.email = "ada@example.com"
        await runner.awaitAll()
        XCTAssertTrue(model.isEmailAvailable)
    }
}
