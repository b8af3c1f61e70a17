public import Wiring

extension Container {
    /// The generator of random numbers: the system's in a program.
    ///
    /// ```swift
    /// var generator = container.randomNumberGenerator()
    /// let roll = Int.random(in: 1...6, using: &generator)
    /// ```
    /// In a test, making a number fails the test and returns one of the system's. Resolving the generator does not. Override it
    /// with ``SharedRandomNumberGenerator/seeded(_:)``, or allow it with the trait `.allow(\.randomNumberGenerator)`.
    public var randomNumberGenerator: Factory<SharedRandomNumberGenerator> {
        self { .live }.onTest {
            let use = UnimplementedUse.ofCurrentResolution
            return SharedRandomNumberGenerator {
                use.report()
                return SharedRandomNumberGenerator.live.next()
            }
        }
    }
}

/// Generates random numbers. All copies take them from one sequence.
///
/// `next()` does not mutate the generator. The functions of the standard library take a generator as `inout`: pass a variable,
/// or call ``callAsFunction(_:)``:
///
/// ```swift
/// let random = container.randomNumberGenerator()
/// let shuffled = random { cards.shuffled(using: &$0) }
/// ```
public struct SharedRandomNumberGenerator: RandomNumberGenerator, Sendable {
    private let generate: @Sendable () -> UInt64

    /// Creates a generator from a closure that makes the next number. It runs once for each number, on the thread of the caller,
    /// with no lock held.
    public init(_ generate: @escaping @Sendable () -> UInt64) { self.generate = generate }

    /// Returns the next number.
    @_documentation(visibility: internal)
    public func next() -> UInt64 { generate() }

    /// Calls `body` once with a copy of this generator. No lock is held, so concurrent callers may take numbers of the
    /// sequence meanwhile.
    public func callAsFunction<Result, Failure: Error>(
        _ body: (inout SharedRandomNumberGenerator) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var generator = self
        return try body(&generator)
    }

    /// A generator of the system's random numbers.
    package static var live: Self {
        Self {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        }
    }

    /// Returns a generator of the same numbers for the same seed, on every system and in every version of this package.
    ///
    /// The results of the standard library's functions, such as `shuffled(using:)`, may change with the version of Swift. The
    /// algorithm is SplitMix64, which is not cryptographically secure.
    ///
    /// Override with the value, as in `.override(\.randomNumberGenerator, with: .seeded(1))`. A closure would run at
    /// each resolution, and each time start over. Each call of `seeded(_:)` creates a generator that starts over; the
    /// generator's copies share one sequence. Each number goes to one caller, but which of several concurrent callers
    /// gets which number is unspecified.
    public static func seeded(_ seed: UInt64) -> Self {
        let generator = Protected(SeededRandomNumberGenerator(seed: seed))
        return Self { generator.withLock { $0.next() } }
    }
}

/// The generator of ``SharedRandomNumberGenerator/seeded(_:)``.
package struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    package init(seed: UInt64) { state = seed }

    /// Returns the next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
