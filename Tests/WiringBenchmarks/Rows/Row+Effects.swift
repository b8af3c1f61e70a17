import Wiring

extension Row {
    /// Dependencies that throw.
    static let effects = [throwingHit]

    private static let throwingHit = Row("throwing cached hit", against: "cached hit") {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.throwing()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(container.plain()) } }
        )
    }
}

extension Container {
    fileprivate var plain: Factory<Service> { self { Service() }.cached }
    fileprivate var throwing: ThrowingFactory<Service, Never> { self { Service() }.cached }
}
