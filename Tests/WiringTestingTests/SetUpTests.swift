import Testing
import WiringFixtures
import WiringTesting

private struct Refused: Error {}

@discardableResult
private func refuse() throws -> Named { throw Refused() }

private func wait() async throws { await Task.yield() }

extension AsyncOverrides {
    fileprivate static let refused = AsyncOverrides { container in
        try await wait()
        container.service.override { Named("refused") }
        try refuse()
    }
    fileprivate static let waiting = AsyncOverrides { container in
        try await wait()
        container.service.override { Named("waited") }
    }
    fileprivate static let custom = AsyncOverrides(CustomContainer.self) { @MainActor container in
        try await wait()
        MainActor.assertIsolated()
        container.service.override { Named("custom") }
    }
    fileprivate static let all: AsyncOverrides = [.waiting, .custom]
}

private let message = "Wiring: the closure of a trait threw this error, so the test did not run"

/// Closures of traits that suspend and throw.
@Suite(.failuresOnly) struct SetUpTests {
    @Test(
        .expecting(message, at: #line),
        .container { _ in
            try await wait()
            try refuse()
        }
    ) func errorOfContainerTraitFailsTest() { Issue.record("the test has run") }

    @Test(.expecting(message, at: #line), .container(.inheriting) { _ in try refuse() })
    func errorOfContainerTraitWithOptionsFailsTest() { Issue.record("the test has run") }

    @Test(
        .expecting(message, at: #line),
        .container(for: Container.self, CustomContainer.self) { _, _ in try refuse() }
    ) func errorOfContainersTraitFailsTest() { Issue.record("the test has run") }

    @Test(.expecting("false", at: #line), .container { _ in try #require("false" == "true", "false") })
    func failedExpectationFailsTestOnce() { Issue.record("the test has run") }

    @Test(.expecting(message, at: #line), .container, .override(.refused))
    func errorOfSetOfOverridesFailsTest() { Issue.record("the test has run") }

    @Test(.expecting(message, at: #line), .container, .override(\.service, with: try refuse()))
    func errorOfValueFailsTest() { Issue.record("the test has run") }

    @Test(
        .expecting(message, at: #line),
        .container(.strict) {
            $0.service.override { Named("unused") }
            try refuse()
        },
        .container { _ in Issue.record("a later change has run") }
    ) func errorSkipsLaterChangesAndUnusedReplacements() { Issue.record("the test has run") }

    @Test(.expecting(message, at: #line), .container { _ in try refuse() }, arguments: [1, 2])
    func errorFailsEachCase(_: Int) { Issue.record("the test has run") }

    @Suite(.expecting(message, at: #line), .container { _ in try refuse() })
    struct RefusedTests {
        @Test func errorOfSuiteTraitFailsTestAtLineOfSuite() { Issue.record("the test has run") }
    }

    @Test(.container { _ in try Test.cancel("cancelled by a trait") })
    func cancellationByTraitSkipsTest() { Issue.record("the test has run") }

    @Test(
        .container {
            try await wait()
            $0.service.override { Named("waited") }
        }
    ) func closureThatMayThrowChangesContainer() {
        #expect(Container.shared.service().name == "waited")
    }

    @Test(.container(.strict), .override(.all)) func setThatSuspendsChangesContainers() {
        #expect(Container.shared.service().name == "waited")
        #expect(CustomContainer.shared.service().name == "custom")
    }

    /// A set need not be used.
    @Test(.container(.strict), .override(.waiting)) func unusedSetPassesStrictTest() {}

    @Test(.container, .override([.waiting, AsyncOverrides(Overrides { $0.service.override { Named("last") } })]))
    func lastSetWins() {
        #expect(Container.shared.service().name == "last")
    }
}
