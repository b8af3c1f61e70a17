import Testing
import WiringFoundation

@Suite struct RandomNumberGeneratorTests {
    /// The reference values of SplitMix64 for the seed 1234567.
    @Test func seededNumbersAreStable() {
        var generator = SeededRandomNumberGenerator(seed: 1_234_567)
        #expect(
            (0..<5).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test func sharedGeneratorMakesSeededNumbers() {
        var seeded = SeededRandomNumberGenerator(seed: 7)
        let shared = SharedRandomNumberGenerator.seeded(7)
        #expect((0..<5).map { _ in shared.next() } == (0..<5).map { _ in seeded.next() })
    }

    @Test func copiesShareSequence() {
        var seeded = SeededRandomNumberGenerator(seed: 7)
        var first = SharedRandomNumberGenerator.seeded(7)
        var second = first
        let numbers = [
            UInt64.random(in: .min ... .max, using: &first), UInt64.random(in: .min ... .max, using: &second),
        ]
        #expect(numbers == [seeded.next(), seeded.next()])
    }

    @Test func generatorIsPassedToBody() {
        var seeded = SeededRandomNumberGenerator(seed: 7)
        let random = SharedRandomNumberGenerator.seeded(7)
        #expect(random { $0.next() } == seeded.next())
        #expect(random.next() == seeded.next())
        #expect(throws: CancellationError.self) { try random { _ in throw CancellationError() } }
    }

    @Test func bodyMayUseGeneratorItself() {
        let random = SharedRandomNumberGenerator.seeded(7)
        let numbers = random { [$0.next(), random.next()] }
        #expect(Set(numbers).count == 2)
    }

    @Test func liveNumbersDiffer() {
        #expect(SharedRandomNumberGenerator.live.next() != SharedRandomNumberGenerator.live.next())
    }

    @Test func concurrentCallersGetDifferentNumbersOfSequence() async {
        var seeded = SeededRandomNumberGenerator(seed: 7)
        let random = SharedRandomNumberGenerator.seeded(7)
        let made = await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { (0..<100).map { _ in random.next() } } }
            return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
        }
        #expect(made == Set((0..<800).map { _ in seeded.next() }))
    }
}
