public import Wiring

public import struct Foundation.Calendar

extension Container {
    /// The user's calendar: `Calendar.autoupdatingCurrent` in a program.
    ///
    /// In a test, resolving it fails the test and returns `Calendar.autoupdatingCurrent`. Override it, or allow it with the trait
    /// `.allow(\.calendar)`.
    public var calendar: Factory<Calendar> {
        self { .autoupdatingCurrent }.onTest {
            UnimplementedUse.ofCurrentResolution.report()
            return .autoupdatingCurrent
        }
    }
}
