import Testing

@Suite struct PreflightToolTests {
    @Test func theDemoHasNoFault() async throws {
        let result = try await Tool.run("preflight")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix("No faults in "))
    }

    @Test func anUnexpectedArgumentIsAnError() async throws {
        let text = "unexpected argument 'networking'"
        #expect(
            try await Tool.run("preflight", "networking") == .failure(64, "wiring-demo: \(text)\n" + Usage.preflight)
        )
    }
}
