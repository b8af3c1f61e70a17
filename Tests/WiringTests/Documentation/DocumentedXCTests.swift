import WiringTesting
import XCTest

// The XCTest examples of the articles, verbatim. `SnippetTests` compares them.

final class PushedWeatherTests: XCTestCase {
    override func setUp() {
        Container.shared.manager.push()
        Container.shared.weather.register { MockWeather() }
    }

    override func tearDown() { Container.shared.manager.pop() }

    func testTellsTheSky() {
        XCTAssertEqual(Container.shared.weatherReport().text, "The sky is clear.")
    }
}

final class WeatherTests: XCTestCase {
    override func invokeTest() {
        withContainer(.clearSky) { super.invokeTest() }
    }

    func testTellsTheSky() {
        XCTAssertEqual(Container.shared.weatherReport().text, "The sky is clear.")
    }

    func testTellsTheSkyInATask() async {
        let text = await Task { Container.shared.weatherReport().text }.value
        XCTAssertEqual(text, "The sky is clear.")
    }
}

final class StrictWeatherTests: XCTestCase {
    override func invokeTest() {
        withTestContainer(.strict, allowing: \.weatherReport) { super.invokeTest() }
    }

    func testTellsTheSky() {
        Container.shared.weather.override { MockWeather() }
        XCTAssertEqual(Container.shared.weatherReport().text, "The sky is clear.")
    }
}

final class StrictPaymentTests: XCTestCase {
    override func invokeTest() {
        withTestContainer(.strict, for: Container.self, PaymentContainer.self, allowing: \PaymentContainer.gateway) {
            super.invokeTest()
        }
    }

    func testPays() { XCTAssertEqual(PaymentContainer.shared.gateway().name, "live") }
}
