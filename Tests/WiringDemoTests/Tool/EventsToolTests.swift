import Foundation
import Testing

@Suite(.timeLimit(.minutes(9))) struct EventsToolTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func theEventsOfACommandGoToStandardError() async throws {
        let result = try await Tool.run("accounts", "--events", "mock-accounts")
        #expect(result.status == 0)
        #expect(result.output == "2 accounts\nMock checking: 100.00 EUR\nMock savings: 2000.00 EUR\n")
        let built = result.errors.split(separator: "\n").filter { $0.hasPrefix("built ") }
        #expect(
            built.map { $0.prefix { $0 != "<" } } == [
                "built Container.accountLoading", "built Container.accountsViewModel",
            ]
        )
        #expect(built.first?.contains(" from onArg(\"mock-accounts\") in ") == true)
        #expect(
            result.errors.contains("\nresolved Container.accountsViewModel<AccountsViewModel> from the declaration in ")
        )
    }

    @Test(arguments: [
        ["email", "a@b"], ["graph"], ["explain", "session"], ["arguments"], ["preflight"], ["screenshots"],
    ])
    func eachCommandTakesTheOption(arguments: [String]) async throws {
        let results = try [[], ["--events"]].map { options in
            let process = try Tool.start(arguments + options)
            try process.endInput()
            return process
        }
        let (plain, result) = (await results[0].end(), await results[1].end())
        #expect(result.status == 0)
        #expect(result.output == plain.output)
    }

    @Test func aServiceReportsWhatItsRequestsAndItsPartsDo() async throws {
        let service = try Tool.start(["serve", "--watch", directory.path, "--events"])
        while let line = await service.nextErrorLine(), !line.hasPrefix("started Container.requestServer<") {}
        try service.write("count\n")
        _ = await service.outputLines(1)
        service.send(signal: SIGTERM)
        let result = await service.end()
        #expect(result.status == 143)
        #expect(result.errors.contains("\nmade child SessionContainer #"))
        #expect(result.errors.contains("\nbuilt RequestContainer.requestHandler<"))
        #expect(result.errors.contains("\nstopped Container.recordStore<"))
    }

    @Test func aFlameChartIsWritten() async throws {
        let file = directory.path(of: "start.svg")
        let result = try await Tool.run("accounts", "--flame-chart", file, "mock-no-accounts")
        #expect(result == .success("No accounts\n"))
        let svg = try String(contentsOfFile: file, encoding: .utf8)
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("<title>Container.accountsViewModel&lt;AccountsViewModel&gt;\n"))
    }

    @Test func aFlameChartIsWrittenIfTheCommandFails() async throws {
        let file = directory.path(of: "start.svg")
        let result = try await Tool.run("accounts", "--flame-chart=\(file)", "mock-account-error")
        #expect(result == .failure(1, "wiring-demo: the account service answered 404\n"))
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test func aChartThatCannotBeWrittenIsAnError() async throws {
        let file = directory.path(of: "missing/start.svg")
        let result = try await Tool.run("arguments", "--flame-chart", file)
        #expect(result.status == 74)
        #expect(result.errors == "wiring-demo: \(file): the flame chart cannot be written\n")
    }

    @Test(arguments: [
        (["--events=all"], "'--events' takes no value"),
        (["--flame-chart"], "'--flame-chart' needs a value"),
        (
            ["--flame-chart", "mock-accounts"],
            "'mock-accounts' is a launch argument, and cannot be the value of '--flame-chart'"
        ),
    ])
    func aWrongOptionIsAnError(options: [String], text: String) async throws {
        let result = try await Tool.start(["graph"] + options).end()
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.graph))
    }
}
