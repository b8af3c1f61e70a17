import Wiring
import WiringAsync

extension Row {
    /// Dependencies that throw or await.
    static let effects = [throwingHit, asynchronousHit]

    static let throwingHit = Row("throwing cached hit", against: "cached hit") {
        let container = Container()
        consume(container.throwing())
        consume(container.plain())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.throwing()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(container.plain()) } }
        )
    }

    private static let asynchronousHit = Row(
        "asynchronous cached hit",
        against: "slot of an actor",
        goal: .atMost(1.5)
    ) {
        let (container, slot) = (Container(), ActorSlot())
        return Comparison(
            subject: Operation(asynchronous: { for _ in 0..<$0 { consume(await container.asynchronous()) } }),
            baseline: Operation(asynchronous: { for _ in 0..<$0 { consume(await slot.service()) } })
        )
    }
}

/// What a program without a container has: an actor that keeps what it has made.
private actor ActorSlot {
    private var stored: Service?

    func service() async -> Service {
        if let stored { return stored }
        let made = Service()
        stored = made
        return made
    }
}

extension Container {
    fileprivate var plain: Factory<Service> { self { Service() }.cached }
    fileprivate var throwing: ThrowingFactory<Service, Never> { self { Service() }.cached }
    var asynchronous: AsyncFactory<Service, Never> { self { Service() }.cached }
}
