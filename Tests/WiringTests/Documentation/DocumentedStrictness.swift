import Testing
import WiringTesting

// The code of "Replacing dependencies in tests" about strict tests, verbatim. `SnippetTests` compares them.

extension Container {
    var hashing: Factory<@Sendable (String) -> Int> { self { { $0.count } } }
    var clock: Factory<ContinuousClock> { self { ContinuousClock() } }
}

extension Container {
    var screenshots: Factory<AsyncStream<Void>> {
        self { AsyncStream { _ in } }.onTest { unimplemented("screenshots", placeholder: AsyncStream { $0.finish() }) }
    }
    var now: Factory<@Sendable () -> Double> {
        self { { 0 } }.onTest { unimplemented("now", placeholder: 1) }
    }
}

struct Analytics: Sendable {
    let fetch: @Sendable (String) async throws -> String
    let track: @Sendable (String) -> Void

    static var testValue: Analytics { Analytics(fetch: unimplemented("fetch"), track: unimplemented("track")) }
}

/// Hides the known issues that these tests demonstrate, and the warnings that other tests cause.
@Suite(.timeLimit(.minutes(10)), .compactMapIssues { $0.isFailure ? $0 : nil }) struct DocumentedStrictness {
    @Test(.container(.strict), .modify(\.weatherClient) { $0.sky = { "clear" } })
    func asksForTheSkyWithoutAWarning() {
        #expect(Container.shared.weatherClient().sky() == "clear")
    }

    @Test(.container(.strict), .override(\.weather) { MockWeather() }, .allow(\.weatherReport))
    func tellsTheSky() {
        #expect(Container.shared.weatherReport().text == "The sky is clear.")
    }

    @Test(.container(.strict)) func expectsTheIssue() {
        withKnownIssue {
            _ = Container.shared.weather()
        }
    }

    @Test(.container(.strict), .allow(\.hashing, \.clock))
    func mayBeLive() {
        let hash = Container.shared.hashing()
        #expect(hash("sky") == 3)
    }

    @Test(.container) func usesUnimplementedDependencies() async {
        await withKnownIssue {
            for await _ in Container.shared.screenshots() {}
        }
        let now = Container.shared.now()
        withKnownIssue { #expect(now() == 1) }
        withKnownIssue { Analytics.testValue.track("event") }
        await withKnownIssue {
            await #expect(throws: (any Error).self) { try await Analytics.testValue.fetch("page") }
        }
    }

    @Test(.container, .allow(\.screenshots, \.now))
    func mayUsePlaceholders() {
        let now = Container.shared.now()
        #expect(now() == 1)
    }

    @Test(.container, .override(\.weather) { MockWeather() })
    func aReportAsksForTheWeather() {
        _ = Container.shared.weatherReport()
        #expect(Container.shared.resolutions.map(\.name) == ["weatherReport", "weather"])
    }
}
