import Foundation

/// Writes to file descriptors. Errors have the system's description.
package enum FileWriting {
    /// The descriptor of standard output.
    package static let standardOutput = STDOUT_FILENO
    /// The descriptor of standard error.
    package static let standardError = STDERR_FILENO

    /// Writes the whole text, and returns when the system has accepted it.
    package static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafeWrite(rest, to: descriptor)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                let error = SystemError()
                guard error.code == EINTR else { throw error }
            }
        }
    }

    // SAFETY: The pointer is only used during the call.
    private static func unsafeWrite(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    }
}
