/// Divides chunks of bytes into lines.
///
/// It keeps one chunk and one line, however long the line is.
package struct LineBuffer {
    private let limit: Int
    private var chunk: ArraySlice<UInt8> = []
    private var line: [UInt8] = []

    /// - Parameter limit: How many bytes of a line are kept.
    package init(limit: Int) { self.limit = limit }

    /// Adds a chunk after ``next()`` has returned `nil`.
    package mutating func append(_ chunk: [UInt8]) { self.chunk = chunk[...] }

    /// The next complete line without its newline. Returns `nil` if the rest of the chunk has none.
    package mutating func next() -> [UInt8]? {
        guard let end = chunk.firstIndex(of: UInt8(ascii: "\n")) else {
            keep(chunk)
            chunk = []
            return nil
        }
        keep(chunk[..<end])
        chunk = chunk[chunk.index(after: end)...]
        defer { line = [] }
        return line
    }

    /// The text after the last newline, if there is any.
    package mutating func last() -> [UInt8]? {
        defer { line = [] }
        return line.isEmpty ? nil : line
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) { line += bytes.prefix(limit - line.count) }
}
