/// A span of time, from its first stamp of a ``HistoryClock`` to its last.
struct Span: Hashable, Sendable {
    let begin: Int
    let end: Int

    init(_ begin: Int, _ end: Int) {
        self.begin = begin
        self.end = end
    }

    /// Whether this ended before the other began.
    func isBefore(_ other: Span) -> Bool { end < other.begin }

    /// Whether the two may have overlapped.
    func overlaps(_ other: Span) -> Bool { begin < other.end && other.begin < end }
}
