import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct AccountsToolTests {
    private let sample = "3 accounts\nHousehold: 2450.10 EUR\nSavings: 18000.00 EUR\nTravel card: -37.95 USD\n"

    @Test func listsTheSampleFromAnyDirectory() async throws {
        #expect(try await Tool.run("accounts", in: "/") == .success(sample))
    }

    @Test(arguments: [
        ("mock-accounts", "2 accounts\nMock checking: 100.00 EUR\nMock savings: 2000.00 EUR\n"),
        ("mock-no-accounts", "No accounts\n"),
    ])
    func listsTheAccountsOfAMock(argument: String, output: String) async throws {
        #expect(try await Tool.run("accounts", argument) == .success(output))
    }

    @Test(arguments: [
        ("mock-account-error", "wiring-demo: the account service answered 404\n"),
        ("mock-network-error", "wiring-demo: the server answered 404\n"),
    ])
    func reportsTheErrorOfAMock(argument: String, errors: String) async throws {
        #expect(try await Tool.run("accounts", argument) == .failure(1, errors))
    }

    @Test func mockReplacesTheSource() async throws {
        let result = try await Tool.run("accounts", "--source", "missing.json", "mock-no-accounts")
        #expect(result == .success("No accounts\n"))
    }

    @Test(arguments: [["--source", "one.json"], ["--source=one.json"], ["--source=file://DIRECTORY/one.json"]])
    func listsTheAccountsOfAFile(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.write(#"{"accounts":[{"name":"One","balance":1.5,"currency":"EUR"}]}"#, to: "one.json")
        let options = options.map { $0.replacing("DIRECTORY", with: directory.path) }
        let result = try await Tool.start(["accounts"] + options, in: directory.path).end()
        #expect(result == .success("1 account\nOne: 1.50 EUR\n"))
    }

    /// A debug build notes on standard error that the name is that of a launch argument.
    @Test func standardOutputHasNoNotices() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(#"{"accounts":[]}"#, to: "mock-accounts")
        let result = try await Tool.start(["accounts", "--source", "./mock-accounts"], in: directory.path).end()
        #expect(result.output == "No accounts\n")
    }

    @Test(arguments: [
        ("", "doc.json: is empty"),
        ("[]", "doc.json: expected an object"),
        (#"{"accounts":[{"name":"a","balance":"much"}]}"#, "doc.json: accounts[0].balance: expected a number"),
        (#"{"accounts":[{"name":"a","balance":1}]}"#, "doc.json: accounts[0].currency: missing"),
    ])
    func reportsWhereADocumentIsMalformed(document: String, text: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.write(document, to: "doc.json")
        let result = try await Tool.run("accounts", "--source", "doc.json", in: directory.path)
        #expect(result == .failure(65, "wiring-demo: \(text)\n"))
    }

    @Test func missingFileIsNamed() async throws {
        let directory = try TemporaryDirectory()
        let result = try await Tool.run("accounts", "--source", "missing.json", in: directory.path)
        #expect(result == .failure(66, "wiring-demo: missing.json: No such file or directory\n"))
    }

    @Test func directoryInsteadOfAFileIsNamed() async throws {
        #expect(try await Tool.run("accounts", "--source", "/") == .failure(66, "wiring-demo: /: Is a directory\n"))
    }

    @Test(arguments: [
        (["nonsense"], "unexpected argument 'nonsense'"),
        (["--sauce", "x"], "unknown option '--sauce'; did you mean '--source'?"),
        (["--source"], "'--source' needs a value"),
        (["--source="], "'--source' needs a value"),
        (["--source", "a", "--source", "b"], "'--source' is given twice"),
        (["--source", "ftp://host/x"], "'ftp://host/x' is neither a path nor an http, https or file URL"),
        (["--source", "http://"], "'http://' has no host"),
        (["--source", "http://a b/"], "'http://a b/' is not a valid URL"),
        (["--source", "http://host:99999/"], "'http://host:99999/' has an invalid port"),
        (["--source", "file://"], "'file://' has no path"),
        (
            ["--source", "mock-accounts"],
            "'mock-accounts' is a launch argument; for a file of this name write './mock-accounts'"
        ),
        (["mock-accounts", "mock-no-accounts"], "'mock-no-accounts' cannot be combined with 'mock-accounts'"),
    ])
    func invalidArgumentsAreNamed(arguments: [String], text: String) async throws {
        let result = try await Tool.start(["accounts"] + arguments).end()
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.accounts))
    }

    @Test(.enabled(if: DocumentServer.isInstalled, Comment(rawValue: DocumentServer.missing)))
    func listsTheAccountsOfAServer() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(#"{"accounts":[{"name":"Remote","balance":7,"currency":"EUR"}]}"#, to: "accounts.json")
        try directory.write(#"{"accounts":7}"#, to: "malformed.json")
        try await DocumentServer.serving(directory) { base in
            let found = try await Tool.run("accounts", "--source", base + "accounts.json")
            #expect(found == .success("1 account\nRemote: 7.00 EUR\n"))

            let missing = try await Tool.run("accounts", "--source", base + "missing.json")
            #expect(missing == .failure(1, "wiring-demo: \(base)missing.json answered 404\n"))

            let malformed = try await Tool.run("accounts", "--source", base + "malformed.json")
            #expect(malformed == .failure(65, "wiring-demo: \(base)malformed.json: accounts: expected an array\n"))
        }
    }

    @Test func refusedConnectionIsReported() async throws {
        // No server listens on port 1.
        let result = try await Tool.run("accounts", "--source", "http://127.0.0.1:1/x.json")
        #expect(result == .failure(1, "wiring-demo: http://127.0.0.1:1/x.json: cannot connect to the server\n"))
    }

    @Test func controlCStopsWaitingForADocument() async throws {
        let directory = try TemporaryDirectory()
        try #require(mkfifo(directory.path(of: "pipe"), 0o600) == 0)
        let process = try Tool.start(["accounts", "--source", "pipe"], in: directory.path)
        // Returns when the tool has opened the pipe for reading, and therefore has begun to load.
        let path = directory.path(of: "pipe")
        let writer = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: open(path, O_WRONLY)) }
        }
        process.send(signal: SIGINT)
        #expect(await process.end() == .failure(130, ""))
        close(writer)
    }
}
