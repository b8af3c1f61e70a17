import Foundation

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
    // Not a `Mutex`: on Linux, the thread sanitizer does not see how the kernel hands over one that threads contend for.
    private let lock = NSLock()
    // SAFETY: It is used only under the lock.
    nonisolated(unsafe) private var collected: [String] = []

    /// Creates an empty collection.
    public init() {}

    /// The lines in their order.
    public var lines: [String] { lock.withLock { collected } }

    public func write(line: String) { announce(line) }

    public func announce(_ text: String) { lock.withLock { collected.append(text) } }
}
