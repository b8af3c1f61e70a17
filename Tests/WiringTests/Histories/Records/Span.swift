/// The time that something took, from its first stamp of a ``HistoryClock`` to its last.
struct Span: Hashable, Sendable {
    let begin: Int
    let end: Int

    init(_ begin: Int, _ end: Int) {
        self.begin = begin
        self.end = end
    }

    /// Whether this was over before the other began.
    func isBefore(_ other: Span) -> Bool { end < other.begin }

    /// Whether there is a moment that both may have had in common.
    func overlaps(_ other: Span) -> Bool { begin < other.end && other.begin < end }
}
