import Foundation
import Testing
import WiringTesting

/// Changes that meet constructions wherever it happens.
@Suite(.timeLimit(.minutes(5)), .container)
struct OutdatedConstructionStressTests {
    @Test(arguments: Lifetime.allCases, OutdatingChange.allCases.filter { $0 != .pop })
    func noInstanceIsOlderThanTheLastChange(_ lifetime: Lifetime, _ change: OutdatingChange) {
        guard change.concerns(lifetime) else { return }
        let stage = Stage()
        let scope = Scope.singleton
        stage.whileBuilding { _ in sched_yield() }
        let ages = Collection<Int>()
        let isThrough = Locked(false)
        onThreads(3) { number in
            Scope.$singleton.withValue(scope) {
                if number == 0 {
                    for _ in 0..<60 {
                        let age = stage.age.increment()
                        change.make(to: stage, lifetime)
                        ages.add(lifetime.resolve(from: stage).age - age)
                    }
                    isThrough.withLock { $0 = true }
                } else {
                    while !isThrough.withLock({ $0 }) { _ = lifetime.resolve(from: stage) }
                }
            }
        }
        // The other threads change nothing, so that what comes after a change is of its age.
        #expect(ages.values == Array(repeating: 0, count: 60))
    }

    @Test(arguments: Lifetime.allCases.filter { $0 != .singleton })
    func aPopBringsBackWhatWasSavedHoweverMuchIsBeingBuilt(_ lifetime: Lifetime) {
        let stage = Stage()
        stage.whileBuilding { _ in sched_yield() }
        let isThrough = Locked(false)
        onThreads(3) { number in
            if number == 0 {
                for _ in 0..<60 {
                    let saved = lifetime.resolve(from: stage)
                    stage.manager.push()
                    lifetime.reset(in: stage)
                    stage.manager.pop()
                    #expect(lifetime.resolve(from: stage) === saved)
                }
                isThrough.withLock { $0 = true }
            } else {
                while !isThrough.withLock({ $0 }) { _ = lifetime.resolve(from: stage) }
            }
        }
    }

    // builder                      changer
    //                              begins to reset, clears whole
    // builds whole of part,
    // which is there
    //                              clears part, ends
    //                              asks for whole, then part: whole is made of that part
    @Test func whatIsKeptIsNotMadeOfWhatWasCleared() {
        let stage = Stage()
        // In this order they are cleared, with time between the first and the last.
        _ = stage.whole
        for line in UInt(0)..<100 { _ = stage(line: line) { Product("between") }.cached }
        _ = stage.part
        let isThrough = Locked(false)
        onThreads(2) { number in
            if number == 0 {
                for _ in 0..<300 {
                    stage.reset(options: .scope)
                    #expect(stage.whole().needs[0] === stage.part())
                }
                isThrough.withLock { $0 = true }
            } else {
                while !isThrough.withLock({ $0 }) { _ = stage.whole() }
            }
        }
    }

    @Test func aResetOfAnotherScopeLosesNoInstance() {
        let stage = Stage()
        let isThrough = Locked(false)
        let lost = Counter()
        onThreads(2) { number in
            if number == 0 {
                for _ in 0..<500 {
                    let instance = stage.parameterized(1)
                    if stage.parameterized(1) !== instance { lost.increment() }
                    stage.parameterized.reset(.scope)
                }
                isThrough.withLock { $0 = true }
            } else {
                while !isThrough.withLock({ $0 }) {
                    stage.manager.reset(scope: .graph)
                    sched_yield()
                }
            }
        }
        // Between the look at a cell and its end, somebody may have built in it.
        #expect(lost.count == 0)
    }
}

extension Stage {
    fileprivate var whole: Factory<Product> { self { Product("whole", needs: [self.part()]) }.cached }
    fileprivate var part: Factory<Product> { self { self.make("part") }.cached }
}
