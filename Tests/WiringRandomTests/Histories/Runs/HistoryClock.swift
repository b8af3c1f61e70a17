import Synchronization
import Wiring

/// Issues the stamps of all workers, ascending and unique.
final class HistoryClock: Sendable {
    private let last = AtomicWord()

    /// The next stamp.
    ///
    /// A stamp must order a worker's operations before and after it, on any machine. It must not create an order that the
    /// thread sanitizer takes for the library's own, which would hide its races. The counter is therefore relaxed, and the
    /// order comes from fences, which the sanitizer does not follow.
    func tick() -> Int {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let stamp = last.addAlone(1)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return Int(stamp)
    }
}
