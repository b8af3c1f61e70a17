import Testing
import WiringDemo
import WiringTesting

@Suite(.container) struct NetworkScopeTests {
    private var resolutions: [String] { Container.shared.resolutions.map(\.name) }

    @Test func allContainersShareTheSession() {
        #expect(Container.shared.session() === Container().session())
    }

    @Test func containerCachesItsClient() {
        _ = Container.shared.networking()
        _ = Container.shared.networking()
        #expect(resolutions == ["networking", "documentSource", "networking"])
    }

    @Test func cachedClientKeepsItsSourceUntilItIsReset() async throws {
        let container = Container.shared
        _ = container.networking()
        container.documentSource.register { .file(path: "/missing") }
        #expect(try await container.networking().document().name == "accounts.json")
        container.networking.reset(.scope)
        await #expect(throws: NetworkError.unreadable(path: "/missing", reason: "No such file or directory")) {
            try await container.networking().document()
        }
    }

    @Test func sampleNeedsNoSession() async throws {
        _ = try await Container.shared.networking().document()
        #expect(!resolutions.contains("session"))
    }
}
