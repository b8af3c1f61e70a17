import Foundation
import Testing
import WiringTestSupport
import WiringTesting

/// A `deinit` may resolve what other threads are building.
@Suite(.timeLimit(.minutes(10)), .container)
struct DeinitRaceTests {
    final class DeinitContainer: ManagedContainer {
        let manager = ContainerManager()
        let built = Counter()
        let building = Locked<@Sendable () -> Void>({})
        /// Runs in an instance's `deinit`.
        let onDeinit = Locked<@Sendable () -> Void>({})

        func make() -> DeinitAction {
            built.increment()
            building.withLock { $0 }()
            return DeinitAction { [onDeinit] in onDeinit.withLock { $0 }() }
        }

        var cached: Factory<DeinitAction> { self { self.make() }.cached }
        var shared: Factory<DeinitAction> { self { self.make() }.shared }
        var single: Factory<DeinitAction> { self { self.make() }.singleton }
    }

    enum StoredLifetime: CaseIterable, Sendable {
        case cached, single

        func factory(in container: DeinitContainer) -> Factory<DeinitAction> {
            self == .cached ? container.cached : container.single
        }
    }

    // one                          another
    // resets: releases the instance
    //   its deinit begins
    //                              resolves, begins to build
    //   resolves, waits
    //                              ends
    //   gets the instance
    @Test(arguments: StoredLifetime.allCases)
    func aDeinitWaitsForTheSuccessorOfItsInstance(_ lifetime: StoredLifetime) {
        let container = DeinitContainer()
        let scope = Scope.singleton
        let (deinitBegun, building) = (Gate(), Gate())
        let found = Collection<ObjectIdentifier>()
        _ = lifetime.factory(in: container)()
        container.building.withLock { $0 = { building.open() } }
        let isFirst = Counter()
        container.onDeinit.withLock {
            $0 = { [weak container] in
                guard isFirst.increment() == 1, let container else { return }
                deinitBegun.open()
                building.pass()
                found.add(ObjectIdentifier(lifetime.factory(in: container)()))
            }
        }
        onThreads(2) { number in
            Scope.$singleton.withValue(scope) {
                if number == 0 {
                    lifetime.factory(in: container).reset(.scope)
                } else {
                    deinitBegun.pass()
                    found.add(ObjectIdentifier(lifetime.factory(in: container)()))
                }
            }
        }
        #expect(Set(found.values).count == 1)
        #expect(found.values.count == 2)
        #expect(container.built.count == 2)
    }

    // one                          another
    // releases the last reference
    //   its deinit begins
    //                              resolves: builds again, retains it
    //   resolves, gets that one
    @Test func aSharedInstanceIsReplacedWhileItsDeinitRuns() {
        let container = DeinitContainer()
        let (deinitBegun, rebuilt) = (Gate(), Gate())
        let found = Collection<ObjectIdentifier>()
        let isFirst = Counter()
        container.onDeinit.withLock {
            $0 = { [weak container] in
                guard isFirst.increment() == 1, let container else { return }
                deinitBegun.open()
                rebuilt.pass()
                found.add(ObjectIdentifier(container.shared()))
            }
        }
        let finish = Gate()
        onThreads(2) { number in
            if number == 0 {
                _ = container.shared()
                finish.open()
            } else {
                deinitBegun.pass()
                let held = container.shared()
                found.add(ObjectIdentifier(held))
                rebuilt.open()
                withExtendedLifetime(held) { finish.pass() }
            }
        }
        #expect(Set(found.values).count == 1)
        #expect(found.values.count == 2)
        #expect(container.built.count == 2)
    }

    @Test func deinitsCanResolveUnderStress() {
        let container = DeinitContainer()
        let scope = Scope.singleton
        let deinits = Counter()
        // A nested deinit does not resolve, or this would recurse forever.
        container.building.withLock { $0 = { sched_yield() } }
        container.onDeinit.withLock {
            $0 = { [weak container] in
                deinits.increment()
                guard let container, !Nested.isWithin else { return }
                Nested.$isWithin.withValue(true) { _ = (container.cached(), container.shared(), container.single()) }
            }
        }
        onThreads(4) { number in
            Scope.$singleton.withValue(scope) {
                for round in 0..<100 {
                    _ = (container.cached(), container.shared(), container.single())
                    switch (round + number) % 4 {
                    case 0: container.cached.reset(.scope)
                    case 1: container.single.register { [unowned container] in container.make() }
                    case 2: container.reset(options: .scope)
                    default: scope.reset()
                    }
                }
            }
        }
        container.reset()
        scope.reset()
        container.onDeinit.withLock { $0 = { deinits.increment() } }
        container.reset()
        scope.reset()
        #expect(deinits.count == container.built.count)
    }

    private enum Nested {
        @TaskLocal static var isWithin = false
    }
}
