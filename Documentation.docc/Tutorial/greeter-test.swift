import Foundation
import Testing
import WiringFoundation
import WiringTesting

@testable import Greeter

private let midnight = Date(timeIntervalSince1970: 0)

@Test(.container, .override(\.date, with: .constant(midnight + 8 * 3600)), .override(\.calendar, with: .utc))
func greetsInTheMorning() {
    #expect(Container.shared.greeter().greet("Ada") == "Good morning, Ada!")
}

extension Calendar {
    fileprivate static var utc: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
