import Wiring

extension Row {
    /// The throughput of two threads.
    static let twoThreads = [initializers, unscopedTwice, distinctKeys, staticLet, lockedSlot, sameKey]

    private static let initializers = throughput("two threads: initializer by hand") {
        let operation = Operation(instances: 1) { for _ in 0..<$0 { consume(Service()) } }
        return Comparison(atOnce: operation, operation)
    }

    private static let unscopedTwice = throughput(
        "two threads: unscoped",
        goal: .atLeast(1.9),
        note: "the machine allows no more than the initializer by hand reaches"
    ) {
        let container = Container()
        let operation = Operation(instances: 1) { for _ in 0..<$0 { consume(container.unscopedForTwo()) } }
        return Comparison(atOnce: operation, operation)
    }

    private static let distinctKeys = throughput("two threads: cached, distinct keys", goal: .atLeast(1.9)) {
        let container = Container()
        consume(container.one())
        consume(container.another())
        return Comparison(
            atOnce: Operation(instances: 0) { for _ in 0..<$0 { consume(container.one()) } },
            Operation(instances: 0) { for _ in 0..<$0 { consume(container.another()) } }
        )
    }

    private static let staticLet = throughput(
        "two threads: static let",
        note: "retained and released at each read, like the result of a factory; both threads write its reference count"
    ) {
        Global.read()
        let operation = Operation(instances: 0) { for _ in 0..<$0 { Global.read() } }
        return Comparison(atOnce: operation, operation)
    }

    private static let lockedSlot = throughput("two threads: Mutex<Service?>, same key") {
        let slot = LockedSlot()
        consume(slot.service())
        let operation = Operation(instances: 0) { for _ in 0..<$0 { consume(slot.service()) } }
        return Comparison(atOnce: operation, operation)
    }

    private static let sameKey = throughput(
        "two threads: cached, same key",
        against: "Mutex<Service?>",
        goal: .atLeast(0.9)
    ) {
        let container = Container()
        consume(container.one())
        let slot = LockedSlot()
        consume(slot.service())
        let subject = Operation(instances: 0) { for _ in 0..<$0 { consume(container.one()) } }
        let baseline = Operation(instances: 0) { for _ in 0..<$0 { consume(slot.service()) } }
        return Comparison(subject: [subject, subject], baseline: [baseline, baseline])
    }

    private static func throughput(
        _ name: String,
        against baseline: String = "one thread",
        goal: Goal? = nil,
        note: String? = nil,
        prepare: @escaping @Sendable () -> Comparison
    ) -> Row {
        Row(name, against: baseline, quantity: .throughput, goal: goal, note: note, prepare: prepare)
    }
}

extension Container {
    fileprivate var unscopedForTwo: Factory<Service> { self { Service() } }
    fileprivate var one: Factory<Service> { self { Service() }.cached }
    fileprivate var another: Factory<Service> { self { Service() }.cached }
}
