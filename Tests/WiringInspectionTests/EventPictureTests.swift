import Testing
import Wiring
import WiringAsync
import WiringInspection

private struct Refused: Error {}

extension Container {
    fileprivate var outer: Factory<[String: Service]> { self { ["": self.`inner & <more>`()] }.cached }
    fileprivate var `inner & <more>`: Factory<Service> { self { Service() } }
    fileprivate var refused: ThrowingFactory<Service, any Error> { self { throw Refused() } }
    /// Needs itself for the next number, and then something else.
    fileprivate var nested: ParameterFactory<Int, Service> {
        self { number in
            if number < 2 { _ = self.nested(number + 1) }
            return number < 2 ? self.`inner & <more>`() : Service()
        }
    }
    fileprivate var slow: AsyncFactory<Service, Never> {
        self {
            // No dependency of this closure, because its task does not know of it.
            await Task.detached { _ = self.`inner & <more>`() }.value
            return Service()
        }
    }
    fileprivate func named<Name: Hashable>(by type: Name.Type) -> ParameterFactory<Name, Service> {
        self { _ in Service() }
    }
}

@Suite struct EventPictureTests {
    private let container = Container()

    /// The place of each bar from above, in the order in which they begin.
    private func rows(of events: [ContainerEvent]) -> [Int] {
        FlameChart(events).svg.split(separator: "\n").filter { $0.contains("<title>") }.compactMap { line in
            line.firstRange(of: " y=\"").flatMap { Int(line[$0.upperBound...].prefix { $0 != "\"" }) }.map { $0 / 20 }
        }
    }

    @Test func whatIsNeededIsBelowTheBarThatStillRuns() {
        let events = recordEvents(of: container, .builds) { _ = container.nested(1) }
        #expect(rows(of: events) == [0, 1, 1], "the second begins when the first of the row has ended")
    }

    @Test func whatRunsAtTheSameTimeHasRowsOfItsOwn() async {
        let events = await recordEvents(of: container, .builds) { [container] in _ = await container.slow() }
        #expect(events.map(\.dependency?.name) == ["inner & <more>", "slow"])
        #expect(rows(of: events) == [0, 1])
    }

    @Test func metricsThatAreReleasedObserveNothing() throws {
        var metrics: ContainerMetrics? = ContainerMetrics(of: container)
        let listener = try #require(container.manager.observers.first)
        #expect(!listener.hasEnded)
        withExtendedLifetime(metrics) {}
        metrics = nil
        #expect(listener.hasEnded)
    }

    @Test func aFlameChartPlacesWhatAClosureNeedsBelowIt() throws {
        let events = recordEvents(of: container, [.builds, .failures]) {
            _ = container.outer()
            _ = try? container.refused()
        }
        #expect(events.map(\.dependency?.name) == ["inner & <more>", "outer", "refused"])
        let svg = FlameChart(events).svg
        func count(_ text: String) -> Int { svg.split(separator: text, omittingEmptySubsequences: false).count - 1 }
        #expect(count("<svg ") == 4 && count("</svg>") == 4)
        #expect(svg.contains(">inner &amp; &lt;more&gt;</text>"))
        #expect(!svg.contains("<more>"))
        let rows = svg.split(separator: "\n").filter { $0.contains("<title>") }.map { $0.contains(" y=\"0\" ") }
        #expect(rows == [true, false, true], "outer, inner, refused")
        #expect(FlameChart([]).svg.contains("Nothing was built."))
    }

    @Test func declarationsOfAGenericFunctionAreOneSample() {
        let metrics = ContainerMetrics(of: container)
        _ = (container.named(by: Int.self)(1), container.named(by: String.self)("1"))
        let counts = metrics.prometheusText.split(separator: "\n").filter { $0.contains("_count{") }
        #expect(counts.map { $0.split(separator: " ").last } == ["2"])
    }

    @Test func metricsAreInTheFormatOfPrometheus() {
        let metrics = ContainerMetrics(of: container)
        for _ in 1...2 {
            _ = container.outer()
            _ = try? container.refused()
        }
        let lines = metrics.prometheusText.split(separator: "\n").map { line in
            // Without the place and the time.
            let name = line.prefix { $0 != "{" }
            let dependency = line.firstRange(of: "dependency=\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
            let number = name.hasSuffix("_sum") ? "" : line.split(separator: " ").last ?? ""
            return dependency.map { "\(name) \($0) \(number)" } ?? "\(line)"
        }
        #expect(
            lines == [
                "# HELP wiring_failures_total Closures that threw an error.",
                "# TYPE wiring_failures_total counter",
                "wiring_failures_total inner & <more> 0",
                "wiring_failures_total outer 0",
                "wiring_failures_total refused 2",
                "# HELP wiring_build_seconds The time that closures took, with what they needed.",
                "# TYPE wiring_build_seconds summary",
                "wiring_build_seconds_sum inner & <more> ",
                "wiring_build_seconds_count inner & <more> 1",
                "wiring_build_seconds_sum outer ",
                "wiring_build_seconds_count outer 1",
                "wiring_build_seconds_sum refused ",
                "wiring_build_seconds_count refused 2",
            ]
        )
    }
}
