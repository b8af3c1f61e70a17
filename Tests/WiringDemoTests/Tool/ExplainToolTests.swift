import Testing

@Suite struct ExplainToolTests {
    @Test func theClosureThatWinsIsExplained() async throws {
        let result = try await Tool.run("explain", "networking", "mock-network-error")
        #expect(result.status == 0)
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("Container.networking<Networking>, declared at WiringDemo/") == true)
        let argument = lines.first { $0.contains("onArg(\"mock-network-error\")") }
        #expect(argument?.hasSuffix("  wins") == true)
        let declaration = lines.first { $0.contains("declaration") && !$0.contains("declared at") }
        #expect(declaration?.hasSuffix("  is replaced by `onArg(\"mock-network-error\")`") == true)
        #expect(lines.contains("scope: cached, set by the declaration"))
        #expect(lines.last == "instance: none")
    }

    @Test(arguments: ["journal", "tally", "requestHandler"])
    func dependenciesOfModulesAndRequestsAreKnown(name: String) async throws {
        let result = try await Tool.run("explain", name)
        #expect(result.status == 0)
        #expect(result.output.contains("Container.\(name)<"))
    }

    @Test(arguments: [
        (["acountLoading"], "unknown dependency 'acountLoading'; did you mean 'accountLoading'?"),
        (["nonsense"], "unknown dependency 'nonsense'"),
        ([], "a name is missing"),
        (["session", "other"], "unexpected argument 'other'"),
    ])
    func aWrongNameIsAnError(arguments: [String], text: String) async throws {
        let result = try await Tool.start(["explain"] + arguments).end()
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.explain))
    }
}
