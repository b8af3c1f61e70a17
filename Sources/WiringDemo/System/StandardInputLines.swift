import Dispatch

/// Reads the lines of standard input. The last line needs no newline.
///
/// It reads the next chunk when all lines of the last one have been taken, so that a flood of input stays in the pipe.
actor StandardInputLines: LineReading {
    private let queue = DispatchQueue(label: "standard input")
    private let (chunks, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    private var lines: LineBuffer
    private var hasEnded = false

    /// - Parameter limit: How many bytes of a line are kept.
    init(limit: Int) { lines = LineBuffer(limit: limit) }

    func next() async throws -> [UInt8]? {
        while !hasEnded {
            if let line = lines.next() { return line }
            let chunk = try await chunk()
            if hasEnded { return nil }
            guard let chunk, !chunk.isEmpty else {
                hasEnded = true
                return lines.last()
            }
            lines.append(chunk)
        }
        return nil
    }

    func end() {
        hasEnded = true
        continuation.finish()
    }

    /// Waits for a chunk. The thread that waits for the system stays behind when the input is ended.
    private func chunk() async throws -> [UInt8]? {
        queue.async { [continuation] in
            do throws(SystemError) {
                continuation.yield(try FileReading.chunk(of: FileReading.standardInput))
            } catch {
                continuation.finish(throwing: InputError.unreadable("standard input", reason: error.description))
            }
        }
        for try await chunk in chunks { return chunk }
        return nil
    }
}
