import Testing
import WiringTesting

// The code of "Replacing dependencies in tests" about strict tests, as it stands there. `SnippetTests` compares them.

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

@Suite struct DocumentedStrictness {
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

    @Test(.container) func usesWhatIsUnimplemented() async {
        await withKnownIssue {
            for await _ in Container.shared.screenshots() {}
        }
        let now = Container.shared.now()
        withKnownIssue { #expect(now() == 1) }
    }

    @Test(.container, .override(\.weather) { MockWeather() })
    func aReportAsksForTheWeather() {
        _ = Container.shared.weatherReport()
        #expect(Container.shared.resolutions.map(\.name) == ["weatherReport", "weather"])
    }
}
