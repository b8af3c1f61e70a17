import Testing
import WiringTestSupport
import WiringTesting

/// An instance whose construction began before a change is returned, but not stored.
@Suite(.timeLimit(.minutes(10)), .container)
struct OutdatedConstructionTests {
    // builder              changer
    // begins to build
    //                      changes
    // ends, gets its own
    //                      resolves: another instance
    @Test(arguments: Lifetime.allCases, OutdatingChange.allCases)
    func anOutdatedInstanceIsReturnedButNotStored(_ lifetime: Lifetime, _ change: OutdatingChange) {
        let stage = Stage()
        let scope = Scope.singleton
        let (begun, finish, _) = stage.holdFirstConstruction()
        let first = Collection<Product>()
        stage.manager.push()
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
        #expect((next !== first.values[0]) == change.outdates(lifetime))
        #expect(next === lifetime.resolve(from: stage))
        if change == .register || change == .override { #expect(next.name == "registered") }
    }

    // builder              changer                 next
    // begins to build
    //                      changes
    //                                              builds again, does not wait for the outdated one
    // ends
    @Test(arguments: Lifetime.allCases)
    func anOutdatedConstructionDoesNotBlockItsSuccessor(_ lifetime: Lifetime) {
        let stage = Stage()
        let scope = Scope.singleton
        let (begun, finish, built) = stage.holdFirstConstruction()
        let products = Collection<Product>()
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

    @Test func outdatedSingletonsOfAResetScopeAreNotStored() {
        let stage = Stage()
        let scope = Scope.singleton
        stage.whileBuilding { _ in scope.reset() }
        let outdated = stage.singleton()
        stage.whileBuilding { _ in }
        #expect(stage.singleton() !== outdated)
        #expect(stage.singleton() === stage.singleton())
    }

    @Test func aResolutionUsesTheClosureRegisteredBeforeIt() {
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

    // A `deinit` runs after the reset has ended, for the slot of the released instance and for all others.
    @Test func anInstanceBuiltByADeinitAfterAContainerResetIsStored() {
        let stage = Stage()
        let built = Collection<Product>()
        stage.deinitAction.register {
            DeinitAction { [unowned stage] in built.add(stage.cached()) }
        }
        _ = stage.deinitAction()
        stage.reset(options: .scope)
        #expect(built.values.count == 1)
        #expect(stage.cached() === built.values.first)
    }

    // one                                          another
    // takes the slow path, because of a decorator
    // finds the cell of a parameter
    //                                              resets all parameters' cells
    // builds in the cell's successor, and stores the instance
    @Test func aResetBetweenLookupAndConstructionLosesNoInstance() {
        let stage = Stage()
        stage.decorator { _ in }
        let resets = Counter()
        let first = stage.compared(Comparing {})
        // Unowned, because the container retains the parameter.
        let second = stage.compared(
            Comparing { [unowned stage] in if resets.increment() == 1 { stage.compared.reset(.scope) } }
        )
        #expect(second !== first)
        #expect(stage.compared(Comparing {}) === second)
    }

    // one                                          another
    // finds the instance of a parameter
    //                                              resets all parameters' cells
    // returns the instance that it found
    @Test func aResetAfterTheLookupDoesNotAffectTheResolution() {
        let stage = Stage()
        let resets = Counter()
        let first = stage.compared(Comparing {})
        let second = stage.compared(Comparing { if resets.increment() == 1 { stage.compared.reset(.scope) } })
        #expect(second === first)
        #expect(stage.compared(Comparing {}) !== first)
    }

    @Test(arguments: [Lifetime.cached, .shared, .singleton], [FactoryResetOptions.registration, .context])
    func aResetDuringTheConstructionOutdatesTheInstance(_ lifetime: Lifetime, _ options: FactoryResetOptions) {
        let stage = Stage()
        lifetime.register(in: stage) {
            lifetime.reset(in: stage, options)
            return Product("outdated")
        }
        let outdated = lifetime.resolve(from: stage)
        #expect(outdated.name == "outdated")
        stage.reset(options: .registration)
        #expect(lifetime.resolve(from: stage).name == "\(lifetime)")
    }

    @Test(arguments: [FactoryResetOptions.registration, .context])
    func aResetDuringTheConstructionOutdatesAGraphInstance(_ options: FactoryResetOptions) {
        let stage = Stage()
        let built = Counter()
        for reset in stage.resets(options) {
            let before = built.count
            stage.whileBuilding { _ in
                if built.increment() == before + 1 { reset() }
            }
            let nodes = stage.nodes()
            #expect(nodes[0] !== nodes[1])
            #expect(nodes[1] === nodes[2])
        }
    }

    @Test(arguments: [FactoryResetOptions.registration, .context])
    func aResetAfterTheConstructionKeepsAGraphInstance(_ options: FactoryResetOptions) {
        let stage = Stage()
        for reset in stage.resets(options) {
            let nodes = stage.nodes(with: reset)()
            #expect(nodes[0] === nodes[1])
        }
    }

    // one                                          another
    // has a graph's instance, and builds another
    //                                              resets the container
    // keeps both until its resolution ends
    @Test func changesOnAnotherThreadDoNotAffectAGraph() {
        let stage = Stage()
        let (building, changed, _) = stage.holdFirstConstruction()
        onThreads(2) { number in
            if number == 0 {
                let nodes = stage.nodes()
                #expect(nodes[0] === nodes[1])
            } else {
                building.pass()
                stage.reset()
                changed.open()
            }
        }
    }

    @Test func aRegistrationIsSavedAndRestoredWithItsInstances() {
        let stage = Stage()
        // A change is linear in the number of saved states.
        for round in 0..<10 {
            let barrier = Barrier(2)
            onThreads(2) { number in
                barrier.arrive()
                if number == 0 {
                    for step in 0..<100 {
                        stage.cached.register { Product("\(round * 100 + step)") }
                        _ = stage.cached()
                    }
                } else {
                    for _ in 0..<100 { stage.manager.push() }
                }
            }
            for _ in 0..<100 {
                stage.manager.pop()
                // The instance is that of whichever registration was saved.
                let stored = stage.cached().name
                stage.cached.reset(.scope)
                #expect(stage.cached().name == stored)
            }
        }
    }

    // The container clears what the declaration has set while a factory value is still in use.
    @Test func aFactoryValueKeepsItsDeclarationAcrossAReset() {
        let stage = Stage()
        let (factory, decorated) = (stage.cached, stage.decorated)
        stage.reset()
        #expect(factory() === factory())
        #expect(factory() === stage.cached())
        stage.reset()
        let before = stage.decorations.count
        _ = decorated()
        #expect(stage.decorations.count == before + 1)
    }
}

/// A parameter that is equal to all others, and runs a closure when it is compared.
private struct Comparing: Hashable, @unchecked Sendable {
    // SAFETY: Each is compared on one thread.
    let action: () -> Void

    init(_ action: @escaping () -> Void) { self.action = action }

    static func == (left: Comparing, right: Comparing) -> Bool {
        left.action()
        right.action()
        return true
    }

    func hash(into hasher: inout Hasher) {}
}

extension Stage {
    fileprivate var deinitAction: Factory<DeinitAction> {
        self { DeinitAction {} }.cached
    }
    fileprivate var node: Factory<Product> { self { self.make("node") }.graph }
    fileprivate var nodes: Factory<[Product]> { self { [self.node(), self.node(), self.node()] } }
    /// A factory reset and a container reset.
    fileprivate func resets(_ options: FactoryResetOptions) -> [@Sendable () -> Void] {
        [{ [unowned self] in node.reset(options) }, { [unowned self] in reset(options: options) }]
    }
    fileprivate func nodes(with action: @escaping () -> Void) -> Factory<[Product]> {
        self {
            let node = self.node()
            action()
            return [node, self.node()]
        }
    }
    fileprivate var compared: ParameterFactory<Comparing, Product> {
        self { _ in Product("compared") }.scopeOnParameters.cached
    }
    fileprivate var decorated: Factory<Product> {
        self { Product("decorated") }.cached.decorator { [decorations] _ in decorations.increment() }
    }
}
