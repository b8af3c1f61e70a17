public import Wiring

public import struct Foundation.Calendar
public import struct Foundation.Locale
public import struct Foundation.TimeZone

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

    /// The user's locale: `Locale.autoupdatingCurrent` in a program.
    ///
    /// In a test, resolving it fails the test and returns `Locale.autoupdatingCurrent`. Override it, or allow it with the trait
    /// `.allow(\.locale)`.
    public var locale: Factory<Locale> {
        self { .autoupdatingCurrent }.onTest {
            UnimplementedUse.ofCurrentResolution.report()
            return .autoupdatingCurrent
        }
    }

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
