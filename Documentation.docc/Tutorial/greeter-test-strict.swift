import Foundation
import Testing
import WiringFoundation
import WiringTesting

@testable import Greeter

private let midnight = Date(timeIntervalSince1970: 0)

@Suite(.container(.strict), .allow(\.greeter), .override(\.calendar, with: .utc))
struct GreeterTests {
    @Test(.override(\.date, with: .constant(midnight + 8 * 3600)))
    func greetsInTheMorning() {
        #expect(Container.shared.greeter().greet("Ada") == "Good morning, Ada!")
    }

    @Test(.override(\.date, with: .constant(midnight + 20 * 3600)))
    func greetsInTheEvening() {
        #expect(Container.shared.greeter().greet("Ada") == "Good evening, Ada!")
    }
}

extension Calendar {
    fileprivate static var utc: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
