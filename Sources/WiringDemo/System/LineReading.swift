/// A source of lines. It has one reader.
public protocol LineReading: Sendable {
    /// Waits for a line.
    ///
    /// - Returns: The bytes of the line without its newline, or `nil` at the end of the input and after ``end()``. A line
    ///   longer than `Request.longestLine` may be truncated, but stays longer than that.
    func next() async throws -> [UInt8]?

    /// Ends the input. A call of ``next()`` that is waiting returns `nil`, and lines that have arrived are dropped.
    func end() async
}
