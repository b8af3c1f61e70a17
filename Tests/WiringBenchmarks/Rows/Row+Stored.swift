import Synchronization
import Wiring

extension Row {
    /// Hits of an instance that a scope stores.
    static let stored = [
        cachedHit, cachedHitBesideStaticLet, cachedHitWithDependency, singletonHit, customScopeHit, sharedHit,
        scopeOnParametersHit,
    ]

    static let cachedHit = Row(
        "cached hit",
        against: "Mutex<Service?>",
        goal: .atMost(1.25),
        debugGoal: .atMost(12)
    ) {
        let container = Container()
        consume(container.cachedService())
        let slot = LockedSlot()
        consume(slot.service())
        let minimal = MinimalContainer<Service>()
        consume(minimal.cachedService())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.cachedService()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(slot.service()) } },
            plainContainer: Operation(instances: 0) { for _ in 0..<$0 { consume(minimal.cachedService()) } }
        )
    }

    private static let cachedHitBesideStaticLet = Row(
        "cached hit, beside a static let",
        against: "static let",
        note: "a static let cannot be replaced or reset, so it needs no lock"
    ) {
        let container = Container()
        consume(container.cachedService())
        Global.read()
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.cachedService()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { Global.read() } }
        )
    }

    private static let cachedHitWithDependency = Row(
        "cached hit of what needs another",
        against: "Mutex<Service?>",
        goal: .atMost(1.25),
        note: "the factory's closure captures the container, which is retained at each access"
    ) {
        let container = Container()
        consume(container.serviceWithDependency())
        let slot = LockedSlot()
        consume(slot.service())
        let minimal = MinimalContainer<Service>()
        consume(minimal.serviceWithDependency())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.serviceWithDependency()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(slot.service()) } },
            plainContainer: Operation(instances: 0) { for _ in 0..<$0 { consume(minimal.serviceWithDependency()) } }
        )
    }

    static let singletonHit = Row(
        "singleton hit",
        against: "@TaskLocal read, Mutex<Service?>",
        goal: .atMost(1.25),
        debugGoal: .atMost(12)
    ) {
        let container = Container()
        consume(container.singletonService())
        consume(LockedSlot.current.service())
        consume(CurrentMinimal.container.cachedService())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.singletonService()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(LockedSlot.current.service()) } },
            plainContainer: Operation(instances: 0) {
                for _ in 0..<$0 { consume(CurrentMinimal.container.cachedService()) }
            }
        )
    }

    private static let customScopeHit = Row(
        "hit in a custom scope",
        against: "cached hit",
        goal: .atMost(3)
    ) {
        let container = Container()
        consume(container.session())
        consume(container.cachedService())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(container.session()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(container.cachedService()) } }
        )
    }

    static let sharedHit = Row(
        "shared (weak) hit",
        against: "Mutex of a weak reference",
        goal: .atMost(1.25)
    ) {
        let container = Container()
        let slot = WeakSlot()
        // Each operation holds the instance that its iterations resolve.
        let (resolved, made) = (container.sharedService(), slot.service())
        return Comparison(
            subject: Operation(instances: 0) {
                withExtendedLifetime(resolved) { [count = $0] in
                    for _ in 0..<count { consume(container.sharedService()) }
                }
            },
            baseline: Operation(instances: 0) {
                withExtendedLifetime(made) { [count = $0] in for _ in 0..<count { consume(slot.service()) } }
            }
        )
    }

    static let scopeOnParametersHit = Row(
        "scopeOnParameters hit",
        against: "Mutex<[Int: Service]>",
        goal: .atMost(1.6)
    ) {
        let container = Container()
        let slots = LockedSlots()
        let found = KeyedSlots()
        for key in 0..<16 {
            consume(container.servicePerNumber(key))
            consume(slots.service(key))
            consume(found.service(1, key))
        }
        return Comparison(
            subject: Operation(instances: 0) { for key in 0..<$0 { consume(container.servicePerNumber(key & 15)) } },
            baseline: Operation(instances: 0) { for key in 0..<$0 { consume(slots.service(key & 15)) } },
            plainContainer: Operation(instances: 0) { for key in 0..<$0 { consume(found.service(1, key & 15)) } }
        )
    }
}

extension Scope {
    fileprivate static let session = Cached()
}

extension Container {
    fileprivate var session: Factory<Service> { self { Service() }.scope(.session) }
    fileprivate var cachedService: Factory<Service> { self { Service() }.cached }
    fileprivate var serviceWithDependency: Factory<Service> {
        self { Service(number: self.cachedService().number) }.cached
    }
    fileprivate var singletonService: Factory<Service> { self { Service() }.singleton }
    fileprivate var sharedService: Factory<Service> { self { Service() }.shared }
    fileprivate var servicePerNumber: ParameterFactory<Int, Service> {
        self { Service(number: $0) }.cached.scopeOnParameters
    }
}

extension MinimalContainer<Service> {
    fileprivate var cachedService: MinimalFactory<Service> { self { Service() }.cached }
    fileprivate var serviceWithDependency: MinimalFactory<Service> {
        self { Service(number: self.cachedService().number) }.cached
    }
}

private enum CurrentMinimal {
    @TaskLocal static var container = MinimalContainer<Service>()
}

/// A service that lives as long as a caller holds it, by hand.
private final class WeakSlot: Sendable {
    private struct Reference {
        weak var service: Service?
    }

    private let reference = Mutex(Reference())

    func service() -> Service {
        reference.withLock { reference in
            if let service = reference.service { return service }
            let made = Service()
            reference.service = made
            return made
        }
    }
}

/// A service for each number of each declaration, by hand.
private final class KeyedSlots: Sendable {
    private struct Key: Hashable {
        let declaration: UInt
        let number: Int
    }

    private let services = Mutex<[Key: Service]>([:])

    func service(_ declaration: UInt, _ number: Int) -> Service {
        services.withLock { services in
            let key = Key(declaration: declaration, number: number)
            if let service = services[key] { return service }
            let made = Service(number: number)
            services[key] = made
            return made
        }
    }
}

/// A service for each number, by hand.
private final class LockedSlots: Sendable {
    private let services = Mutex<[Int: Service]>([:])

    func service(_ number: Int) -> Service {
        services.withLock { services in
            if let service = services[number] { return service }
            let made = Service(number: number)
            services[number] = made
            return made
        }
    }
}
