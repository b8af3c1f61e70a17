import Foundation
import WiringDemo

/// Standard output is closed, full, or read by nobody.
struct OutputError: Error, CustomStringConvertible {
    let reason: SystemError

    var description: String { "standard output: \(reason)" }
}

/// Unbuffered, so that a line is seen when it is written, also through a pipe.
enum StandardOutput {
    static func write(_ text: String) throws(OutputError) {
        do {
            try FileWriting.write(text, to: FileWriting.standardOutput)
        } catch {
            throw OutputError(reason: error)
        }
    }

    static func write(line: String) throws(OutputError) { try write(line + "\n") }
}

enum StandardError {
    static func write(_ text: String) {
        // There is nowhere left to complain.
        try? FileWriting.write(text, to: FileWriting.standardError)
    }
}
