import BenchmarkCounters
import Wiring

extension Row {
    /// Several instances in one resolution.
    static let graphs = [twoUses, threeLevels, sixArguments]

    private static let twoUses = Row(
        "graph, two uses in one resolution",
        against: "local variable passed twice",
        goal: .atMost(4)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 2) { for _ in 0..<$0 { consume(container.twins()) } },
            baseline: Operation(instances: 2) {
                for _ in 0..<$0 {
                    let service = Service()
                    consume(Pair(service, service))
                }
            }
        )
    }

    private static let threeLevels = Row(
        "tree of 3 levels",
        against: "7 initializers",
        goal: .atMost(1.2)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 7) { for _ in 0..<$0 { consume(container.root()) } },
            baseline: Operation(instances: 7) {
                for _ in 0..<$0 { consume(Root(Pair(Service(), Service()), Pair(Service(), Service()))) }
            }
        )
    }

    private static let sixArguments = Row(
        "6-argument initializer",
        against: "7 initializers",
        goal: .atMost(1.3)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 7) { for _ in 0..<$0 { consume(container.six()) } },
            baseline: Operation(instances: 7) {
                for _ in 0..<$0 {
                    consume(Six(Service(), Service(), Service(), Service(), Service(), Service()))
                }
            }
        )
    }
}

extension Container {
    fileprivate var twins: Factory<Pair> { self { Pair(self.twin(), self.twin()) } }
    fileprivate var twin: Factory<Service> { self { Service() }.graph }

    fileprivate var root: Factory<Root> { self { Root(self.left(), self.right()) } }
    fileprivate var left: Factory<Pair> { self { Pair(self.a(), self.b()) } }
    fileprivate var right: Factory<Pair> { self { Pair(self.c(), self.d()) } }

    fileprivate var six: Factory<Six> {
        self { Six(self.a(), self.b(), self.c(), self.d(), self.e(), self.f()) }
    }
    fileprivate var a: Factory<Service> { self { Service() } }
    fileprivate var b: Factory<Service> { self { Service() } }
    fileprivate var c: Factory<Service> { self { Service() } }
    fileprivate var d: Factory<Service> { self { Service() } }
    fileprivate var e: Factory<Service> { self { Service() } }
    fileprivate var f: Factory<Service> { self { Service() } }
}

private final class Pair: Sendable {
    let first: Service
    let second: Service

    init(_ first: Service, _ second: Service) {
        self.first = first
        self.second = second
        benchmark_count_instance()
    }
}

private final class Root: Sendable {
    let left: Pair
    let right: Pair

    init(_ left: Pair, _ right: Pair) {
        self.left = left
        self.right = right
        benchmark_count_instance()
    }
}

private final class Six: Sendable {
    let services: (Service, Service, Service, Service, Service, Service)

    init(_ a: Service, _ b: Service, _ c: Service, _ d: Service, _ e: Service, _ f: Service) {
        services = (a, b, c, d, e, f)
        benchmark_count_instance()
    }
}
