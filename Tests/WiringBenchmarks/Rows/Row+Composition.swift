import Wiring

extension Row {
    /// Decorations and collections.
    static let composition = [decoratedHit, collection]

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

    private static let collection = Row("collection of five", against: "its five parts") {
        let container = Container()
        container.all.contribute(\.first)
        container.all.contribute(\.second)
        container.all.contribute(\.third)
        container.all.contribute(\.fourth)
        container.all.contribute(\.fifth)
        consume(container.all()[4])
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
}

extension Container {
    fileprivate var all: Collected<Service> { collected() }
    fileprivate var first: Factory<Service> { self { Service() }.cached }
    fileprivate var second: Factory<Service> { self { Service() }.cached }
    fileprivate var third: Factory<Service> { self { Service() }.cached }
    fileprivate var fourth: Factory<Service> { self { Service() }.cached }
    fileprivate var fifth: Factory<Service> { self { Service() }.cached }
}
