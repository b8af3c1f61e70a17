import Foundation

/// Reads files of any kind. Errors have the system's description.
package enum FileReading {
    /// The descriptor of standard input.
    package static let standardInput = STDIN_FILENO

    /// Waits for data and reads at most `limit` bytes. The result is empty at the end of the file.
    package static func chunk(of descriptor: Int32, limit: Int = 1 << 16) throws(SystemError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        while true {
            let count = read(descriptor, &buffer, limit)
            if count >= 0 { return Array(buffer.prefix(count)) }
            let error = SystemError()
            guard error.code == EINTR else { throw error }
        }
    }

    /// Reads a file to its end. Stops early, with more than `limit` bytes, if the file is larger than that.
    package static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        var contents: [UInt8] = []
        while contents.count <= limit {
            let chunk = try chunk(of: descriptor)
            if chunk.isEmpty { break }
            contents += chunk
        }
        return contents
    }
}
