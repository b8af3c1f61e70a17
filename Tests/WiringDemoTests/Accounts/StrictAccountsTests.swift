import Testing
import WiringDemo
import WiringTesting

/// Strict tests of the accounts. A live dependency that the suite does not allow fails the test.
///
/// Other tests in the process use its container on purpose, so warnings about them are dropped.
@Suite(
    .timeLimit(.minutes(10)),
    .compactMapIssues { $0.isFailure ? $0 : nil },
    .container(.strict),
    .allow(\.accountLoading, \.accountsViewModel)
)
struct StrictAccountsTests {
    /// A network that loads with a function.
    private struct FunctionNetworking: Networking {
        let load: @Sendable () async throws -> Document

        func document() async throws -> Document { try await load() }
    }

    @Test func liveNetworkIsAnIssue() {
        withKnownIssue { _ = Container.shared.accountLoading() }
    }

    @Test(.override(\.networking) { MockJSON(#"{"accounts":[{"name":"One","balance":1,"currency":"EUR"}]}"#) })
    func overrideReplacesTheNetwork() async throws {
        #expect(try await Container.shared.accountLoading().accounts().map(\.name) == ["One"])
    }

    @Test(.override(\.networking) { FunctionNetworking(load: unimplemented("load")) })
    func onlyLoadingUsesTheNetwork() async {
        let model = Container.shared.accountsViewModel()
        #expect(!model.isError)
        await withKnownIssue { await model.load() }
        #expect(model.isError)
    }

    /// A detached task does not inherit the test's container.
    @Test(.override(\.accountLoading) { MockAccounts() })
    func boundDetachedTaskUsesTheOverride() async throws {
        let load = Container.shared.bind { try await Container.shared.accountLoading().accounts() }
        let accounts = try await Task.detached(operation: load).value
        #expect(accounts.map(\.name) == ["Mock checking", "Mock savings"])
    }
}
