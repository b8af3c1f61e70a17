import Foundation

/// Reads a pipe with a name. It blocks threads of its own, and none of the tests'.
struct NamedPipe {
    let path: String

    init(in directory: TemporaryDirectory) throws {
        path = directory.path(of: "pipe")
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    }

    /// Waits until the pipe is opened for writing, and opens it for reading. Nothing is read yet.
    func open() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [path] in continuation.resume(returning: Foundation.open(path, O_RDONLY)) }
        }
    }

    /// Reads everything until the pipe is closed for writing.
    static func read(_ descriptor: Int32, _ receive: @escaping @Sendable (String) -> Void) {
        Thread.detachNewThread {
            let data = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile()
            receive(String(decoding: data, as: UTF8.self))
        }
    }
}
