import Testing

@Suite struct ToolTests {
    @Test func withoutWordsACommandIsMissing() async throws {
        #expect(try await Tool.run() == .failure(64, "wiring-demo: a command is missing\n" + Usage.tool))
    }

    @Test(arguments: [("nonsense", "unknown command 'nonsense'"), ("--nonsense", "unknown option '--nonsense'")])
    func wrongWordsAreNamed(word: String, text: String) async throws {
        #expect(try await Tool.run(word) == .failure(64, "wiring-demo: \(text)\n" + Usage.tool))
    }

    @Test(arguments: [
        (["--help"], "Shows what the Wiring demo can do.\n\n" + Usage.tool),
        (["-h"], "Shows what the Wiring demo can do.\n\n" + Usage.tool),
        (
            ["accounts", "--help"],
            "Loads accounts and lists them: their number, then a line for each.\n\n" + Usage.accounts
        ),
        (["screenshots", "--watch", "x", "--help"], "Counts screenshots: a line for each.\n\n" + Usage.screenshots),
        (
            ["email", "--help"],
            "Tells which e-mail addresses are available: `ADDRESS available` or `ADDRESS taken`, a line for each.\n\n"
                + Usage.email
        ),
    ])
    func helpIsShown(words: [String], beginning: String) async throws {
        let result = try await Tool.start(words).end()
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix(beginning))
        #expect(result.output.contains("\nExit status:\n  0    done\n"))
    }

    @Test(arguments: [["accounts"], ["email", "a@b"], ["--help"]])
    func aReaderThatHasGoneEndsTheToolQuietly(words: [String]) async throws {
        #expect(try await Tool.start(words, output: .brokenPipe).end() == .failure(141, ""))
    }

    #if os(Linux)
        @Test(arguments: [["accounts"], ["email", "a@b"], ["--help"]])
        func aFullDiskIsAnError(words: [String]) async throws {
            let result = try await Tool.start(words, output: .file("/dev/full")).end()
            #expect(result == .failure(74, "wiring-demo: standard output: No space left on device\n"))
        }
    #endif
}
