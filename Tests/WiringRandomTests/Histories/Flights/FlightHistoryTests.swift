import Foundation
import Testing
import WiringTesting

/// Runs random programs of asynchronous factories on several tasks, and checks the rules that hold in any order of their operations.
///
/// `WIRING_HISTORIES` is the number of programs, and `WIRING_HISTORY_SEED` the seed of the only one.
@Suite(.timeLimit(.minutes(10))) struct FlightHistoryTests {
    private static let environment = ProcessInfo.processInfo.environment

    private var seeds: [UInt64] {
        let count = Self.environment["WIRING_HISTORIES"].flatMap { UInt64($0) }
        guard let seed = Self.environment["WIRING_HISTORY_SEED"].flatMap({ UInt64($0) }) else {
            return Array(1...(count ?? 30))
        }
        return Array(repeating: seed, count: Int(count ?? 1))
    }

    @Test func flightsOfRandomProgramsHaveNoFaults() async {
        for seed in seeds {
            let faults = await FlightRun(seed: seed).history().faults
            #expect(faults.isEmpty, "WIRING_HISTORY_SEED=\(seed)")
        }
    }
}
