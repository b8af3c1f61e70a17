import Synchronization

/// What a process that `fork` has made knows of its parent's threads: all but the one that forked are gone, and what they were
/// building comes to no end.
///
/// A lock that another thread held at that moment stays locked. So a child must not use a container that others were using.
enum ForkedChild {
    /// The last number of a thread of the parent; 0 in a process without one.
    private static let last = Atomic<UInt64>(0)
    /// The number of the thread that forked.
    private static let survivor = Atomic<UInt64>(0)

    /// Begins a child, on its one thread.
    static func begin() {
        last.store(UniqueNumber.next(), ordering: .relaxed)
        survivor.store(ThreadRecord.existing?.pointee.number ?? 0, ordering: .relaxed)
        WaitGraph.beginAnew()
    }

    /// Whether a thread was one of the parent's and is not here.
    static func isGone(_ thread: UInt64) -> Bool {
        // Threads of this process come after `begin()`.
        thread <= last.load(ordering: .relaxed) && thread != survivor.load(ordering: .relaxed)
    }
}
