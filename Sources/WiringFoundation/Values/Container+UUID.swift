public import Wiring

public import struct Foundation.UUID

extension Container {
    /// The generator of identifiers: random ones in a program.
    ///
    /// ```swift
    /// let uuid = container.uuid()
    /// let id = uuid()
    /// ```
    /// In a test, making an identifier fails the test and returns a random one. Resolving the generator does not. Override it
    /// with ``UUIDGenerator/incrementing``, or allow it with the trait `.allow(\.uuid)`.
    public var uuid: Factory<UUIDGenerator> {
        self { .live }.onTest {
            let use = UnimplementedUse.ofCurrentResolution
            return UUIDGenerator {
                use.report()
                return UUIDGenerator.live()
            }
        }
    }
}

/// Generates identifiers: random ones, or those that a test chooses.
public struct UUIDGenerator: Sendable {
    private let generate: @Sendable () -> UUID

    /// Creates a generator from a closure. It runs at each call, on the thread of the caller, with no lock held.
    public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

    /// Generates an identifier.
    public func callAsFunction() -> UUID { generate() }

    /// A generator of random identifiers.
    package static var live: Self { Self { UUID() } }

    /// Returns a generator that always generates `uuid`.
    public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

    /// A generator of the identifiers `UUID(number: 0)`, `UUID(number: 1)`, and so on.
    ///
    /// Each access creates a generator that starts at 0. The copies of one generator share its count, and concurrent
    /// callers get different identifiers. Override with the value, as in `.override(\.uuid, with: .incrementing)`. A
    /// closure would run at each resolution, and each time start over.
    public static var incrementing: Self {
        let numbers = Protected<UInt64>(0)
        return Self {
            numbers.withLock { next in
                defer { next += 1 }
                return UUID(number: next)
            }
        }
    }
}

extension UUID {
    /// Creates an identifier that ends with a number in hexadecimal digits, after zeros: `UUID(number: 10)` is
    /// `00000000-0000-0000-0000-00000000000A`.
    public init(number: UInt64) {
        func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
        self.init(
            uuid: (0, 0, 0, 0, 0, 0, 0, 0, byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0))
        )
    }
}
