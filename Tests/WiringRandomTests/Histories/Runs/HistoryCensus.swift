import Wiring

/// Counts the instances and containers that are still alive.
final class HistoryCensus: Sendable {
    private let instanceCount = AtomicWord()
    private let containerCount = AtomicWord()

    var instances: Int { Int(instanceCount.alone) }
    var containers: Int { Int(containerCount.alone) }

    func addInstances(_ number: Int) { instanceCount.addAlone(UInt64(bitPattern: Int64(number))) }
    func addContainers(_ number: Int) { containerCount.addAlone(UInt64(bitPattern: Int64(number))) }
}
