import Testing

@Suite struct ArgumentsToolTests {
    @Test func theLaunchArgumentsAreListedWithWhatTheyReplace() async throws {
        let result = try await Tool.run("arguments", "mock-accounts")
        #expect(result.status == 0)
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect(
            lines.filter { !$0.hasPrefix(" ") } == [
                "mock-account-error  (launch argument)", "mock-accounts  (launch argument, given)",
                "mock-network-error  (launch argument)", "mock-no-accounts  (launch argument)",
            ]
        )
        let network = "    replaces networking<Networking>, declared at WiringDemo/Container+Network.swift:"
        #expect(lines[5].hasPrefix(network))
    }

    @Test func theHelpSaysHowAnArgumentIsMarked() async throws {
        #expect(try await Tool.run("arguments", "--help").output.contains("`(launch argument, given)`"))
    }

    @Test(arguments: [("mock", ""), ("mock-acounts", "; did you mean 'mock-accounts'?")])
    func anotherArgumentIsAnError(argument: String, suggestion: String) async throws {
        let result = try await Tool.start(["arguments", argument]).end()
        let text = "unexpected argument '\(argument)'\(suggestion)"
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.arguments))
    }
}
