import Foundation

/// A run of some tests in a process of its own: what it said, and what it has attached.
struct TestProcess {
    /// In the environment of such a process.
    static let variable = "WIRING_TEST_PROBES"

    let status: Int32
    let output: String
    /// The files' texts by their names.
    let attachments: [String: String]

    init(_ filter: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "wiring-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let process = Process()
        process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [
            "--testing-library", "swift-testing", "--filter", filter, "--attachments-path", directory.path,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: "1"]) { $1 }
        let said = directory.appending(path: "output")
        try Data().write(to: said)
        // Where Swift Testing writes.
        process.standardError = try FileHandle(forWritingTo: said)
        process.standardOutput = FileHandle.nullDevice
        status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        output = try String(contentsOf: said, encoding: .utf8)
        try FileManager.default.removeItem(at: said)
        var attachments: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            attachments[name] = try String(contentsOf: directory.appending(path: name), encoding: .utf8)
        }
        self.attachments = attachments
    }
}
