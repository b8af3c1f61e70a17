import Foundation
import Testing

@Suite(.timeLimit(.minutes(9))) struct ServeToolTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Starts the service, and returns when all its parts have started.
    private func start(_ options: String..., output: RunningProcess.Output = .pipe) async throws -> RunningProcess {
        let process = try Tool.start(["serve", "--watch", directory.path] + options, output: output)
        while let line = await process.nextErrorLine(), line != "started requests\n" {}
        return process
    }

    // MARK: - Requests

    @Test func answersEachLineWithItsNumber() async throws {
        let service = try await start()
        try service.write("count\naccounts\nemail ada@example.com\n  email\tnew@example.com \r\n")
        #expect(
            await service.outputLines(4) == [
                "1: 0 screenshots have been taken\n",
                "2: Household: 2450.10 EUR, Savings: 18000.00 EUR, Travel card: -37.95 USD\n",
                "3: ada@example.com taken\n",
                "4: new@example.com available\n",
            ]
        )
        service.send(signal: SIGTERM)
        #expect(await service.end().status == 143)
    }

    @Test func invalidLineDoesNotAffectOtherRequests() async throws {
        let service = try await start()
        let tooLong = "email " + String(repeating: "a", count: 100_000) + "@b"
        let longest = String(repeating: " ", count: 1019) + "count"
        try service.write("email a@b\nnonsense\n\n \t\ncount 1\nemail a\u{1B}[31m@b\n\u{202E}\n")
        try service.write("\(tooLong)\n\(longest)\n")
        try service.write(Data([0xFF, 0x00, 0x0A]))
        try service.write("\0\nEMAIL a@b\nemail\n")
        #expect(
            await service.outputLines(13) == [
                "1: a@b available\n",
                "2: error: 'nonsense' is not a request\n",
                "3: error: the line is empty\n",
                "4: error: the line is empty\n",
                "5: error: 'count 1' is not a request\n",
                #"6: error: 'a\u{1B}[31m@b' is not an e-mail address"# + "\n",
                #"7: error: '\u{202E}' is not a request"# + "\n",
                "8: error: the line is longer than 1024 bytes\n",
                "9: 0 screenshots have been taken\n",
                "10: error: the line is not UTF-8\n",
                #"11: error: '\0' is not a request"# + "\n",
                "12: error: 'EMAIL a@b' is not a request\n",
                "13: error: 'email' is not a request\n",
            ]
        )
        service.send(signal: SIGTERM)
        #expect(await service.end().status == 143)
    }

    @Test func serviceGoesOnAfterTheEndOfInput() async throws {
        let service = try await start()
        try service.write("email a@b")
        try service.endInput()
        #expect(await service.nextOutputLine() == "1: a@b available\n")

        try directory.write("new", to: "new.png")
        #expect(await service.nextErrorLine() == "1 screenshot has been taken\n")
        service.send(signal: SIGTERM)
        #expect(await service.end().status == 143)
    }

    @Test(arguments: [
        ("mock-accounts", "1: Mock checking: 100.00 EUR, Mock savings: 2000.00 EUR\n"),
        ("mock-no-accounts", "1: No accounts\n"),
        ("mock-account-error", "1: error: the account service answered 404\n"),
        ("mock-network-error", "1: error: the server answered 404\n"),
    ])
    func mockReplacesAService(argument: String, answer: String) async throws {
        let service = try await start(argument)
        try service.write("accounts\n")
        #expect(await service.nextOutputLine() == answer)
        service.send(signal: SIGTERM)
        #expect(await service.end().status == 143)
    }

    // MARK: - Screenshots

    @Test func screenshotIsAnnouncedAndCounted() async throws {
        try directory.write("old", to: "old.png")
        let service = try await start()
        try directory.write("new", to: "new.png")
        #expect(await service.nextErrorLine() == "1 screenshot has been taken\n")
        try service.write("count\n")
        #expect(await service.nextOutputLine() == "1: 1 screenshot has been taken\n")
        service.send(signal: SIGTERM)
        #expect(await service.end().status == 143)
    }

    // MARK: - The store

    @Test func storeRecordsRequestsScreenshotsAndTheTally() async throws {
        let other = try TemporaryDirectory()
        let path = try other.write("earlier\n", to: "store")
        let service = try await start("--store", path, "--user", "A\u{1B}da")
        try service.write("count\n")
        _ = await service.nextOutputLine()
        try directory.write("new", to: "new.png")
        _ = await service.nextErrorLine()
        try service.write("nonsense\n")
        _ = await service.nextOutputLine()
        service.send(signal: SIGTERM)
        #expect(await service.end().status == 143)
        let records = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(records.first == "earlier")
        #expect(
            Set(records.dropFirst().dropLast()) == [
                #"A\u{1B}da 1: 0 screenshots have been taken"#, "1 screenshot has been taken",
                #"A\u{1B}da 2: error: 'nonsense' is not a request"#,
            ]
        )
        #expect(records.last == "tally: count 1, accounts 0, email 0, error 1")
    }

    @Test func storeThatCannotBeOpenedIsNamed() async throws {
        let path = directory.path(of: "missing/store")
        let result = try await Tool.run("serve", "--watch", directory.path, "--store", path)
        #expect(result == .failure(73, "wiring-demo: \(path): No such file or directory\n"))
    }

    @Test func directoryInsteadOfAStoreIsNamed() async throws {
        let result = try await Tool.run("serve", "--watch", directory.path, "--store", directory.path)
        #expect(result == .failure(73, "wiring-demo: \(directory.path): Is a directory\n"))
    }

    #if os(Linux)
        @Test func storeOnAFullDiskEndsTheService() async throws {
            let service = try await start("--store", "/dev/full")
            try service.write("count\n")
            let result = await service.end()
            #expect(result.status == 74)
            #expect(result.output == "1: 0 screenshots have been taken\n")
            #expect(AnnouncedParts(result.errors).allHaveStoppedInOrder)
            #expect(result.errors.contains("the tally is not stored: /dev/full: No space left on device\n"))
            #expect(result.errors.hasSuffix("stopped store\nwiring-demo: /dev/full: No space left on device\n"))
        }
    #endif

    // MARK: - Ends

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func signalStopsEachPartInOrder(signal: Int32, status: Int32) async throws {
        let service = try await start()
        service.send(signal: signal)
        let result = await service.end()
        #expect(result.status == status)
        #expect(result.output == "")
        #expect(AnnouncedParts(result.errors).allHaveStoppedInOrder)
        #expect(result.errors.hasSuffix("stopped store\n"))
    }

    /// The store is a pipe that is never read, and has no room for the record. The request is therefore never finished.
    @Test func secondSignalTerminatesImmediately() async throws {
        let pipe = try NamedPipe(in: directory)
        let user = String(repeating: "a", count: 100_000)
        let process = try Tool.start(["serve", "--watch", directory.path, "--store", pipe.path, "--user", user])
        let reading = await pipe.open()
        defer { close(reading) }
        try process.write("count\n")
        _ = await process.nextOutputLine()
        process.send(signal: SIGTERM, when: "stopping\n")
        process.send(signal: SIGTERM)
        #expect(await process.end().status == -SIGTERM)
    }

    @Test func closedOutputPipeStopsTheServiceInOrder() async throws {
        let service = try await start(output: .brokenPipe)
        // Input does not end, so the error alone ends the service.
        try service.write("count\n")
        let result = await service.end()
        #expect(result.status == 141)
        #expect(AnnouncedParts(result.errors).allHaveStoppedInOrder)
        #expect(result.errors.hasSuffix("stopped store\n"))
    }

    @Test func removedDirectoryStopsTheServiceInOrder() async throws {
        let service = try await start()
        try FileManager.default.removeItem(atPath: directory.path)
        let result = await service.end()
        #expect(result.status == 66)
        #expect(AnnouncedParts(result.errors).allHaveStoppedInOrder)
        let message = "wiring-demo: \(directory.path): No such file or directory\n"
        #expect(result.errors.hasSuffix("stopped store\n" + message))
    }

    @Test func missingDirectoryStopsWhatHadStarted() async throws {
        let result = try await Tool.run("serve", "--watch", directory.path(of: "missing"))
        #expect(result.status == 66)
        #expect(result.output == "")
        let message = "wiring-demo: \(directory.path(of: "missing")): No such file or directory\n"
        #expect(result.errors.hasSuffix("stopped store\n" + message))
        let parts = AnnouncedParts(result.errors)
        #expect(Set(parts.started).isSubset(of: ["store", "tally", "journal"]))
        #expect(parts.haveStoppedInOrder)
    }

    @Test func fileInsteadOfADirectoryStopsWhatHadStarted() async throws {
        let path = try directory.write("", to: "file")
        let result = try await Tool.run("serve", "--watch", path)
        #expect(result.status == 66)
        #expect(result.errors.hasSuffix("stopped store\nwiring-demo: \(path): Not a directory\n"))
    }

    /// Permissions do not restrict the superuser.
    @Test(.enabled(if: geteuid() != 0))
    func unreadableDirectoryStopsWhatHadStarted() async throws {
        let path = directory.path(of: "secret")
        #expect(mkdir(path, 0o000) == 0)
        let result = try await Tool.run("serve", "--watch", path)
        #expect(result.status == 66)
        #expect(result.errors.hasSuffix("stopped store\nwiring-demo: \(path): Permission denied\n"))
    }

    // MARK: - Arguments

    @Test(arguments: [
        ([], "'--watch' is missing"),
        (["--watch"], "'--watch' needs a value"),
        (["--watch", ".", "nonsense"], "unexpected argument 'nonsense'"),
        (
            ["--watch", ".", "mock-accounts", "mock-no-accounts"],
            "'mock-no-accounts' cannot be combined with 'mock-accounts'"
        ),
        (["--watch", ".", "--user", ""], "'--user' needs a value"),
        (
            ["--watch", ".", "--store", "mock-accounts"],
            "'mock-accounts' is a launch argument, and cannot be the value of '--store'"
        ),
        (
            ["--watch", "mock-accounts"],
            "'mock-accounts' is a launch argument, and cannot be the value of '--watch'"
        ),
        (
            ["--watch", ".", "--user=mock-accounts"],
            "'mock-accounts' is a launch argument, and cannot be the value of '--user'"
        ),
        (["--watch", ".", "--forever"], "unknown option '--forever'"),
    ])
    func invalidArgumentsAreNamed(arguments: [String], text: String) async throws {
        let result = try await Tool.start(["serve"] + arguments).end()
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.serve))
    }
}
