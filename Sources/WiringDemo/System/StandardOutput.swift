/// Writing to standard output failed.
package struct OutputError: Error, CustomStringConvertible {
    package let reason: SystemError

    package var description: String { "standard output: \(reason)" }
}

/// Writes to standard output without a buffer, so that each line appears immediately, even in a pipe.
package enum StandardOutput {
    package static func write(_ text: String) throws(OutputError) {
        do {
            try FileWriting.write(text, to: FileWriting.standardOutput)
        } catch {
            throw OutputError(reason: error)
        }
    }

    package static func write(line: String) throws(OutputError) { try write(line + "\n") }
}

package enum StandardError {
    package static func write(_ text: String) {
        // There is nowhere to report an error.
        try? FileWriting.write(text, to: FileWriting.standardError)
    }
}
