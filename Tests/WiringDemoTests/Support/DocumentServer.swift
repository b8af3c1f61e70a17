import Foundation

/// Python's HTTP server on the loopback interface. It serves the files of a directory.
struct DocumentServer {
    static let missing = "python3 is not installed"
    static let isInstalled = python != nil

    private static let python: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/python3" }.first(where: FileManager.default.isExecutableFile)
    }()

    /// Serves a directory while `body` runs.
    ///
    /// - Parameter body: Receives the URL of the directory, which ends with a slash.
    static func serving(_ directory: TemporaryDirectory, _ body: (String) async throws -> Void) async throws {
        let arguments = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", directory.path]
        let process = try RunningProcess(python ?? "", arguments)
        let greeting = await process.nextOutputLine() ?? ""
        let result: Result<Void, any Error>
        do {
            guard let port = greeting.firstMatch(of: /port (\d+)/)?.1 else { throw NoPort(greeting: greeting) }
            result = .success(try await body("http://127.0.0.1:\(port)/"))
        } catch {
            result = .failure(error)
        }
        // A process inherits its parent thread's signal mask. SIGKILL cannot be masked.
        process.send(signal: SIGKILL)
        _ = await process.end()
        try result.get()
    }

    private struct NoPort: Error {
        let greeting: String
    }
}
