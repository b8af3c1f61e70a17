import Synchronization

/// Counts changes that concern all that is being built: what is begun before one or within one is outdated by it.
struct Epoch: ~Copyable, Sendable {
    private let count = Atomic<UInt64>(0)

    /// The present epoch; odd while a change is under way.
    var number: UInt64 { count.load(ordering: .acquiring) }

    /// Runs `body` between two epochs. Only one change may be under way at a time.
    func change<Result>(_ body: () -> Result) -> Result {
        count.add(1, ordering: .acquiringAndReleasing)
        defer { count.add(1, ordering: .acquiringAndReleasing) }
        return body()
    }
}
