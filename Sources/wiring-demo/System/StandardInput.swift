import WiringDemo

/// Counts each line of standard input as a screenshot. The last line needs no newline.
final class StandardInput: ScreenshotSource {
    private var isWithinLine = false
    private var isAtEnd = false

    func next() async throws -> Int? {
        while !isAtEnd {
            let chunk: [UInt8]
            do {
                chunk = try await BlockingWork.run { try FileReading.chunk(of: FileReading.standardInput) }
            } catch let error as SystemError {
                throw InputError.unreadable("standard input", reason: error.description)
            }
            let lines = count(chunk)
            if lines > 0 { return lines }
        }
        return nil
    }

    private func count(_ chunk: [UInt8]) -> Int {
        guard let last = chunk.last else {
            isAtEnd = true
            return isWithinLine ? 1 : 0
        }
        isWithinLine = last != UInt8(ascii: "\n")
        return chunk.count { $0 == UInt8(ascii: "\n") }
    }
}
