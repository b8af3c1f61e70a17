public import Wiring

public import struct Foundation.TimeZone

extension Container {
    /// The user's time zone: `TimeZone.autoupdatingCurrent` in a program.
    ///
    /// In a test, resolving it fails the test and returns `TimeZone.autoupdatingCurrent`. Override it, or allow it with the trait
    /// `.allow(\.timeZone)`.
    public var timeZone: Factory<TimeZone> {
        self { .autoupdatingCurrent }.onTest {
            UnimplementedUse.ofCurrentResolution.report()
            return .autoupdatingCurrent
        }
    }
}
