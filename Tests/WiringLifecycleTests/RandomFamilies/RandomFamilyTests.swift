import Foundation
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(10))) struct RandomFamilyTests {
    /// `WIRING_FAMILY_SEEDS` is the number of seeds, and `WIRING_FAMILY_SEED` the only one.
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["WIRING_FAMILY_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        return Array(1...(environment["WIRING_FAMILY_SEEDS"].flatMap { UInt64($0) } ?? 10))
    }()

    /// Children start and stop themselves, callers are cancelled, instances are replaced, and starts fail. Each instance starts after
    /// what it needs, and stops before it; what nothing keeps stops; and each failure is logged or thrown once.
    @Test(arguments: seeds)
    func aFamilyStartsAndStopsInOrder(_ seed: UInt64) async {
        let mistakes = await Scope.$singleton.withValue(Scope.Singleton()) { await RandomFamily(seed: seed).mistakes() }
        #expect(mistakes.isEmpty, "WIRING_FAMILY_SEED=\(seed)")
    }

    /// The root is not started, so each of its singletons and each foreign instance stops with the last child that needs it.
    @Test(arguments: seeds)
    func sessionsStartAndStopInOrder(_ seed: UInt64) async {
        let mistakes = await Scope.$singleton.withValue(Scope.Singleton()) {
            await RandomFamily(seed: seed, runsRoot: false).mistakes()
        }
        #expect(mistakes.isEmpty, "WIRING_FAMILY_SEED=\(seed)")
    }
}
