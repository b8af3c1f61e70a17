import Foundation

/// A file that is open for appending. It is closed when this object is released.
final class AppendedFile: Sendable {
    private let descriptor: Int32

    /// Opens a file, and creates it if it does not exist.
    init(path: String) throws(SystemError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError() }
    }

    deinit { close(descriptor) }

    func append(_ text: String) throws(SystemError) { try FileWriting.write(text, to: descriptor) }
}
