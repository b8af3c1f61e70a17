import Foundation
import Testing
import WiringTestSupport

/// Runs random programs with the library, and with a model that naively does what the documentation says.
///
/// Before each resolution, the library explains it, and the explanation is compared with what the resolution then does.
///
/// `WIRING_MODEL_SEEDS` is the number of seeds, `WIRING_MODEL_SEED` selects a single one, `WIRING_MODEL_OPERATIONS` is the number of
/// operations for each, and `WIRING_MODEL_PROGRAM` that of a program. With `WIRING_MODEL_MISTAKES=all`, all mistakes are found.
@Suite(.timeLimit(.minutes(Extent.minutes))) struct ModelTests {
    @Test(arguments: Extent.seeds)
    func theLibraryAgreesWithTheModel(seed: UInt64) async {
        let disagreement = await onThread { () -> Disagreement? in
            var generator = ProgramGenerator(seed: seed)
            var operations = 0
            while operations < Extent.operations {
                let program = generator.program(operations: Extent.operationsOfAProgram)
                operations += program.operations.count
                if let disagreement = Disagreement.find(in: program) { return disagreement.shrunk() }
            }
            return nil
        }
        if let disagreement { Issue.record("WIRING_MODEL_SEED=\(seed)\n\(disagreement)") }
    }

    @Test func aSeedReproducesItsPrograms() {
        var (one, other) = (ProgramGenerator(seed: 7), ProgramGenerator(seed: 7))
        #expect(one.program(operations: 100) == other.program(operations: 100))
        #expect(one.program(operations: 100) == other.program(operations: 100))
        var third = ProgramGenerator(seed: 8)
        #expect(one.program(operations: 100) != third.program(operations: 100))
    }

    @Test(arguments: Extent.mistakes)
    func aMistakeOfTheModelIsFound(_ mistake: Mistake) async {
        #expect(await Self.disagreement(with: mistake) != nil)
    }

    @Test(arguments: [Mistake.contextBeatsOverride, .sharedIsStrong, .graphOutlivesItsResolution])
    func aDisagreementIsShrunkToAFewOperations(_ mistake: Mistake) async throws {
        let found = try #require(await Self.disagreement(with: mistake))
        let shrunk = await onThread { found.shrunk(mistake: mistake) }
        #expect(shrunk.program.operations.count <= 8, "\(shrunk)")
    }

    private static func disagreement(with mistake: Mistake) async -> Disagreement? {
        await onThread {
            var generator = ProgramGenerator(seed: 1)
            for _ in 0..<100 {
                let program = generator.program(operations: 300)
                let found = Disagreement.find(in: program, mistake: mistake, patience: .milliseconds(100))
                if let found { return found }
            }
            return nil
        }
    }
}

/// The amount of work.
private enum Extent {
    static let operationsOfAProgram = number("WIRING_MODEL_PROGRAM") ?? 300

    static var operations: Int { number("WIRING_MODEL_OPERATIONS") ?? 4_000 }

    static var seeds: [UInt64] {
        if let seed = number("WIRING_MODEL_SEED") { return [UInt64(seed)] }
        return (0..<(number("WIRING_MODEL_SEEDS") ?? 4)).map { UInt64($0) + 1 }
    }

    static var mistakes: [Mistake] {
        ProcessInfo.processInfo.environment["WIRING_MODEL_MISTAKES"] == "all" ? Mistake.allCases : Mistake.foundSoon
    }

    /// The time limit of a test, which grows with the work of all seeds: they share the processors.
    static var minutes: Int { 10 + operations * seeds.count / 10_000 }

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }
}
