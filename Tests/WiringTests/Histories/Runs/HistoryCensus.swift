import Synchronization

/// Counts the instances and containers that are still alive.
final class HistoryCensus: Sendable {
    private let instanceCount = Atomic<Int>(0)
    private let containerCount = Atomic<Int>(0)

    var instances: Int { instanceCount.load(ordering: .relaxed) }
    var containers: Int { containerCount.load(ordering: .relaxed) }

    func addInstances(_ number: Int) { instanceCount.add(number, ordering: .relaxed) }
    func addContainers(_ number: Int) { containerCount.add(number, ordering: .relaxed) }
}
