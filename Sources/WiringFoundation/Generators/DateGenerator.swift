public import struct Foundation.Date

/// Generates the current date, or the date that a test chooses.
public struct DateGenerator: Sendable {
    private let generate: @Sendable () -> Date

    /// Creates a generator from a closure. It runs at each call, on the thread of the caller, with no lock held.
    public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

    /// The current date. A call of the generator, `date()`, returns it, too.
    public var now: Date { generate() }

    /// The current date. The same as ``now``.
    @_documentation(visibility: internal)
    public func callAsFunction() -> Date { generate() }

    /// A generator of the system's date.
    package static var live: Self { Self { Date() } }

    /// Returns a generator that always generates `date`.
    public static func constant(_ date: Date) -> Self { Self { date } }
}
