import BenchmarkCounters
import Wiring
import WiringAsync

extension Row {
    /// Declarations with `wire`, against the same with a closure.
    static let wired = [wiredUnscoped, wiredHit, wiredParameter, wiredThrowing, wiredAsynchronous]

    private static let wiredUnscoped = Row("wired, two unscoped", against: "closure", goal: .atMost(1.3)) {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 3) { for _ in 0..<$0 { consume(container.wired()) } },
            baseline: Operation(instances: 3) { for _ in 0..<$0 { consume(container.closed()) } }
        )
    }

    private static let wiredHit = Row(
        "wired, cached hit",
        against: "closure, cached hit",
        note: "a hit also asks whether the thread records what declarations need"
    ) {
        let container = Container()
        consume(container.wiredCached())
        consume(container.closedCached())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(resolveWired(container)) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(resolveClosed(container)) } }
        )
    }

    private static let wiredParameter = Row(
        "wired with a parameter, two unscoped",
        against: "closure",
        goal: .atMost(1.3)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 3) { for number in 0..<$0 { consume(container.wiredNumber(number)) } },
            baseline: Operation(instances: 3) { for number in 0..<$0 { consume(container.closedNumber(number)) } }
        )
    }

    private static let wiredThrowing = Row(
        "wired, throwing, two unscoped",
        against: "closure",
        goal: .atMost(1.3)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 3) { for _ in 0..<$0 { consume(try! container.wiredThrowing()) } },
            baseline: Operation(instances: 3) { for _ in 0..<$0 { consume(try! container.closedThrowing()) } }
        )
    }

    private static let wiredAsynchronous = Row(
        "wired, asynchronous, two unscoped",
        against: "closure",
        goal: .atMost(1.3)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(asynchronous: { for _ in 0..<$0 { consume(await container.wiredLater()) } }),
            baseline: Operation(asynchronous: { for _ in 0..<$0 { consume(await container.closedLater()) } })
        )
    }
}

// As in a program, where a declaration is resolved in several functions, and not in a loop.
@inline(never)
private func resolveWired(_ container: Container) -> Pair { container.wiredCached() }

@inline(never)
private func resolveClosed(_ container: Container) -> Pair { container.closedCached() }

private final class First: Sendable {
    init() { benchmark_count_instance() }
}

private final class Second: Sendable {
    init() { benchmark_count_instance() }
}

private final class Pair: Sendable {
    let (first, second): (First, Second)
    let number: Int

    init(_ first: First, _ second: Second) {
        (self.first, self.second, number) = (first, second, 0)
        benchmark_count_instance()
    }

    init(number: Int, _ first: First, _ second: Second) {
        (self.first, self.second, self.number) = (first, second, number)
        benchmark_count_instance()
    }
}

extension Container {
    fileprivate var first: Factory<First> { self { First() } }
    fileprivate var second: Factory<Second> { self { Second() } }
    fileprivate var wired: Factory<Pair> { wire(Pair.init) { ($0.first, $0.second) } }
    fileprivate var closed: Factory<Pair> { self { Pair(self.first(), self.second()) } }
    fileprivate var wiredCached: Factory<Pair> { wire(Pair.init) { ($0.first, $0.second) }.cached }
    fileprivate var closedCached: Factory<Pair> { self { Pair(self.first(), self.second()) }.cached }
    fileprivate var wiredNumber: ParameterFactory<Int, Pair> {
        wire(Pair.init(number:_:_:)) { ($0.first, $0.second) }
    }
    fileprivate var closedNumber: ParameterFactory<Int, Pair> {
        self { Pair(number: $0, self.first(), self.second()) }
    }
    fileprivate var wiredThrowing: ThrowingFactory<Pair, any Error> { wire(Pair.init) { ($0.first, $0.second) } }
    fileprivate var closedThrowing: ThrowingFactory<Pair, any Error> {
        self { () throws in Pair(self.first(), self.second()) }
    }
    fileprivate var wiredLater: AsyncFactory<Pair, Never> { wire(Pair.init) { ($0.first, $0.second) } }
    fileprivate var closedLater: AsyncFactory<Pair, Never> { self { Pair(self.first(), self.second()) } }
}
