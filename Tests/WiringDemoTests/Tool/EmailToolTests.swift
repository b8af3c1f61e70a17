import Testing

@Suite struct EmailToolTests {
    @Test func checksAddressesInOrder() async throws {
        let result = try await Tool.run("email", "new@example.com", "ada@example.com", "Grace@Example.COM")
        let output = "new@example.com available\nada@example.com taken\nGrace@Example.COM taken\n"
        #expect(result == .success(output))
    }

    @Test(arguments: [["--taken", "taken.txt"], ["--taken=taken.txt"]])
    func readsTheTakenAddressesFromAFile(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.write("# taken\r\n\r\n  One@example.com \r\n\t# more\ntwo@example.com", to: "taken.txt")
        let addresses = ["one@example.com", "TWO@example.com", "ada@example.com"]
        let result = try await Tool.start(["email"] + options + addresses, in: directory.path).end()
        let output = "one@example.com taken\nTWO@example.com taken\nada@example.com available\n"
        #expect(result == .success(output))
    }

    @Test func withAnEmptyListEveryAddressIsAvailable() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "taken.txt")
        let result = try await Tool.run("email", "--taken", "taken.txt", "ada@example.com", in: directory.path)
        #expect(result == .success("ada@example.com available\n"))
    }

    @Test func argumentsAfterTwoDashesAreAddresses() async throws {
        #expect(try await Tool.run("email", "--", "--help@example.com") == .success("--help@example.com available\n"))
    }

    @Test func missingListIsNamed() async throws {
        let directory = try TemporaryDirectory()
        let result = try await Tool.run("email", "--taken", "missing.txt", "a@b", in: directory.path)
        #expect(result == .failure(66, "wiring-demo: missing.txt: No such file or directory\n"))
    }

    @Test func lineWithoutAnAddressIsMalformed() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("a@b\nnobody\n", to: "taken.txt")
        let result = try await Tool.run("email", "--taken", "taken.txt", "a@b", in: directory.path)
        #expect(result == .failure(65, "wiring-demo: taken.txt:2: 'nobody' is not an e-mail address\n"))
    }

    @Test(arguments: [
        ([], "an address is missing"),
        (["nobody"], "'nobody' is not an e-mail address"),
        (["a@b", "nobody"], "'nobody' is not an e-mail address"),
        ([""], "'' is not an e-mail address"),
        (["--take", "x", "a@b"], "unknown option '--take'; did you mean '--taken'?"),
        (["a@b", "--taken"], "'--taken' needs a value"),
    ])
    func invalidArgumentsAreNamed(arguments: [String], text: String) async throws {
        let result = try await Tool.start(["email"] + arguments).end()
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.email))
    }
}
