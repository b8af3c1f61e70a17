import Testing
import WiringTestSupport
import WiringTesting

/// Children beside changes of their parents, and beside each other.
@Suite(.timeLimit(.minutes(10)), .container)
struct ChildRaceTests {
    /// A change of a parent that concerns a declaration of a child.
    enum Change: CaseIterable {
        case register, override, decorate, reset, resetFactory, pop

        func make(to market: Market) {
            switch self {
            case .register: market.name.register { "changed" }
            case .override: market.cached.override { Item("changed") }
            case .decorate: market.cached.decorate { Item("changed \($0.name)") }
            case .reset: market.reset()
            case .resetFactory: market.cached.reset(.registration)
            case .pop: market.manager.pop()
            }
        }

        /// Whether the instance that is being built may have used what the change replaces.
        var outdates: Bool { self != .register }
    }

    // builder (in the child)      changer (of the parent, or of its parent)
    // begins to build
    //                             changes
    // ends, gets its own
    // resolves: another instance, if the change concerns the declaration
    @Test(arguments: Change.allCases, [1, 2])
    func anInstanceThatIsBuiltWhileAParentChangesIsNotKept(_ change: Change, _ levels: Int) {
        let (market, begun, finish, made) = (Market(), Gate(), Gate(), Counter())
        market.manager.push()
        market.cached.register {
            if made.increment() == 1 {
                begun.open()
                finish.pass()
            }
            return Item("first")
        }
        let child = levels == 1 ? market.child() : market.child().child()
        let first = Collection<Item>()
        onThreads(2) { number in
            if number == 0 {
                first.add(child.cached())
            } else {
                begun.pass()
                change.make(to: market)
                finish.open()
            }
        }
        let next = child.cached()
        #expect(first.values[0].name == "first")
        #expect((next !== first.values[0]) == change.outdates)
        #expect(child.cached() === next)
    }

    // builder (in the child)      changer (of the parent)
    // begins to build
    //                             registers another declaration
    // ends
    // resolves: the same instance
    @Test func aChangeOfAnotherDeclarationDoesNotOutdateAConstruction() {
        let market = Market()
        let child = market.child()
        let item = build(in: child, byClosureOf: market) { market.visit.register { Item("other") } }
        #expect(child.cached() === item)
    }

    // builder (in the child)      another (in the parent)
    // begins to build
    //                             resolves, which sets the declaration's scope
    // ends
    // resolves: the same instance
    @Test func aScopeOfAParentDoesNotOutdateAConstruction() {
        let market = Market()
        _ = market.cached()
        market.reset()
        market.manager.defaultScope = .shared
        let child = market.child()
        let item = build(in: child, byClosureOf: child) { _ = market.cached() }
        #expect(child.cached() === item)
    }

    /// Builds an instance in a child by a closure that is registered in a container, and runs `body` on another thread meanwhile.
    private func build(in child: Market, byClosureOf container: Market, while body: @escaping @Sendable () -> Void)
        -> Item
    {
        let (begun, finish, items) = (Gate(), Gate(), Collection<Item>())
        container.cached.register {
            begun.open()
            finish.pass()
            return Item("item")
        }
        onThreads(2) { number in
            if number == 0 {
                items.add(child.cached())
            } else {
                begun.pass()
                body()
                finish.open()
            }
        }
        return items.values[0]
    }

    // The child claims without a `Resolution`, because nothing is set.
    @Test func aRegistrationAfterTheClaimIsSeenOrOutdates() {
        for _ in 0..<300 {
            let market = Market()
            let child = market.child()
            let start = Barrier(2)
            let items = Collection<Item>()
            onThreads(2) { number in
                start.arrive()
                if number == 0 { items.add(child.cached()) } else { market.cached.register { Item("registered") } }
            }
            let later = child.cached()
            // The instance was stored before the registration, or it is not stored.
            #expect(later === items.values[0] || later.name == "registered")
        }
    }

    // builder (thread 1)                   others
    // builds a singleton through a child
    //                                      hit the child's instances
    // resolves the root's
    @Test func othersUseTheChildWhileASingletonIsBuiltThroughIt() {
        let (market, begun, finish) = (Market(), Gate(), Gate())
        let child = market.child()
        child.name.override { "mine" }
        let own = child.cached()
        market.single.register {
            begun.open()
            finish.pass()
            return Item(child.name(), needs: [child.cached()])
        }
        onThreads(2) { number in
            if number == 0 {
                let single = Scope.$singleton.withValue(Scope.Singleton()) { child.single() }
                #expect(single.name == "declared")
                #expect(single.needs[0] !== own)
            } else {
                begun.pass()
                #expect(child.cached() === own)
                #expect(child.name() == "mine")
                finish.open()
            }
        }
    }

    @Test func anInstanceOfAChildIsBuiltOnce() {
        for _ in 0..<50 {
            let (market, made, start) = (Market(), Counter(), Barrier(4))
            market.cached.register {
                made.increment()
                return Item("item")
            }
            let child = market.child()
            let items = Collection<Item>()
            onThreads(4) { _ in
                start.arrive()
                items.add(child.cached())
            }
            #expect(made.count == 1)
            #expect(Set(items.values.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func aSingletonIsBuiltOnceThroughManyChildren() {
        for _ in 0..<50 {
            let (market, made, start) = (Market(), Counter(), Barrier(4))
            market.single.register {
                made.increment()
                return Item("item")
            }
            let (items, singletons) = (Collection<Item>(), Scope.Singleton())
            onThreads(4) { number in
                Scope.$singleton.withValue(singletons) {
                    let child = number == 0 ? market : market.child()
                    start.arrive()
                    items.add(child.single())
                }
            }
            #expect(made.count == 1)
            #expect(Set(items.values.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func childrenComeAndGoWhileTheirParentChanges() {
        let (market, tracker) = (Market(), Tracker())
        market.cached.register { Item("item", tracker) }
        onThreads(4) { number in
            for round in 0..<200 {
                if number == 0 {
                    switch round % 4 {
                    case 0: market.name.register { "registered" }
                    case 1: market.name.override { "overridden" }
                    case 2: market.visit.register { Item("registered") }
                    default: market.name.reset(.registration)
                    }
                } else {
                    withChildContainer(of: market) {
                        $0.visit.override { Item("mine") }
                    } operation: {
                        let child = Market.shared
                        #expect(child.cached() === child.cached())
                        #expect(child.visit().name == "mine")
                        #expect(["declared", "registered", "overridden"].contains(child.unscoped().name))
                    }
                }
            }
        }
        #expect(tracker.alive == 0)
    }
}
