import Synchronization

extension UInt64 {
    /// The last number that was given out. Numbers up to 16 are reserved: see ``ScopeID``.
    private static let lastUnique = Atomic<UInt64>(16)

    /// A number that this process has not given out before.
    static func unique() -> UInt64 { lastUnique.add(1, ordering: .relaxed).newValue }
}
