import Synchronization
import Wiring

extension Row {
    /// First resolutions.
    static let first = [firstResolution, freshContainer]

    /// Creates a container and resolves one service.
    private static let firstResolution = Row(
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
            plainContainer: Operation(instances: 1) {
                for _ in 0..<$0 {
                    let container = MinimalContainer<Service>()
                    consume(container.instance(1) { Service() })
                    consume(container)
                }
            }
        )
    }

    /// Work that a server may do for each request.
    private static let freshContainer = Row(
        "fresh container, five cached",
        against: "object with five Mutexes",
        goal: .within(nanoseconds: 1500)
    ) {
        Comparison(
            subject: Operation(instances: 5) {
                for _ in 0..<$0 {
                    let container = Container()
                    consume(container.firstService())
                    consume(container.secondService())
                    consume(container.thirdService())
                    consume(container.fourthService())
                    consume(container.fifthService())
                    consume(container)
                }
            },
            baseline: Operation(instances: 5) {
                for _ in 0..<$0 {
                    let slots = LockedFive()
                    consume(slots.service(slots.first))
                    consume(slots.service(slots.second))
                    consume(slots.service(slots.third))
                    consume(slots.service(slots.fourth))
                    consume(slots.service(slots.fifth))
                    consume(slots)
                }
            }
        )
    }
}

extension Container {
    fileprivate var firstService: Factory<Service> { self { Service() }.cached }
    fileprivate var secondService: Factory<Service> { self { Service() }.cached }
    fileprivate var thirdService: Factory<Service> { self { Service() }.cached }
    fileprivate var fourthService: Factory<Service> { self { Service() }.cached }
    fileprivate var fifthService: Factory<Service> { self { Service() }.cached }
}

private final class LockedFive: Sendable {
    let first = Mutex<Service?>(nil)
    let second = Mutex<Service?>(nil)
    let third = Mutex<Service?>(nil)
    let fourth = Mutex<Service?>(nil)
    let fifth = Mutex<Service?>(nil)

    func service(_ slot: borrowing Mutex<Service?>) -> Service {
        slot.withLock { instance in
            if let instance { return instance }
            let made = Service()
            instance = made
            return made
        }
    }
}
