public import Wiring

extension Container {
    /// The generator of the current date: `Date()` in a program.
    ///
    /// ```swift
    /// let date = container.date()
    /// let started = date.now
    /// ```
    /// In a test, asking for the date fails the test and returns the current date. Resolving the generator does not. Override it
    /// with ``DateGenerator/constant(_:)``, or allow it with the trait `.allow(\.date)`.
    public var date: Factory<DateGenerator> {
        self { .live }.onTest {
            let use = UnimplementedUse.ofCurrentResolution
            return DateGenerator {
                use.report()
                return DateGenerator.live.now
            }
        }
    }
}
