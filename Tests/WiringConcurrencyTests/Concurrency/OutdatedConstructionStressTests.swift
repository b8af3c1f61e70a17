import Foundation
import Testing
import WiringTestSupport
import WiringTesting

/// Changes that overlap constructions at arbitrary points.
@Suite(.timeLimit(.minutes(10)), .container)
struct OutdatedConstructionStressTests {
    @Test(arguments: Lifetime.allCases, OutdatingChange.allCases.filter { $0 != .pop })
    func noInstanceIsOlderThanTheLastChange(_ lifetime: Lifetime, _ change: OutdatingChange) {
        guard change.outdates(lifetime) else { return }
        let stage = Stage()
        let scope = Scope.singleton
        stage.whileBuilding { _ in sched_yield() }
        let ages = Collection<Int>()
        let isDone = Locked(false)
        onThreads(3) { number in
            Scope.$singleton.withValue(scope) {
                if number == 0 {
                    for _ in 0..<60 {
                        let age = stage.age.increment()
                        change.make(to: stage, lifetime)
                        ages.add(lifetime.resolve(from: stage).age - age)
                    }
                    isDone.withLock { $0 = true }
                } else {
                    while !isDone.withLock({ $0 }) { _ = lifetime.resolve(from: stage) }
                }
            }
        }
        // The other threads change nothing, so an instance resolved after a change has its age.
        #expect(ages.values == Array(repeating: 0, count: 60))
    }

    @Test(arguments: Lifetime.allCases.filter { $0 != .singleton })
    func aPopRestoresTheSavedInstanceDuringConstructions(_ lifetime: Lifetime) {
        let stage = Stage()
        stage.whileBuilding { _ in sched_yield() }
        let isDone = Locked(false)
        onThreads(3) { number in
            if number == 0 {
                for _ in 0..<60 {
                    let saved = lifetime.resolve(from: stage)
                    stage.manager.push()
                    lifetime.reset(in: stage)
                    stage.manager.pop()
                    #expect(lifetime.resolve(from: stage) === saved)
                }
                isDone.withLock { $0 = true }
            } else {
                while !isDone.withLock({ $0 }) { _ = lifetime.resolve(from: stage) }
            }
        }
    }

    // builder                      changer
    //                              begins to reset, clears whole
    // builds whole of part,
    // which is stored
    //                              clears part, ends
    //                              resolves whole, then part: whole contains that part
    @Test func aStoredInstanceIsNotBuiltFromAClearedOne() {
        let stage = Stage()
        // They are cleared in this order, with time between the first and the last.
        _ = stage.whole
        for line in UInt(0)..<100 { _ = stage(line: line) { Product("between") }.cached }
        _ = stage.part
        let isDone = Locked(false)
        onThreads(2) { number in
            if number == 0 {
                for _ in 0..<300 {
                    stage.reset(options: .scope)
                    #expect(stage.whole().needs[0] === stage.part())
                }
                isDone.withLock { $0 = true }
            } else {
                while !isDone.withLock({ $0 }) { _ = stage.whole() }
            }
        }
    }

    @Test func aResetOfAnotherScopeDoesNotLoseAnInstance() {
        let stage = Stage()
        let isDone = Locked(false)
        let lost = Counter()
        onThreads(2) { number in
            if number == 0 {
                for _ in 0..<500 {
                    let instance = stage.parameterized(1)
                    if stage.parameterized(1) !== instance { lost.increment() }
                    stage.parameterized.reset(.scope)
                }
                isDone.withLock { $0 = true }
            } else {
                while !isDone.withLock({ $0 }) {
                    stage.manager.reset(scope: .graph)
                    sched_yield()
                }
            }
        }
        // Another thread may build in a cell after the reset has looked at it and before the cell is retired.
        #expect(lost.count == 0)
    }
}

extension Stage {
    fileprivate var whole: Factory<Product> { self { Product("whole", needs: [self.part()]) }.cached }
    fileprivate var part: Factory<Product> { self { self.make("part") }.cached }
}
