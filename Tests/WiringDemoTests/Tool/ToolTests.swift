import Testing

@Suite struct ToolTests {
    @Test func missingCommandIsAnError() async throws {
        #expect(try await Tool.run() == .failure(64, "wiring-demo: a command is missing\n" + Usage.tool))
    }

    @Test func theNearestCommandIsSuggested() async throws {
        let text = "unknown command 'explian'; did you mean 'explain'?"
        #expect(try await Tool.run("explian") == .failure(64, "wiring-demo: \(text)\n" + Usage.tool))
    }

    @Test(arguments: [
        ("nonsense", "unknown command 'nonsense'"), ("--nonsense", "unknown option '--nonsense'"),
        ("--events", "'--events' comes after the command"),
    ])
    func unknownCommandIsNamed(argument: String, text: String) async throws {
        #expect(try await Tool.run(argument) == .failure(64, "wiring-demo: \(text)\n" + Usage.tool))
    }

    @Test(arguments: [
        (["--help"], "Demonstrates dependency injection with Wiring.\n\n" + Usage.tool),
        (["-h"], "Demonstrates dependency injection with Wiring.\n\n" + Usage.tool),
        (
            ["accounts", "--help"],
            "Loads accounts and lists them: their number, then one account per line.\n\n" + Usage.accounts
        ),
        (
            ["screenshots", "--watch", "x", "--help"],
            "Counts screenshots and prints a line for each.\n\n" + Usage.screenshots
        ),
        (
            ["email", "--help"],
            "Checks e-mail addresses and prints `ADDRESS available` or `ADDRESS taken` for each.\n\n"
                + Usage.email
        ),
        (
            ["serve", "--help"],
            "Watches for screenshots and answers requests until Control-C or a request to terminate.\n\n"
                + Usage.serve
        ),
    ])
    func showsHelp(arguments: [String], beginning: String) async throws {
        let result = try await Tool.start(arguments).end()
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix(beginning))
        #expect(result.output.contains("\nExit status:\n  0    success\n"))
    }

    @Test(arguments: [["accounts"], ["email", "a@b"], ["--help"]])
    func closedOutputPipeEndsTheToolWithoutAMessage(arguments: [String]) async throws {
        #expect(try await Tool.start(arguments, output: .brokenPipe).end() == .failure(141, ""))
    }

    #if os(Linux)
        @Test(arguments: [["accounts"], ["email", "a@b"], ["--help"]])
        func fullDiskIsAnError(arguments: [String]) async throws {
            let result = try await Tool.start(arguments, output: .file("/dev/full")).end()
            #expect(result == .failure(74, "wiring-demo: standard output: No space left on device\n"))
        }
    #endif
}
