import Synchronization

/// Numbers that are given out once each, from 17: those before may stand for what is known beforehand.
enum UniqueNumber {
    private static let last = Atomic<UInt64>(16)

    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
