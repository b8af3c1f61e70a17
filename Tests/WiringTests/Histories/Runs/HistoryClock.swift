import Synchronization

/// Gives out the stamps of all workers, ascending, each once.
final class HistoryClock: Sendable {
    private let last = Atomic<Int>(0)

    /// The next stamp.
    ///
    /// It must order what a worker did before and after it, on any machine, and yet not be an order that the thread
    /// sanitizer takes for the library's own, which would hide its races. So the counter is relaxed, and the order comes
    /// from fences, which the sanitizer does not follow.
    func tick() -> Int {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let stamp = last.add(1, ordering: .relaxed).newValue
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return stamp
    }
}
