import Wiring

extension Row {
    /// A container that has already resolved many other declarations.
    static let crowded = [100, 1_000, 10_000].flatMap { [cachedHit(among: $0), unscoped(among: $0)] }

    private static func cachedHit(among others: Int) -> Row {
        Row("cached hit among \(others)", against: "among 10", goal: .atMost(1.2)) {
            Comparison(subject: cachedHits(Container(with: others)), baseline: cachedHits(Container(with: 10)))
        }
    }

    private static func unscoped(among others: Int) -> Row {
        Row("unscoped among \(others)", against: "among 10", goal: .atMost(1.2)) {
            Comparison(subject: unscoped(Container(with: others)), baseline: unscoped(Container(with: 10)))
        }
    }

    private static func cachedHits(_ container: Container) -> Operation {
        consume(container.cachedAmongOthers())
        return Operation(instances: 0) { for _ in 0..<$0 { consume(container.cachedAmongOthers()) } }
    }

    private static func unscoped(_ container: Container) -> Operation {
        Operation(instances: 1) { for _ in 0..<$0 { consume(container.unscopedAmongOthers()) } }
    }
}

extension Container {
    /// A container that stores `others` instances.
    convenience init(with others: Int) {
        self.init()
        for line in 0..<others { consume(Factory(self, key: "other", line: UInt(line)) { Service() }.cached()) }
    }

    fileprivate var cachedAmongOthers: Factory<Service> { self { Service() }.cached }
    fileprivate var unscopedAmongOthers: Factory<Service> { self { Service() } }
}
