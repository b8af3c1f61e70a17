import Foundation
import Testing
import WiringTesting

/// An instance that goes may resolve what others are building.
@Suite(.timeLimit(.minutes(5)), .container)
struct DeinitRaceTests {
    final class Leaving: Sendable {
        let action: @Sendable () -> Void
        init(_ action: @escaping @Sendable () -> Void) { self.action = action }
        deinit { action() }
    }

    final class Leavers: ManagedContainer {
        let manager = ContainerManager()
        let built = Counter()
        let building = Locked<@Sendable () -> Void>({})
        /// What an instance does when it goes.
        let leaving = Locked<@Sendable () -> Void>({})

        func make() -> Leaving {
            built.increment()
            building.withLock { $0 }()
            return Leaving { [leaving] in leaving.withLock { $0 }() }
        }

        var cached: Factory<Leaving> { self { self.make() }.cached }
        var shared: Factory<Leaving> { self { self.make() }.shared }
        var single: Factory<Leaving> { self { self.make() }.singleton }
    }

    enum Kept: CaseIterable, Sendable {
        case cached, single

        func factory(in container: Leavers) -> Factory<Leaving> {
            self == .cached ? container.cached : container.single
        }
    }

    // one                          another
    // resets: the instance goes
    //   its deinit begins
    //                              asks, begins to build
    //   asks, waits
    //                              ends
    //   gets the instance
    @Test(arguments: Kept.allCases)
    func whatGoesWaitsForItsSuccessor(_ kept: Kept) {
        let container = Leavers()
        let scope = Scope.singleton
        let (leaving, building) = (Gate(), Gate())
        let found = Collection<ObjectIdentifier>()
        _ = kept.factory(in: container)()
        container.building.withLock { $0 = { building.open() } }
        let isFirst = Counter()
        container.leaving.withLock {
            $0 = { [weak container] in
                guard isFirst.increment() == 1, let container else { return }
                leaving.open()
                building.pass()
                found.add(ObjectIdentifier(kept.factory(in: container)()))
            }
        }
        onThreads(2) { number in
            Scope.$singleton.withValue(scope) {
                if number == 0 {
                    kept.factory(in: container).reset(.scope)
                } else {
                    leaving.pass()
                    found.add(ObjectIdentifier(kept.factory(in: container)()))
                }
            }
        }
        #expect(Set(found.values).count == 1)
        #expect(found.values.count == 2)
        #expect(container.built.count == 2)
    }

    // one                          another
    // lets the last hold go
    //   its deinit begins
    //                              asks: builds anew, holds it
    //   asks, gets that one
    @Test func whatNobodyHoldsIsSucceededWhileItGoes() {
        let container = Leavers()
        let (leaving, rebuilt) = (Gate(), Gate())
        let found = Collection<ObjectIdentifier>()
        let isFirst = Counter()
        container.leaving.withLock {
            $0 = { [weak container] in
                guard isFirst.increment() == 1, let container else { return }
                leaving.open()
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
                leaving.pass()
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

    @Test func instancesResolveWhileTheyGoHoweverTheyMeet() {
        let container = Leavers()
        let scope = Scope.singleton
        let left = Counter()
        // What a resolution within this lets go does not resolve again, or there would be no end.
        container.building.withLock { $0 = { sched_yield() } }
        container.leaving.withLock {
            $0 = { [weak container] in
                left.increment()
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
        container.leaving.withLock { $0 = { left.increment() } }
        container.reset()
        scope.reset()
        #expect(left.count == container.built.count)
    }

    private enum Nested {
        @TaskLocal static var isWithin = false
    }
}
