import Wiring
import WiringAsync
import WiringInspection

extension Row {
    /// What an observer of constructions costs.
    static let observed = [observedHit, observedBuild, observedFailures, observedFailuresOfThrowing]

    static let observedHit = Row(
        "cached hit, builds observed",
        against: "the same, not observed",
        goal: .atMost(1.10)
    ) {
        let (observed, plain) = (Container(), Container())
        observed.manager.observe(IdleObserver())
        consume(observed.observed())
        consume(plain.observed())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(observed.observed()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(plain.observed()) } }
        )
    }

    private static let observedBuild = Row(
        "unscoped, builds observed",
        against: "the same, not observed"
    ) {
        let (observed, plain) = (Container(), Container())
        observed.manager.observe(IdleObserver())
        return Comparison(
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(observed.made()) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(plain.made()) } }
        )
    }

    private static let observedFailures = Row(
        "unscoped, failures observed",
        against: "the same, not observed",
        goal: .atMost(1.10)
    ) {
        let (observed, plain) = (Container(), Container())
        observed.manager.failureObserver = { _ in }
        return Comparison(
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(observed.made()) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(plain.made()) } }
        )
    }

    private static let observedFailuresOfThrowing = Row(
        "throwing, failures observed",
        against: "the same, not observed",
        goal: .atMost(1.10)
    ) {
        let (observed, plain) = (Container(), Container())
        observed.manager.failureObserver = { _ in }
        return Comparison(
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(try! observed.loaded()) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(try! plain.loaded()) } }
        )
    }
}

extension Container {
    fileprivate var loaded: ThrowingFactory<Service, any Error> { self { () throws in Service() } }
    fileprivate var observed: Factory<Service> { self { Service() }.cached }
    fileprivate var made: Factory<Service> { self { Service() } }
}

private final class IdleObserver: ContainerObserver {
    var events: ObservedResolution.Events { .constructions }
    var isInherited: Bool { true }

    func begin(_ resolution: ObservedResolution) -> Int { 0 }
}
