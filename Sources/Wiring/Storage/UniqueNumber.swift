import Synchronization

/// Numbers that are given out once each, from 1.
enum UniqueNumber {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
