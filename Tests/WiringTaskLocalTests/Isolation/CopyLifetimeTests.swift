import Testing
import Wiring
import WiringTestSupport

private final class Depot: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Depot()
    static var taskLocal: TaskLocal<Depot> { $shared }
    let manager = ContainerManager()
}

extension Depot {
    fileprivate func tracked(_ number: Int) -> Factory<Tracked?> { self(line: UInt(number)) { nil }.cached }

    fileprivate func acting(_ number: Int) -> Factory<DeinitAction?> { self(line: UInt(number)) { nil }.cached }

    fileprivate func number(_ number: Int) -> Factory<Int> { self(line: UInt(number)) { 0 } }

    fileprivate func single(_ tracker: Tracker) -> Factory<Tracked> { self { Tracked(tracker) }.singleton }

    /// A copy, which outlives the operation that it was made for.
    fileprivate func copy() -> Depot {
        Depot.$shared.withValue(self) {
            withContainer(for: Depot.self) { _ in
            } operation: {
                Depot.shared
            }
        }
    }

    /// Takes over everything.
    fileprivate func takeOverAll() { _ = manager.isEmpty(.all) }
}

/// What copies of copies keep alive.
@Suite(.timeLimit(.minutes(10))) struct CopyLifetimeTests {
    private let tracker = Tracker()
    private let depot = Depot()

    @Test func aCopyThatHasEndedKeepsNothingAlive() {
        var first: Depot? = depot.copy()
        first!.tracked(1).override { [tracker] in Tracked(tracker) }
        _ = first!.tracked(1)()
        first!.takeOverAll()
        let second = first!.copy()
        first = nil
        #expect(second.tracked(1)() != nil)
        #expect(tracker.made == 1)
        second.tracked(1).reset()
        #expect(tracker.alive == 0)
    }

    @Test func aChainOfCopiesKeepsOnlyWhatTheLastOneHas() {
        var last = depot
        for number in 1...20 {
            last = last.copy()
            last.tracked(1).override { [tracker] in Tracked(tracker) }
            _ = last.tracked(1)()
            last.takeOverAll()
            #expect(tracker.made == number)
            // That of the one before, which has ended, was replaced.
            #expect(tracker.alive == 1)
        }
    }

    @Test func aChainOfSingletonScopesKeepsOnlyWhatTheLastOneHas() {
        var last = Scope.Singleton()
        for number in 1...20 {
            last = last.clone()
            Scope.$singleton.withValue(last) {
                last.reset()
                _ = depot.single(tracker)()
            }
            #expect(tracker.made == number)
            #expect(tracker.alive == 1)
        }
    }

    @Test func aCopyOfACopyKeepsOnlyWhatItHasInherited() {
        depot.tracked(1).override { [tracker] in Tracked(tracker) }
        _ = depot.tracked(1)()
        let first = depot.copy()
        first.tracked(1).reset()
        // It begins with what the first one has, which is not what the original has.
        let second = first.copy()
        depot.tracked(1).reset()
        #expect(tracker.alive == 0)
        #expect(second.tracked(1)() == nil)
    }

    @Test func aCopyOfACopyDropsWhatItHasInherited() {
        depot.tracked(1).override { [tracker] in Tracked(tracker) }
        _ = depot.tracked(1)()
        let first = depot.copy()
        _ = first.tracked(1)()
        let second = first.copy()
        for container in [depot, first, second] { container.reset() }
        #expect(tracker.made == 1)
        #expect(tracker.alive == 0)
    }

    @Test func whatAPushHasSavedEndsWithItsContainer() {
        var copy: Depot? = depot.copy()
        copy!.tracked(1).override { [tracker] in Tracked(tracker) }
        _ = copy!.tracked(1)()
        copy!.manager.push()
        copy!.tracked(1).reset()
        let copyOfCopy = copy!.copy()
        #expect(tracker.alive == 1)
        copy = nil
        #expect(tracker.alive == 0)
        #expect(copyOfCopy.tracked(1)() == nil)
    }

    // several, each
    // makes copies of one container and copies of them, changes all of them, and makes one of the copies the one that all copy
    @Test func originalsAndCopiesEndWhileOthersCopyAndChange() {
        let (root, singletons) = (Locked<Depot?>(Depot()), Locked(Scope.Singleton()))
        onThreads(4) { [tracker] thread in
            var random = SplitMix64(seed: UInt64(thread))
            var copies: [Depot] = []
            for step in 1...400 {
                let current = singletons.withLock { $0 }
                Scope.$singleton.withValue(current) {
                    let shared = root.withLock { $0! }
                    let depot = copies.isEmpty || random.chance(50) ? shared : random.pick(copies)
                    let number = random.below(8)
                    switch random.below(10) {
                    case 0:
                        depot.acting(number).override {
                            DeinitAction { [tracked = Tracked(tracker)] in
                                _ = root.withLock { $0 }?.number(0)()
                                withExtendedLifetime(tracked) {}
                            }
                        }
                    case 1: depot.acting(number).reset()
                    case 2: depot.reset(options: random.pick([.all, .scope, .registration]))
                    case 3:
                        depot.manager.push()
                        depot.number(number).register { step }
                        depot.manager.pop()
                    case 4: depot.number(number).register { step }
                    case 5: _ = root.withLock { exchange(&$0, with: depot) }
                    case 6:
                        let clone = current.clone()
                        _ = singletons.withLock { exchange(&$0, with: clone) }
                        current.reset()
                    default:
                        let copy = depot.copy()
                        let found = (0..<8).map { copy.number($0)() }
                        #expect((0..<8).map { copy.number(7 - $0)() } == found.reversed())
                        copies.append(copy)
                    }
                    if copies.count > 3 { copies.removeFirst() }
                    _ = (depot.acting(number)(), depot.single(tracker)())
                }
            }
        }
        // The threads may still have the closure.
        _ = (root.withLock { exchange(&$0, with: nil) }, singletons.withLock { exchange(&$0, with: Scope.Singleton()) })
        #expect(tracker.made > 0)
        #expect(tracker.alive == 0)
    }
}

private func exchange<Value>(_ value: inout Value, with other: Value) -> Value {
    defer { value = other }
    return value
}
