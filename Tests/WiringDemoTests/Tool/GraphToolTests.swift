import Foundation
import Testing

@Suite struct GraphToolTests {
    @Test func theTextNamesWhatEachDependencyNeeds() async throws {
        let result = try await Tool.run("graph")
        #expect(result.status == 0)
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n")
        let model = try #require(lines.firstIndex { $0.hasPrefix("Container.accountsViewModel<AccountsViewModel>") })
        #expect(lines[model + 1] == "    → Container.accountLoading<AccountLoading>")
    }

    @Test func aLaunchArgumentChangesTheGraph() async throws {
        let result = try await Tool.run("graph", "--format", "mermaid", "mock-accounts")
        #expect(result.output.contains("Container.accountLoading<br/>unique, onArg(#quot;mock-accounts#quot;)"))
        #expect(!result.output.contains("Container_accountLoading --> Container_networking"))
    }

    @Test func anUnknownFormatIsAnError() async throws {
        let text = "unknown format 'mermiad'; did you mean 'mermaid'?"
        let result = try await Tool.run("graph", "--format", "mermiad")
        #expect(result == .failure(64, "wiring-demo: \(text)\n" + Usage.graph))
    }
}
