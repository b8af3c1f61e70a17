import Metrics
import MetricsTestKit
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct MetricsTests {
    @Test func aStaticMetricKeepsTheFirstReadersFactory() async throws {
        try await Place(
            .test,
            "swift-metrics: `static let requests = Counter(label: …, factory: Container.shared.metrics())`",
            sees: "the first reader's",
            write: "`let requests = …`, in an instance",
            strictTest: .isSilent("a later reader resolves nothing")
        ).check {
            // The first reader is that of the plain test. A strict test that follows it finds the counter.
            try Self.reader { StaticRequests.counter }
        } remedied: {
            try Self.reader { Requests().counter }
        }
    }

    /// Whose metrics receive what a second reader counts.
    private static func reader(_ counter: () -> Counter) throws -> String {
        let (first, second) = (TestMetrics(), TestMetrics())
        for (label, metrics) in [("the first reader's", first), (Place.intended, second)] {
            within(label) {
                Container.shared.metrics.override { metrics }
                counter().increment()
            }
        }
        return (try? second.expectCounter("requests")) == nil ? "the first reader's" : Place.intended
    }
}

private enum StaticRequests {
    static let counter = Counter(label: "requests", factory: Container.shared.metrics())
}

private struct Requests {
    let counter = Counter(label: "requests", factory: Container.shared.metrics())
}

extension Container {
    fileprivate var metrics: Factory<any MetricsFactory> { self { NOOPMetricsHandler.instance } }
}
