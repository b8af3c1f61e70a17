import Testing

@Suite struct EmailToolTests {
    @Test func tellsWhichAddressesAreAvailableInTheirOrder() async throws {
        let result = try await Tool.run("email", "new@example.com", "ada@example.com", "Grace@Example.COM")
        let output = "new@example.com available\nada@example.com taken\nGrace@Example.COM taken\n"
        #expect(result == .success(output))
    }

    @Test(arguments: [["--taken", "taken.txt"], ["--taken=taken.txt"]])
    func takesTheTakenAddressesFromAFile(words: [String]) async throws {
        let directory = try TemporaryDirectory()
        try directory.write("# taken\r\n\r\n  One@example.com \r\n\t# more\ntwo@example.com", to: "taken.txt")
        let addresses = ["one@example.com", "TWO@example.com", "ada@example.com"]
        let result = try await Tool.start(["email"] + words + addresses, in: directory.path).end()
        let output = "one@example.com taken\nTWO@example.com taken\nada@example.com available\n"
        #expect(result == .success(output))
    }

    @Test func anEmptyListTakesNothing() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "taken.txt")
        let result = try await Tool.run("email", "--taken", "taken.txt", "ada@example.com", in: directory.path)
        #expect(result == .success("ada@example.com available\n"))
    }

    @Test func afterTwoDashesAWordIsAnAddress() async throws {
        #expect(try await Tool.run("email", "--", "--help@example.com") == .success("--help@example.com available\n"))
    }

    @Test func aMissingListIsNamed() async throws {
        let directory = try TemporaryDirectory()
        let result = try await Tool.run("email", "--taken", "missing.txt", "a@b", in: directory.path)
        #expect(result == .failure(66, "wiring-demo: missing.txt: No such file or directory\n"))
    }

    @Test func aLineThatIsNoAddressIsMalformed() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("a@b\nnobody\n", to: "taken.txt")
        let result = try await Tool.run("email", "--taken", "taken.txt", "a@b", in: directory.path)
        #expect(result == .failure(65, "wiring-demo: taken.txt:2: 'nobody' is no e-mail address\n"))
    }

    @Test(arguments: [
        ([], "an address is missing"),
        (["nobody"], "'nobody' is no e-mail address"),
        (["a@b", "nobody"], "'nobody' is no e-mail address"),
        ([""], "'' is no e-mail address"),
        (["--take", "x", "a@b"], "unknown option '--take'"),
        (["a@b", "--taken"], "'--taken' needs a value"),
    ])
    func wrongWordsAreNamed(words: [String], text: String) async throws {
        let result = try await Tool.start(["email"] + words).end()
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.email))
    }
}
