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

    @Test func aFactoryOfATaskIsNotThatOfADetachedTask() async throws {
        try await Place(
            .test,
            "swift-metrics: the factory of `Counter(label: …)` in a detached task, under `withMetricsFactory(Container.shared.metrics()) { }`",
            sees: "the process's",
            write: "`Counter(label: …, factory: Container.shared.metrics())`, in `container.bind { … }`",
            strictTest: .isSilent("it resolves nothing")
        ).check {
            let metrics = TestMetrics()
            await withMetricsFactory(metrics) {
                await Task.detached { Counter(label: "requests").increment() }.value
            }
            return try Self.owner(of: metrics)
        } remedied: {
            let metrics = TestMetrics()
            let container = Container.labeled(Place.intended)
            container.metrics.override { metrics }
            await Task.detached(
                operation: container.bind {
                    Counter(label: "requests", factory: Container.shared.metrics()).increment()
                }
            ).value
            return try Self.owner(of: metrics)
        }
    }

    /// Whose metrics have received a count, if those of the intended container may have.
    private static func owner(of metrics: TestMetrics) throws -> String {
        guard let counter = try? metrics.expectCounter("requests"), !counter.values.isEmpty else {
            return "the process's"
        }
        return Place.intended
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
