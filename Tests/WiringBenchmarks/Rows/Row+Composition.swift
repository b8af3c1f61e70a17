import Wiring
import WiringModules

extension Row {
    /// Decorations and collections.
    static let composition = [decoratedHit, cachedCollectionHit, collection, keyPathCollection, closureCollection]

    private static let decoratedHit = Row(
        "cached hit, decorated",
        against: "cached hit",
        goal: .atMost(1.1)
    ) {
        let (decorated, plain) = (Container(), Container())
        decorated.first.decorate { $0 }
        consume(decorated.first())
        consume(plain.first())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(decorated.first()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(plain.first()) } }
        )
    }

    private static let cachedCollectionHit = Row(
        "hit of a cached collection",
        against: "cached hit",
        goal: .atMost(10)
    ) {
        let container = Container()
        for path in Container.paths { container.kept.contribute(path) }
        consume(container.kept()[4])
        consume(container.first())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.kept()[4]) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(container.first()) } }
        )
    }

    static let collection = Row("collection of five", against: "its five parts") {
        let container = Container.withFiveParts
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.all()[4]) } },
            baseline: Operation(instances: 0) {
                for _ in 0..<$0 {
                    let parts = [
                        container.first(), container.second(), container.third(), container.fourth(), container.fifth(),
                    ]
                    consume(parts[4])
                }
            }
        )
    }

    private static let keyPathCollection = Row(
        "collection of five key paths",
        against: "the key paths",
        goal: .atMost(1.5)
    ) {
        let container = Container.withFiveParts
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.all()[4]) } },
            baseline: Operation(instances: 0) {
                let paths = Container.paths
                for _ in 0..<$0 { consume(paths.map { container[keyPath: $0]() }[4]) }
            }
        )
    }

    private static let closureCollection = Row("collection of five closures", against: "the closures") {
        let (container, service) = (Container(), Service())
        let closures: [@Sendable () -> Service] = (0..<5).map { _ in { service } }
        for closure in closures { container.all.contribute(closure) }
        consume(container.all()[4])
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.all()[4]) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(closures.map { $0() }[4]) } }
        )
    }
}

extension Container {
    fileprivate static var paths: [KeyPath<Container, Factory<Service>>] {
        [\.first, \.second, \.third, \.fourth, \.fifth]
    }

    fileprivate static var withFiveParts: Container {
        let container = Container()
        for path in paths { container.all.contribute(path) }
        consume(container.all()[4])
        return container
    }

    fileprivate var all: Collected<Service> { collected() }
    fileprivate var kept: Collected<Service> { collected().cached }
    fileprivate var first: Factory<Service> { self { Service() }.cached }
    fileprivate var second: Factory<Service> { self { Service() }.cached }
    fileprivate var third: Factory<Service> { self { Service() }.cached }
    fileprivate var fourth: Factory<Service> { self { Service() }.cached }
    fileprivate var fifth: Factory<Service> { self { Service() }.cached }
}
