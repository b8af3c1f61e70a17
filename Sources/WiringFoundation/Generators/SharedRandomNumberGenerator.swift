import Wiring

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

    /// Returns a generator of the same numbers for the same seed.
    ///
    /// Override with the value, as in `.override(\.randomNumberGenerator, with: .seeded(1))`. A closure would run at
    /// each resolution, and each time start over. Each call of `seeded(_:)` creates a generator that starts over; the
    /// generator's copies share one sequence. Each number goes to one caller, but which of several concurrent callers
    /// gets which number is unspecified.
    public static func seeded(_ seed: UInt64) -> Self {
        let sequence = Sequence(SeededRandomNumberGenerator(seed: seed))
        return Self { sequence.next() }
    }
}

extension SharedRandomNumberGenerator {
    /// A sequence that several threads take numbers from.
    private final class Sequence: Sendable {
        private let generator: Protected<SeededRandomNumberGenerator>

        init(_ generator: SeededRandomNumberGenerator) { self.generator = Protected(generator) }

        func next() -> UInt64 { generator.withLock { $0.next() } }
    }
}
