import Foundation
import Testing

/// Random programs on several threads or tasks, whose histories are what some order of their operations could have left.
///
/// `WIRING_HISTORIES` is how many programs run, and `WIRING_HISTORY_SEED` the seed of the only one. What a seed says is what
/// each worker does, not how they meet: a fault may take several runs to come again.
@Suite struct HistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["WIRING_HISTORIES"].flatMap { UInt64($0) }
    private static let seed = environment["WIRING_HISTORY_SEED"].flatMap { UInt64($0) }

    private var seeds: [UInt64] {
        guard let seed = Self.seed else { return Array(1...(Self.count ?? 60)) }
        return Array(repeating: seed, count: Int(Self.count ?? 1))
    }

    @Test func whatWorkersSeeIsWhatSomeOrderLeaves() async {
        for seed in seeds {
            // Where many were asked for, so that it is known which one ended the process.
            if Self.count != nil { print("history \(seed)") }
            let census = HistoryCensus()
            switch await Run.outcome(of: HistoryProgram(seed: seed), census, within: Watchdog.patience) {
            case .through(let history):
                report(history.faults.map(\.description), seed)
                let left = (instances: census.instances, containers: census.containers)
                if left != (0, 0) { report(["\(left) are left"], seed) }
            case .hanging(let workers):
                report(["it hangs"] + workers, seed)
                // Its threads are there for ever, and so are those of tasks.
                return
            }
        }
    }

    private func report(_ faults: [String], _ seed: UInt64) {
        guard !faults.isEmpty else { return }
        Issue.record("\((["history \(seed)"] + faults.prefix(5)).joined(separator: "\n"))")
    }
}
