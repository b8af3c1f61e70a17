import Foundation

/// A directory that is deleted when this object is released.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/wiring-demo-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the directory. The file need not exist.
    func path(of name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ content: Data, to name: String) throws -> String {
        try content.write(to: URL(fileURLWithPath: path(of: name)))
        return path(of: name)
    }

    @discardableResult
    func write(_ content: String, to name: String) throws -> String { try write(Data(content.utf8), to: name) }
}
