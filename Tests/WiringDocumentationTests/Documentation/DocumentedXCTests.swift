import WiringTesting
import XCTest

// The XCTest examples of the articles.

// TestingWithXCTest.md: final class PushedWeatherTests

// TestingWithXCTest.md: final class WeatherTests

// TestingWithXCTest.md: final class StrictWeatherTests

final class StrictPaymentTests: XCTestCase {
    // withTestContainer.swift: withTestContainer(.strict, for: Container.self, PaymentContainer.self, allowing: \PaymentContainer.gateway)

    func testPays() { XCTAssertEqual(PaymentContainer.shared.gateway().name, "live") }
}
