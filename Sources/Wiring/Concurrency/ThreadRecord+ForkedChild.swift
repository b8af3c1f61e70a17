import Synchronization

extension ThreadRecord {
    /// Tells a forked child which threads existed only in its parent. Only the thread that called `fork` exists in the
    /// child; the constructions of the others never end.
    ///
    /// A lock that another thread held at that moment stays locked. So a child must not use a container that other threads were
    /// using.
    enum ForkedChild {
        /// The highest number of a thread of the parent; 0 in a process that was not forked.
        private static let last = Atomic<UInt64>(0)
        /// The number of the thread that forked.
        private static let survivor = Atomic<UInt64>(0)

        /// Called in a new child, on its only thread.
        static func begin() {
            last.store(.unique(), ordering: .relaxed)
            survivor.store(ThreadRecord.existing?.pointee.number ?? 0, ordering: .relaxed)
            WaitGraph.replaceAfterFork()
        }

        /// Whether a thread existed only in the parent.
        static func isGone(_ thread: UInt64) -> Bool {
            // The child's own threads have higher numbers.
            thread <= last.load(ordering: .relaxed) && thread != survivor.load(ordering: .relaxed)
        }
    }
}
