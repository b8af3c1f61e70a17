import Foundation

/// Reads from files of any kind, with the system's own reasons where it cannot.
package enum FileReading {
    /// The descriptor of standard input.
    package static let standardInput = STDIN_FILENO

    /// Reads what is there, at most `limit` bytes, and waits until something is. Empty at the end of the file.
    package static func chunk(of descriptor: Int32, limit: Int = 1 << 16) throws(SystemError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        while true {
            let count = read(descriptor, &buffer, limit)
            if count >= 0 { return Array(buffer.prefix(count)) }
            let error = SystemError()
            guard error.code == EINTR else { throw error }
        }
    }

    /// Reads a file to its end, or until it has more than `limit` bytes, which are then returned.
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
