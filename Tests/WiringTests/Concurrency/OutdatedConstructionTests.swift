import Testing
import WiringTesting

/// An instance whose construction began before a change is handed out, but not kept.
@Suite(.container)
struct OutdatedConstructionTests {
    /// A change to a container that outdates what is being built.
    enum Change: CaseIterable, Sendable {
        case register, resetFactory, resetContainer, resetScopes, pop

        func make(to stage: Stage, _ lifetime: Lifetime) {
            switch self {
            case .register: lifetime.register(in: stage) { Product("registered") }
            case .resetFactory: lifetime.reset(in: stage)
            case .resetContainer: stage.reset()
            case .resetScopes: stage.reset(options: .scope)
            case .pop: stage.manager.pop()
            }
        }

        /// A container's own changes leave singletons alone.
        func concerns(_ lifetime: Lifetime) -> Bool {
            switch self {
            case .register, .resetFactory: true
            case .resetContainer, .resetScopes, .pop: lifetime != .singleton
            }
        }
    }

    // builder              changer
    // begins to build
    //                      changes
    // ends, gets its own
    //                      asks: another instance
    @Test(arguments: Lifetime.allCases, Change.allCases)
    func isHandedOutButNotKept(_ lifetime: Lifetime, _ change: Change) {
        let stage = Stage()
        let scope = Scope.singleton
        let begun = Gate()
        let finish = Gate()
        let built = Counter()
        let first = Collection<Product>()
        stage.manager.push()
        stage.whileBuilding { _ in
            guard built.increment() == 1 else { return }
            begun.open()
            finish.pass()
        }
        onThreads(2) { number in
            Scope.$singleton.withValue(scope) {
                if number == 0 {
                    first.add(lifetime.resolve(from: stage))
                } else {
                    begun.pass()
                    change.make(to: stage, lifetime)
                    finish.open()
                }
            }
        }
        let next = lifetime.resolve(from: stage)
        #expect(first.values.count == 1)
        #expect((next !== first.values[0]) == change.concerns(lifetime))
        #expect(next === lifetime.resolve(from: stage))
        if case .register = change { #expect(next.name == "registered") }
    }

    // builder              changer                 next
    // begins to build
    //                      changes
    //                                              builds anew, does not wait for the outdated one
    // ends
    @Test(arguments: Lifetime.allCases)
    func doesNotHoldUpItsSuccessor(_ lifetime: Lifetime) {
        let stage = Stage()
        let scope = Scope.singleton
        let begun = Gate()
        let finish = Gate()
        let built = Counter()
        let products = Collection<Product>()
        stage.whileBuilding { _ in
            guard built.increment() == 1 else { return }
            begun.open()
            finish.pass()
        }
        onThreads(2) { number in
            Scope.$singleton.withValue(scope) {
                if number == 1 {
                    begun.pass()
                    lifetime.reset(in: stage)
                    products.add(lifetime.resolve(from: stage))
                    finish.open()
                } else {
                    let outdated = lifetime.resolve(from: stage)
                    #expect(products.values.count == 1)
                    #expect(outdated !== products.values[0])
                }
            }
        }
        #expect(built.count == 2)
        #expect(lifetime.resolve(from: stage) === products.values[0])
    }

    @Test func singletonsOfAResetScopeAreNotKeptEither() {
        let stage = Stage()
        let scope = Scope.singleton
        stage.whileBuilding { _ in scope.reset() }
        let outdated = stage.singleton()
        stage.whileBuilding { _ in }
        #expect(stage.singleton() !== outdated)
        #expect(stage.singleton() === stage.singleton())
    }

    @Test func aClosureRegisteredBeforeTheCallIsTheOneThatRuns() {
        // No instance is older than the last register that has returned.
        let scope = Scope.singleton
        for lifetime in Lifetime.allCases {
            let stage = Stage()
            scope.reset()
            onThreads(4) { number in
                Scope.$singleton.withValue(scope) {
                    for round in 0..<500 {
                        if number == 0 {
                            lifetime.register(in: stage) { Product("\(round)") }
                            let age = Int(lifetime.resolve(from: stage).name) ?? -1
                            #expect(age == round)
                        } else {
                            _ = lifetime.resolve(from: stage)
                        }
                    }
                }
            }
        }
    }

    @Test func whatIsBegunWithinAChangeOfTheWholeIsNotKept() {
        // A `deinit` runs in the middle of nothing: the reset is over for the slot of what it lets go, and for all others.
        let stage = Stage()
        stage.whileBuilding { name in
            if name == "cached" { stage.reset(options: .scope) }
        }
        let outdated = stage.cached()
        stage.whileBuilding { _ in }
        #expect(stage.cached() !== outdated)
    }
}
