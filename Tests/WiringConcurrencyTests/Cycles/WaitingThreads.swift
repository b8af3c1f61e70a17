import Wiring
import WiringTestSupport

/// Dependencies whose constructions meet on several threads.
final class Meeting: ManagedContainer {
    let manager = ContainerManager()
    /// Holds the constructions of a cycle until all have begun.
    let barrier: Barrier
    let built = Counter()
    /// Runs before the last instance of the chain is built.
    let beforeLast = Locked<@Sendable () -> Void>({})

    init(_ count: Int) { barrier = Barrier(count) }

    /// Waits until the other constructions have begun, then resolves the next dependency.
    private func meet(_ name: String, _ need: () -> Product) -> Product {
        barrier.arrive()
        return Product(name, needs: [need()])
    }

    private func count(_ name: String, _ need: () -> Product?) -> Product {
        built.increment()
        return Product(name, needs: need().map { [$0] } ?? [])
    }
}

extension Meeting {
    // A cycle of three.
    var first: Factory<Product> { self { self.meet("first") { self.second() } }.cached }
    var second: Factory<Product> { self { self.meet("second") { self.third() } }.singleton }
    var third: Factory<Product> { self { self.meet("third") { self.first() } }.shared }
    /// Depends on the cycle, but is not part of it.
    var outside: Factory<Product> { self { self.meet("outside") { self.first() } }.cached }

    // A chain of three.
    var head: Factory<Product> { self { self.count("head") { self.middle() } }.cached }
    var middle: Factory<Product> { self { self.count("middle") { self.tail() } }.singleton }
    var tail: Factory<Product> {
        self {
            self.beforeLast.withLock { $0 }()
            return self.count("tail") { nil }
        }.cached
    }
}
