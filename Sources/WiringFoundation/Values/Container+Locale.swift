public import Wiring

public import struct Foundation.Locale

extension Container {
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
}
