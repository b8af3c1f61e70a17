import Synchronization

/// Numbers for threads, given out once each.
enum ThreadNumbers {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
