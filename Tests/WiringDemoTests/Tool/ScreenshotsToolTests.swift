import Foundation
import Testing

@Suite(.limitedWait) struct ScreenshotsToolTests {
    private func lines(_ count: Int) -> String {
        (1...count).map { $0 == 1 ? "1 screenshot has been taken\n" : "\($0) screenshots have been taken\n" }.joined()
    }

    @Test(arguments: [("a\n", 1), ("a\n\nb\n", 3), ("a\nb", 2), ("\n", 1)])
    func eachLineOfInputIsAScreenshot(input: String, count: Int) async throws {
        #expect(try await Tool.run("screenshots", input: input) == .success(lines(count)))
    }

    @Test func emptyInputHasNoScreenshots() async throws {
        #expect(try await Tool.run("screenshots") == .success("0 screenshots have been taken\n"))
    }

    @Test func countsEveryLineOfALargeInput() async throws {
        let input = String(repeating: "\n", count: 20_000)
        #expect(try await Tool.run("screenshots", input: input) == .success(lines(20_000)))
    }

    @Test func printsALineBeforeItReadsTheNext() async throws {
        let process = try Tool.start(["screenshots"])
        for text in ["1 screenshot has been taken\n", "2 screenshots have been taken\n"] {
            try process.write("\n")
            #expect(await process.nextOutputLine() == text)
        }
        try process.endInput()
        #expect(await process.end() == .success(lines(2)))
    }

    @Test(arguments: [["--stop-after", "2"], ["--stop-after=2"]])
    func stopsAfterTheNumberWhileInputContinues(options: [String]) async throws {
        let process = try Tool.start(["screenshots"] + options)
        try process.write("\n\n\n")
        #expect(await process.end() == .success(lines(2)))
    }

    @Test func endOfInputCanPrecedeTheNumber() async throws {
        #expect(try await Tool.run("screenshots", "--stop-after", "9", input: "\n") == .success(lines(1)))
    }

    @Test func countsImagesThatAreAddedToADirectory() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("old", to: "old.png")
        let process = try Tool.start(["screenshots", "--watch", directory.path])
        #expect(await process.nextErrorLine() == "Watching \(directory.path)\n")

        try directory.write("new", to: "new.png")
        #expect(await process.nextOutputLine() == "1 screenshot has been taken\n")

        // While the tool is stopped, all changes accumulate. It then sees them at once, so a wrong count cannot come later.
        process.send(signal: SIGSTOP)
        // Rewritten, replaced, hidden, not an image, not a file.
        try directory.write("newer", to: "new.png")
        try directory.write("older", to: "old.png")
        try directory.write("hidden", to: ".hidden.png")
        try directory.write("temporary", to: ".temporary")
        #expect(rename(directory.path(of: ".temporary"), directory.path(of: "new.png")) == 0)
        try directory.write("text", to: "notes.txt")
        try directory.write("no extension", to: "png")
        #expect(mkdir(directory.path(of: "folder.png"), 0o700) == 0)
        #expect(symlink("nowhere", directory.path(of: "link.png")) == 0)
        // Renamed to an image.
        try directory.write("part", to: "shot.part")
        #expect(rename(directory.path(of: "shot.part"), directory.path(of: "shot.JPG")) == 0)
        process.send(signal: SIGCONT)
        #expect(await process.nextOutputLine() == "2 screenshots have been taken\n")

        try directory.write("a", to: "a.heic")
        try directory.write("b", to: "b.webp")
        #expect(await process.nextOutputLine() == "3 screenshots have been taken\n")
        #expect(await process.nextOutputLine() == "4 screenshots have been taken\n")

        try FileManager.default.removeItem(atPath: directory.path)
        let result = await process.end()
        #expect(result.status == 66)
        #expect(result.output == lines(4))
    }

    @Test func stopsAfterTheNumberOfImages() async throws {
        let directory = try TemporaryDirectory()
        let process = try Tool.start(["screenshots", "--watch", directory.path, "--stop-after", "2"])
        let watching = await process.nextErrorLine()
        for name in ["a.png", "b.png", "c.png"] { try directory.write(name, to: name) }
        #expect(await process.end() == RunningProcess.Result(status: 0, output: lines(2), errors: watching ?? ""))
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func signalEndsTheWatchCleanly(signal: Int32, status: Int32) async throws {
        let directory = try TemporaryDirectory()
        let process = try Tool.start(["screenshots", "--watch", directory.path])
        let watching = await process.nextErrorLine()
        try directory.write("new", to: "new.png")
        #expect(await process.nextOutputLine() == lines(1))
        process.send(signal: signal)
        let expected = RunningProcess.Result(status: status, output: lines(1), errors: watching ?? "")
        #expect(await process.end() == expected)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func signalEndsTheWaitForInputCleanly(signal: Int32, status: Int32) async throws {
        let process = try Tool.start(["screenshots"])
        try process.write("\n")
        #expect(await process.nextOutputLine() == lines(1))
        process.send(signal: signal)
        #expect(await process.end() == RunningProcess.Result(status: status, output: lines(1), errors: ""))
    }

    @Test func removedDirectoryIsNamed() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "shots")
        #expect(mkdir(path, 0o700) == 0)
        let process = try Tool.start(["screenshots", "--watch", "shots"], in: directory.path)
        #expect(await process.nextErrorLine() == "Watching shots\n")
        try FileManager.default.removeItem(atPath: path)
        let errors = "Watching shots\nwiring-demo: shots: No such file or directory\n"
        #expect(await process.end() == .failure(66, errors))
    }

    @Test func missingDirectoryIsNamed() async throws {
        let directory = try TemporaryDirectory()
        let result = try await Tool.run("screenshots", "--watch", "missing", in: directory.path)
        #expect(result == .failure(66, "wiring-demo: missing: No such file or directory\n"))
    }

    @Test func fileInsteadOfADirectoryIsNamed() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "file")
        let result = try await Tool.run("screenshots", "--watch", "file", in: directory.path)
        #expect(result == .failure(66, "wiring-demo: file: Not a directory\n"))
    }

    @Test(arguments: [
        (["nonsense"], "unexpected argument 'nonsense'"),
        (["mock-accounts"], "unexpected argument 'mock-accounts'"),
        (["--stop-after"], "'--stop-after' needs a value"),
        (["--stop-after", "0"], "'--stop-after' needs a positive number, not '0'"),
        (["--stop-after", "-1"], "'--stop-after' needs a positive number, not '-1'"),
        (["--stop-after", "+1"], "'--stop-after' needs a positive number, not '+1'"),
        (["--stop-after", "two"], "'--stop-after' needs a positive number, not 'two'"),
        (["--stop-after=99999999999999999999"], "'--stop-after' needs a positive number, not '99999999999999999999'"),
        (["--watch"], "'--watch' needs a value"),
        (["--watch", "--stop-after", "1"], "'--watch' needs a value"),
        (["--forever"], "unknown option '--forever'"),
    ])
    func invalidArgumentsAreNamed(arguments: [String], text: String) async throws {
        let result = try await Tool.start(["screenshots"] + arguments).end()
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.screenshots))
    }
}
