import WiringDemo

/// Lines that are known in advance, and after them no end until the reader ends the input. It reports what the reader does.
actor ObservedLines: LineReading {
    /// How many lines have been read.
    private(set) var readCount = 0
    /// Yields the number of lines that have been read, after each one.
    nonisolated let reads: AsyncStream<Int>
    /// Yields when the reader ends the input.
    nonisolated let ends: AsyncStream<Void>

    private let lines: [String]
    private let onRead: @Sendable (Int) async -> Void
    private var hasEnded = false
    private var waiting: CheckedContinuation<Void, Never>?
    private let read: AsyncStream<Int>.Continuation
    private let ended: AsyncStream<Void>.Continuation

    /// - Parameter onRead: Receives the number of lines that have been read, before the reader has the last of them.
    init(_ lines: [String], onRead: @escaping @Sendable (Int) async -> Void = { _ in }) {
        self.lines = lines
        self.onRead = onRead
        (reads, read) = AsyncStream.makeStream()
        (ends, ended) = AsyncStream.makeStream()
    }

    func next() async -> [UInt8]? {
        if !hasEnded, readCount == lines.count { await withCheckedContinuation { waiting = $0 } }
        if hasEnded { return nil }
        readCount += 1
        let count = readCount
        await onRead(count)
        read.yield(count)
        return Array(lines[count - 1].utf8)
    }

    func end() {
        hasEnded = true
        waiting?.resume()
        waiting = nil
        ended.yield()
    }
}
