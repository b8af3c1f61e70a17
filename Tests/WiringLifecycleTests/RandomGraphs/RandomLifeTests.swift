import Foundation
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(10))) struct RandomLifeTests {
    /// `WIRING_LIFE_SEEDS` is the number of seeds, and `WIRING_LIFE_SEED` the only one.
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["WIRING_LIFE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        return Array(1...(environment["WIRING_LIFE_SEEDS"].flatMap { UInt64($0) } ?? 6))
    }()

    /// A thousand services or more start and stop in a legal order, each instance once. The order is legal, too, if the run ends
    /// early because a service cannot be built, a start fails, an `onRun` closure ends, or the run is cancelled, and if a stop takes
    /// too long.
    @Test(arguments: seeds)
    func aRandomGraphStartsAndStopsInOrder(_ seed: UInt64) async {
        // The declarations of all runs are the same, and so are their singletons.
        let mistakes = await Scope.$singleton.withValue(Scope.Singleton()) {
            await RandomRun(RandomPlan(seed: seed, count: 1000)).mistakes()
        }
        #expect(mistakes.isEmpty, "WIRING_LIFE_SEED=\(seed)")
    }

    @Test func aSeedReproducesItsPlan() {
        #expect("\(RandomPlan(seed: 7, count: 100))" == "\(RandomPlan(seed: 7, count: 100))")
        #expect("\(RandomPlan(seed: 7, count: 100))" != "\(RandomPlan(seed: 8, count: 100))")
    }
}
