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
