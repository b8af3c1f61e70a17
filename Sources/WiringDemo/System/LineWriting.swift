/// A destination for lines.
public protocol LineWriting: Sendable {
    /// Writes a line, and returns when it has been written. Lines of concurrent calls are not mixed.
    func write(line: String) async throws
}
