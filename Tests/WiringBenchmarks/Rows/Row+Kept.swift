import Synchronization
import Wiring

extension Row {
    /// An instance that a scope keeps.
    static let kept = [
        Row("cached hit", against: "Mutex<Service?>", goal: .atMost(1.3), debugGoal: .atMost(12)) {
            let container = Container()
            let slot = LockedSlot()
            consume(container.cachedService())
            consume(slot.service())
            return Comparison(
                subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.cachedService()) } },
                baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(slot.service()) } }
            )
        },
        Row("singleton hit", against: "@TaskLocal read, Mutex<Service?>", goal: .atMost(1.3), debugGoal: .atMost(12)) {
            let container = Container()
            consume(container.singletonService())
            consume(LockedSlot.current.service())
            return Comparison(
                subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.singletonService()) } },
                baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(LockedSlot.current.service()) } }
            )
        },
    ]
}

extension Container {
    fileprivate var cachedService: Factory<Service> { self { Service() }.cached }
    fileprivate var singletonService: Factory<Service> { self { Service() }.singleton }
}

/// An instance that is built at most once, by hand.
private final class LockedSlot: Sendable {
    @TaskLocal static var current = LockedSlot()

    private let instance = Mutex<Service?>(nil)

    func service() -> Service {
        instance.withLock { instance in
            if let instance { return instance }
            let made = Service()
            instance = made
            return made
        }
    }
}
