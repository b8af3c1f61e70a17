/// A source of lines that are known in advance.
public actor MockLines: LineReading {
    private var lines: ArraySlice<String>

    /// Creates a source, which ends after the lines.
    public init(_ lines: [String]) { self.lines = lines[...] }

    public func next() -> [UInt8]? {
        lines.popFirst().map { Array($0.utf8) }
    }

    public func end() { lines = [] }
}

/// Collects the lines that are written or announced.
public final class CollectedLines: LineWriting, Announcing {
    private let collected = Locked<[String]>([])

    /// Creates an empty collection.
    public init() {}

    /// The lines in their order.
    public var lines: [String] { collected.withLock { $0 } }

    public func write(line: String) { announce(line) }

    public func announce(_ text: String) { collected.withLock { $0.append(text) } }
}
