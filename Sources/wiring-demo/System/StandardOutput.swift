import Foundation
import WiringDemo

/// Writing to standard output failed.
struct OutputError: Error, CustomStringConvertible {
    let reason: SystemError

    var description: String { "standard output: \(reason)" }
}

/// Writes to standard output without a buffer, so that each line appears immediately, even in a pipe.
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
        // There is nowhere to report an error.
        try? FileWriting.write(text, to: FileWriting.standardError)
    }
}
