import Testing
import WiringDemo

@Suite struct LineBufferTests {
    /// Divides chunks of text.
    private func lines(_ chunks: [String], limit: Int = 100) -> [String] {
        var buffer = LineBuffer(limit: limit)
        var lines: [[UInt8]] = []
        for chunk in chunks {
            buffer.append(Array(chunk.utf8))
            while let line = buffer.next() { lines.append(line) }
        }
        if let last = buffer.last() { lines.append(last) }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ([], []),
            (["a\n"], ["a"]),
            (["a\nb"], ["a", "b"]),
            (["\n\n"], ["", ""]),
            (["a", "b\nc", "d\n", "e"], ["ab", "cd", "e"]),
            (["a", "\n"], ["a"]),
        ] as [([String], [String])]
    )
    func chunksAreDividedIntoLines(chunks: [String], expected: [String]) {
        #expect(lines(chunks) == expected)
    }

    @Test func longLineIsCut() {
        #expect(lines(["abcdef\nabc\nab", "cdef\nabcd"], limit: 4) == ["abcd", "abc", "abcd", "abcd"])
    }
}
