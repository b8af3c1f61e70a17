import Foundation

/// A run of some tests in another process: its output and its attachments.
struct TestProcess {
    /// Set in the environment of such a process.
    static let variable = "WIRING_TEST_PROBES"

    /// Whether this is such a process.
    static var isCurrent: Bool { ProcessInfo.processInfo.environment[variable] != nil }

    let status: Int32
    let output: String
    /// The contents of the attached files by name.
    let attachments: [String: String]

    /// Runs tests of Swift Testing.
    init(_ filter: String) async throws {
        try await self.init { directory in
            ["--testing-library", "swift-testing", "--filter", filter, "--attachments-path", directory.path]
        }
    }

    /// Runs a class of XCTest, in this module.
    init(xctest name: String) async throws {
        try await self.init { _ in ["WiringTestingTests.\(name)"] }
    }

    private init(_ arguments: (URL) -> [String]) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "wiring-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let process = Process()
        process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments(directory)
        process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: "1"]) { $1 }
        let outputFile = directory.appending(path: "output")
        try Data().write(to: outputFile)
        // Swift Testing writes to the standard error, XCTest to the standard output.
        let output = try FileHandle(forWritingTo: outputFile)
        try output.seekToEnd()
        process.standardError = output
        process.standardOutput = output
        status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        self.output = try String(contentsOf: outputFile, encoding: .utf8)
        try FileManager.default.removeItem(at: outputFile)
        var attachments: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            attachments[name] = try String(contentsOf: directory.appending(path: name), encoding: .utf8)
        }
        self.attachments = attachments
    }
}
