import Foundation

/// The tool that was built with these tests.
enum Tool {
    /// The tool is next to the test bundle.
    private static let path: String = {
        let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        #if os(macOS)
            // The main bundle is that of the system's test runner.
            let directory = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? program
        #else
            let directory = program
        #endif
        return directory.deletingLastPathComponent().appendingPathComponent("wiring-demo").path
    }()

    static func start(
        _ arguments: [String],
        in directory: String? = nil,
        output: RunningProcess.Output = .pipe
    ) throws -> RunningProcess {
        try RunningProcess(path, arguments, in: directory, output: output)
    }

    /// Runs the tool with a text on standard input, and waits for it to end.
    static func run(
        _ arguments: String...,
        input: String = "",
        in directory: String? = nil,
        output: RunningProcess.Output = .pipe
    ) async throws -> RunningProcess.Result {
        let process = try start(arguments, in: directory, output: output)
        // The tool may have ended without reading its input.
        try? process.write(input)
        try process.endInput()
        return await process.end()
    }
}

extension RunningProcess.Result {
    /// Success, with nothing on standard error.
    static func success(_ output: String) -> Self { Self(status: 0, output: output, errors: "") }

    /// Failure, with nothing on standard output.
    static func failure(_ status: Int32, _ errors: String) -> Self { Self(status: status, output: "", errors: errors) }
}

/// The usage texts.
enum Usage {
    static let accounts = """
        Usage: wiring-demo accounts [--source PATH|URL] \
        [mock-accounts | mock-no-accounts | mock-account-error | mock-network-error]

        """
    static let screenshots = "Usage: wiring-demo screenshots [--watch DIRECTORY] [--stop-after N]\n"
    static let email = "Usage: wiring-demo email [--taken PATH] ADDRESS...\n"
    static let serve = """
        Usage: wiring-demo serve --watch DIRECTORY [--store FILE] [--user NAME] \
        [mock-accounts | mock-no-accounts | mock-account-error | mock-network-error]

        """
    static let tool = """
        \(accounts)       wiring-demo screenshots [--watch DIRECTORY] [--stop-after N]
               wiring-demo email [--taken PATH] ADDRESS...
               \(serve.dropFirst("Usage: ".count))\
               \(graph.dropFirst("Usage: ".count))\
               \(explain.dropFirst("Usage: ".count))\
               \(arguments.dropFirst("Usage: ".count))\
               \(preflight.dropFirst("Usage: ".count))\
        Each command also takes [--events] [--flame-chart FILE.svg].

        """
    static let preflight = """
        Usage: wiring-demo preflight \
        [mock-accounts | mock-no-accounts | mock-account-error | mock-network-error]

        """
    static let graph = """
        Usage: wiring-demo graph [--format text|mermaid|dot] \
        [mock-accounts | mock-no-accounts | mock-account-error | mock-network-error]

        """
    static let arguments = """
        Usage: wiring-demo arguments [mock-accounts | mock-no-accounts | mock-account-error | mock-network-error]

        """
    static let explain = """
        Usage: wiring-demo explain NAME \
        [mock-accounts | mock-no-accounts | mock-account-error | mock-network-error]

        """
}
