import Foundation
import Testing
import Wiring
import WiringDemo
import WiringTesting

@Suite(.container) struct LiveAccountLoadingTests {
    private func error(of json: String) async -> AccountsError? {
        let container = Container()
        container.networking.register { MockJSON(json) }
        return await #expect(throws: AccountsError.self) { try await container.accountLoading().accounts() }
    }

    private func account(_ balance: String) -> String {
        #"{"accounts":[{"name":"a","balance":1,"currency":"EUR"},{"name":"b","balance":\#(balance),"currency":"EUR"}]}"#
    }

    @Test func readsAccountsInOrder() async throws {
        let container = Container()
        let json = account("-37.95")
        container.networking.register { MockJSON(json) }
        let accounts = try await container.accountLoading().accounts()
        #expect(accounts.map(\.description) == ["a: 1.00 EUR", "b: -37.95 EUR"])
    }

    @Test func controlCharactersInANameAreEscaped() {
        let account = Account(name: "a\nb\u{1B}[31m\u{202E}é", balance: 0, currency: "\r")
        #expect(account.description == #"a\nb\u{1B}[31m\u{202E}é: 0.00 \r"#)
    }

    @Test(arguments: [
        ("[]", nil, "expected an object"),
        ("1", nil, "expected an object"),
        ("{}", "accounts", "missing"),
        (#"{"accounts":{}}"#, "accounts", "expected an array"),
        (#"{"accounts":null}"#, "accounts", "expected an array, found null"),
        (#"{"accounts":[1]}"#, "accounts[0]", "expected an object"),
        (#"{"accounts":[{"name":1}]}"#, "accounts[0].name", "expected a string"),
        (#"{"accounts":[{"name":null}]}"#, "accounts[0].name", "expected a string, found null"),
        (#"{"accounts":[{"name":"a"}]}"#, "accounts[0].balance", "missing"),
        (#"{"accounts":[{"name":"a","balance":"1"}]}"#, "accounts[0].balance", "expected a number"),
        ("", nil, "is empty"),
        (" \n", nil, "is empty"),
    ])
    func reportsWhereTheDocumentIsMalformed(json: String, place: String?, reason: String) async {
        let expected = AccountsError.malformed(document: "the mock's document", place: place, reason: reason)
        #expect(await error(of: json) == expected)
    }

    @Test(arguments: ["1e999", "-1e128", "1e99999999999999999999999"])
    func numberThatCannotBeRepresentedIsAnError(balance: String) async {
        let text = "the mock's document: accounts[1].balance: expected a number that can be represented"
        #expect(await error(of: account(balance))?.description == text)
    }

    @Test(arguments: [
        ("{\n  \"accounts\": [}\n", "line 2, column 16"),
        ("?", "line 1, column 1"),
        (#"{"accounts":[]} x"#, "line 1, column 17"),
    ])
    func reportsWhereTheJSONIsInvalid(json: String, place: String) async { await expectInvalid(json, at: place) }

    @Test func reportsWhereTheJSONIsNestedTooDeeply() async {
        await expectInvalid(String(repeating: "[", count: 100_000), at: "line 1, column 514")
    }

    private func expectInvalid(_ json: String, at place: String) async {
        guard case .malformed(_, let reported, let reason) = await error(of: json) else {
            Issue.record("not malformed")
            return
        }
        #if os(Linux)
            #expect(reported == place)
        #endif
        #expect(reason.hasPrefix("is not valid JSON"))
    }

    @Test(arguments: [[0xFF, 0xFE], [0x7B, 0xFF], [0xFF, 0xD8, 0xFF, 0xE0], [0, 0, 0, 0]] as [[UInt8]])
    func bytesThatAreNotTextAreMalformed(bytes: [UInt8]) async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Data(bytes), to: "bytes.json")
        let container = Container()
        container.documentSource.register { .file(path: path) }
        let error = await #expect(throws: AccountsError.self) { try await container.accountLoading().accounts() }
        guard case .malformed(path, _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func networkErrorIsRethrown() async {
        let container = Container()
        container.networking.register { MockError(503) }
        await #expect(throws: NetworkError.answered(503, by: "the server")) {
            try await container.accountLoading().accounts()
        }
    }

    @Test func missingFileIsNamed() async throws {
        let path = try TemporaryDirectory().path(of: "missing.json")
        let container = Container()
        container.documentSource.register { .file(path: path) }
        await #expect(throws: NetworkError.unreadable(path: path, reason: "No such file or directory")) {
            try await container.networking().document()
        }
    }

    @Test(.enabled(if: DocumentServer.isInstalled, Comment(rawValue: DocumentServer.missing)))
    func loadsFromAServer() async throws {
        let directory = try TemporaryDirectory()
        let json = account("2")
        try directory.write(json, to: "accounts.json")
        try await DocumentServer.serving(directory) { base in
            let container = Container()
            let found = try #require(URL(string: base + "accounts.json"))
            container.documentSource.register { .server(found) }
            #expect(try await container.accountLoading().accounts().count == 2)

            let missing = try #require(URL(string: base + "missing.json"))
            container.documentSource.register { .server(missing) }
            container.networking.reset(.scope)
            await #expect(throws: NetworkError.answered(404, by: base + "missing.json")) {
                try await container.accountLoading().accounts()
            }
        }
    }

    /// ```
    /// test          load
    ///               open a pipe without a writer
    /// cancel
    ///               CancellationError
    /// ```
    @Test(.limitedWait) func cancellingALoadEndsItImmediately() async throws {
        let directory = try TemporaryDirectory()
        // Opening the pipe blocks until there is a writer.
        let path = directory.path(of: "pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let container = Container()
        container.documentSource.register { .file(path: path) }
        let networking = container.networking()
        let load = Task { try await networking.document() }
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
        // Unblocks the thread that opens the pipe.
        let writer = open(path, O_RDWR | O_NONBLOCK)
        close(writer)
    }
}
