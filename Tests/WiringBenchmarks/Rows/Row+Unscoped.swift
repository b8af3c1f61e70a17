import Wiring

extension Row {
    /// A new instance each time.
    static let unscoped = [
        Row(
            "unscoped, container in hand",
            against: "initializer",
            goal: .atMost(1.1),
            debugGoal: .atMost(15)
        ) {
            let container = Container()
            return Comparison(
                subject: Operation(instances: 1) { for _ in 0..<$0 { consume(container.unscoped()) } },
                baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(Service()) } }
            )
        },
        Row(
            "unscoped, Container.shared",
            against: "@TaskLocal read, initializer",
            goal: .atMost(1.1),
            debugGoal: .atMost(15)
        ) {
            Comparison(
                subject: Operation(instances: 1) { for _ in 0..<$0 { consume(Container.shared.unscoped()) } },
                baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(Maker.shared.service()) } }
            )
        },
    ]
}

extension Container {
    fileprivate var unscoped: Factory<Service> { self { Service() } }
}

/// A container by hand, of which there is one for each task.
private final class Maker: Sendable {
    @TaskLocal static var shared = Maker()

    func service() -> Service { Service() }
}
