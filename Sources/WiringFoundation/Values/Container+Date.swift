public import Wiring

public import struct Foundation.Date

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

/// Generates the current date, or the date that a test chooses.
public struct DateGenerator: Sendable {
    private var generate: @Sendable () -> Date

    /// Creates a generator from a closure. It runs at each call, on the thread of the caller, with no lock held.
    public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

    /// The current date. A call of the generator, `date()`, returns it, too.
    ///
    /// If you set it, this copy of the generator always generates that date: `container.date.modify { $0.now = date }`.
    public var now: Date {
        get { generate() }
        set { self = .constant(newValue) }
    }

    /// The current date. The same as ``now``.
    @_documentation(visibility: internal)
    public func callAsFunction() -> Date { generate() }

    /// A generator of the system's date.
    package static var live: Self { Self { Date() } }

    /// Returns a generator that always generates `date`.
    public static func constant(_ date: Date) -> Self { Self { date } }
}
