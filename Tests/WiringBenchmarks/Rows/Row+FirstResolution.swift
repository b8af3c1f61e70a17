import Wiring

extension Row {
    /// A container made, and one service out of it.
    static let firstResolution = Row(
        "first resolution",
        against: "object with a Mutex, its service",
        goal: .atMost(5)
    ) {
        Comparison(
            subject: Operation(instances: 1) {
                for _ in 0..<$0 {
                    let container = Container()
                    consume(container.firstService())
                    consume(container)
                }
            },
            baseline: Operation(instances: 1) {
                for _ in 0..<$0 {
                    let slot = LockedSlot()
                    consume(slot.service())
                    consume(slot)
                }
            },
            floor: Operation(instances: 1) {
                for _ in 0..<$0 {
                    let container = MinimalContainer<Service>()
                    consume(container.instance(1) { Service() })
                    consume(container)
                }
            }
        )
    }
}

extension Container {
    fileprivate var firstService: Factory<Service> { self { Service() }.cached }
}
