import Foundation
import Testing

/// Runs random programs on several threads or tasks, and checks the rules that hold in any order of their operations.
///
/// `WIRING_HISTORIES` is the number of programs, and `WIRING_HISTORY_SEED` the seed of the only one. A seed determines what
/// each worker does but not the interleaving, so a fault may take several runs to reproduce.
@Suite struct HistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["WIRING_HISTORIES"].flatMap { UInt64($0) }
    private static let seed = environment["WIRING_HISTORY_SEED"].flatMap { UInt64($0) }

    private var seeds: [UInt64] {
        guard let seed = Self.seed else { return Array(1...(Self.count ?? 40)) }
        return Array(repeating: seed, count: Int(Self.count ?? 1))
    }

    @Test func historiesOfRandomProgramsHaveNoFaults() async {
        for seed in seeds {
            // Shows which program stopped the process.
            if Self.count != nil { print("history \(seed)") }
            let census = HistoryCensus()
            switch await Run.outcome(of: HistoryProgram(seed: seed), census, within: Watchdog.timeLimit) {
            case .completed(let history):
                report(history.faults.map(\.description), seed)
                let left = (instances: census.instances, containers: census.containers)
                if left != (0, 0) { report(["\(left) have not been released"], seed) }
            case .hanging(let workers):
                report(["the program hangs"] + workers, seed)
                // Its threads, and those of tasks, stay blocked forever.
                return
            }
        }
    }

    private func report(_ faults: [String], _ seed: UInt64) {
        guard !faults.isEmpty else { return }
        Issue.record("\((["history \(seed)"] + faults.prefix(5)).joined(separator: "\n"))")
    }
}
