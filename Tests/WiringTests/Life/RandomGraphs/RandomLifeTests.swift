import Foundation
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(10))) struct RandomLifeTests {
    /// The number of seeds. `WIRING_LIFE_SEEDS` sets it.
    private static let seeds =
        ProcessInfo.processInfo.environment["WIRING_LIFE_SEEDS"].flatMap { UInt64($0) } ?? 10

    /// A thousand services start and stop in a legal order, each exactly once, also if starts fail or the run is cancelled.
    @Test func randomGraphsStartAndStopInOrder() async {
        for seed in 1...Self.seeds {
            let plant = RandomPlant(RandomPlant.Plan(seed: seed, count: 1000))
            let mistakes = await plant.mistakes { plant in
                try await plant.run(\.services) {
                    for number in plant.plan.late { _ = plant.service(number)() }
                }
            }
            #expect(mistakes.isEmpty, "seed \(seed)")
        }
    }
}
