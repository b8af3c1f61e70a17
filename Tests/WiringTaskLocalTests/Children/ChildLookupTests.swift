import Testing
import WiringModules
import WiringTestSupport
import WiringTesting

/// A child looks up what it does not set itself, at the moment of resolving.
@Suite(.timeLimit(.minutes(10)), .container)
struct ChildLookupTests {
    private let market = Market()
    private let child: Market

    init() { child = market.child() }

    // MARK: - Closures

    @Test func aChildUsesTheDeclaration() {
        #expect(child.name() == "declared")
        #expect(child.titled("Dr.") == "Dr. declared")
        #expect(child.cached().name == "declared")
    }

    @Test func aChildSeesWhatItsParentRegistersBeforeAndAfter() {
        market.name.register { "before" }
        let child = market.child()
        #expect(child.name() == "before")
        market.name.register { "after" }
        #expect(child.name() == "after")
        #expect(child.unscoped().name == "after")
        market.name.override { "overridden" }
        #expect(child.name() == "overridden")
        market.name.reset(.registration)
        #expect(child.name() == "declared")
    }

    @Test func aChildStoresWhatItsParentsReplace() {
        let grandchild = child.child()
        market.cached.register { Item("registered") }
        #expect(child.cached().name == "registered")
        child.cached.decorate { Item("decorated \($0.name)") }
        #expect(grandchild.cached().name == "decorated registered")
        #expect(child.cached().name == "decorated registered")
        #expect(market.child().cached() !== market.cached())
    }

    @Test func aChildSetsAScopeThatItsParentHasRemoved() {
        market.unscoped.scope(nil)
        child.unscoped.scope(.cached)
        #expect(child.unscoped() === child.unscoped())
        #expect(market.unscoped() !== market.unscoped())
    }

    @Test func whatAChildSetsIsNotSeenByItsParentOrSiblings() {
        let sibling = market.child()
        child.name.override { "mine" }
        #expect(child.name() == "mine")
        #expect(child.unscoped().name == "mine")
        #expect(child.titled("Dr.") == "Dr. mine")
        #expect(market.name() == "declared")
        #expect(market.unscoped().name == "declared")
        #expect(sibling.name() == "declared")
        #expect(market.manager.isEmpty(.all))
    }

    @Test func theNearestOverrideApplies() {
        let grandchild = child.child()
        market.name.override { "root" }
        #expect(grandchild.name() == "root")
        child.name.override { "child" }
        #expect(grandchild.name() == "child")
        grandchild.name.override { "grandchild" }
        #expect(grandchild.name() == "grandchild")
        #expect((market.name(), child.name()) == ("root", "child"))
        child.name.reset(.registration)
        #expect(child.name() == "root")
    }

    @Test func theNearestRegistrationApplies() {
        market.name.register { "root" }
        child.name.register { "child" }
        #expect((market.name(), child.name()) == ("root", "child"))
    }

    @Test func anOverrideOfAParentTakesPrecedenceOverARegistration() {
        market.name.override { "overridden" }
        child.name.register { "registered" }
        #expect(child.name() == "overridden")
    }

    /// What `once()` keeps is that of its container.
    @Test func aChangeInAChildAppliesDespiteAnOnceOfItsParent() {
        let grandchild = child.child()
        market.name.once()
        market.cached.unique.once()
        market.onTest.once()
        child.name.register { "mine" }
        child.onTest.onTest { "child's" }
        child.cached.register { Item("mine") }
        #expect((child.name(), market.name()) == ("mine", "declared"))
        #expect((child.cached().name, market.cached().name) == ("mine", "declared"))
        #expect((grandchild.name(), grandchild.cached().name) == ("mine", "mine"))
        child.name.onTest { "in a test" }
        #expect((child.name(), market.name()) == ("in a test", "declared"))
        grandchild.single.register { Item("mine") }
        market.single.cached.once()
        child.single.register { Item("mine") }
        #expect((child.single().name, market.single().name) == ("mine", "declared"))
        child.reset()
        child.name.onTest { "in a test" }
        #expect(child.name() == "in a test")
    }

    @Test func closuresForContextsAreLookedUp() {
        #expect(child.onTest() == "in a test")
        market.name.onTest { "root's" }
        #expect(child.name() == "root's")
        child.name.onTest { "child's" }
        #expect((market.name(), child.name()) == ("root's", "child's"))
    }

    @Test func aPromiseIsKeptByTheParent() {
        market.promise.register { "kept" }
        #expect(child.promise() == "kept")
        child.promise.override { "mine" }
        #expect((market.promise(), child.promise()) == ("kept", "mine"))
    }

    // MARK: - Decorations and contributions

    @Test func decorationsOfTheParentComeFirst() {
        child.name.decorate { "child(\($0))" }
        market.name.decorate { "root(\($0))" }
        #expect(child.name() == "child(root(declared))")
        #expect(market.name() == "root(declared)")
    }

    @Test func anOverrideInAChildIsNotDecoratedByItsParent() {
        market.name.decorate { "root(\($0))" }
        child.name.override { "mine" }
        child.name.decorate { "child(\($0))" }
        #expect(child.name() == "child(mine)")
    }

    @Test func contributionsOfTheParentComeFirst() {
        child.parts.contribute { "child" }
        market.parts.contribute { "root" }
        child.keyed.contribute(forKey: "a") { "child" }
        market.keyed.contribute(\Market.name, forKey: "b")
        child.name.override { "mine" }
        #expect(child.parts() == ["root", "child"])
        #expect(market.parts() == ["root"])
        #expect(child.keyed() == ["a": "child", "b": "mine"])
        #expect(market.keyed() == ["b": "declared"])
    }

    @Test func contributionsOfAllParentsAreSorted() {
        let grandchild = child.child()
        child.parts.contribute(order: 1) { "child" }
        grandchild.parts.contribute(order: 1) { "grandchild" }
        #expect(grandchild.parts() == ["child", "grandchild"])
        market.parts.contribute(order: 1) { "root" }
        child.parts.contribute(order: 0) { "first" }
        grandchild.parts.contribute(order: 2) { "last" }
        #expect(grandchild.parts() == ["first", "root", "child", "grandchild", "last"])
        #expect(child.parts() == ["first", "root", "child"])
        child.parts.reset(.registration)
        #expect(grandchild.parts() == ["root", "grandchild", "last"])
        market.parts.override { ["override"] }
        #expect(grandchild.parts() == ["override"])
    }

    @Test func aChildWithoutContributionsResolvesThoseOfItsParentFromItself() {
        child.name.override { "mine" }
        market.parts.contribute(\Market.name)
        #expect(child.parts() == ["mine"])
        #expect(market.parts() == ["declared"])
    }

    // MARK: - Modifiers

    @Test func aScopeThatOnlyTheParentHasAppliesInTheChild() {
        market.unscoped.scope(.cached)
        #expect(child.unscoped() === child.unscoped())
        #expect(child.unscoped() !== market.unscoped())
    }

    @Test func aScopeThatOnlyTheChildHasDoesNotApplyInTheParent() {
        child.unscoped.scope(.cached)
        #expect(child.unscoped() === child.unscoped())
        #expect(market.unscoped() !== market.unscoped())
    }

    @Test func aTimeToLiveOfTheParentAppliesInTheChild() {
        market.cached.timeToLive(0)
        #expect(child.cached() !== child.cached())
    }

    @Test func aTimeToLiveThatAnAncestorSetsLaterAppliesInTheChild() {
        let grandchild = child.child()
        let (first, second) = (child.cached(), grandchild.cached())
        #expect(child.cached() === first)
        market.cached.timeToLive(0)
        #expect(child.cached() !== first)
        #expect(grandchild.cached() !== second)
    }

    @Test func aParameterScopeThatTheParentSetsLaterAppliesInTheChild() {
        let declared = child.titledItem.cached
        #expect(declared("a") === declared("b"))
        _ = market.titledItem.scopeOnParameters.cached
        #expect(declared("a") !== declared("b"))
        #expect(declared("a") === declared("a"))
    }

    @Test func aDecoratorThatTheParentSetsLaterSeesHitsOfTheChild() {
        let seen = Counter()
        _ = (child.cached(), child.weak())
        market.cached.decorator { _ in seen.increment() }
        _ = (child.cached(), child.weak(), market.child().cached())
        #expect(seen.count == 2)
    }

    @Test func whatACopiedParentHasSetAppliesInTheCopysChild() {
        market.cached.timeToLive(0)
        withContainer(for: Market.self) { _ in
        } operation: {
            let child = Market.shared.child()
            #expect(child.cached() === child.cached())
        }
        withExistingContainer(market) {
            withContainer(for: Market.self) { _ in
            } operation: {
                let child = Market.shared.child()
                #expect(child.cached() !== child.cached())
            }
        }
    }

    @Test func aDecoratorOfTheParentSeesEachResolutionOfTheChild() {
        let seen = Counter()
        market.cached.decorator { _ in seen.increment() }
        for _ in 0..<3 { _ = child.cached() }
        #expect(seen.count == 3)
    }

    // MARK: - Settings

    @Test func aSettingComesFromTheNearestContainerThatAssignedIt() {
        let grandchild = child.child()
        let seen = Collection<String>()
        market.decorator { if let item = $0 as? Item { seen.add("root \(item.name)") } }
        for _ in 0..<2 { _ = grandchild.cached() }
        #expect(seen.values == ["root declared", "root declared"])
        child.decorator { if let item = $0 as? Item { seen.add("child \(item.name)") } }
        _ = grandchild.cached()
        _ = market.cached()
        #expect(seen.values == ["root declared", "root declared", "child declared", "root declared"])
        grandchild.decorator(nil)
        _ = grandchild.cached()
        #expect(seen.values.count == 4)
    }

    @Test func theDefaultScopeIsLookedUp() {
        market.manager.defaultScope = .cached
        #expect(child.manager.defaultScope === Scope.cached)
        #expect(child.unscoped() === child.unscoped())
        #expect(child.unscoped() !== market.unscoped())
        child.manager.defaultScope = nil
        #expect(child.unscoped() !== child.unscoped())
        #expect(market.unscoped() === market.unscoped())
    }

    @Test func theTraceOfTheParentHasTheHitsOfTheChild() {
        let lines = Collection<String>()
        _ = child.cached()
        market.manager.logger = { lines.add($0) }
        market.manager.trace = true
        _ = child.cached()
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.hasPrefix("0: Market.cached<Item> = C:") == true)
    }

    @Test func theContextOfAChildIsThatOfItsParentUntilItIsChanged() {
        withChildContainer { _ in
        } operation: {
            let parent = FactoryContext.current.arguments
            FactoryContext.setArg("mock", forKey: "api")
            #expect(FactoryContext.current.runtimeArguments == ["api": "mock"])
            #expect(FactoryContext.current.arguments == parent)
        }
        #expect(FactoryContext.current.runtimeArguments.isEmpty)
        FactoryContext.setArg("outer", forKey: "api")
        withChildContainer { _ in
        } operation: {
            #expect(FactoryContext.current.runtimeArguments == ["api": "outer"])
        }
    }

    // MARK: - The container as a whole

    @Test func aResetOfAChildRestoresWhatTheParentHas() {
        market.name.register { "root" }
        child.name.override { "mine" }
        _ = child.cached()
        child.reset()
        #expect(child.name() == "root")
        #expect(child.cached().name == "root")
    }

    @Test func pushAndPopOfAChildConcernTheChild() {
        child.name.override { "pushed" }
        child.manager.push()
        child.name.override { "changed" }
        market.name.override { "root" }
        market.manager.defaultScope = .cached
        child.manager.push()
        child.manager.pop()
        market.manager.defaultScope = nil
        #expect(child.manager.defaultScope == nil)
        child.manager.pop()
        #expect((market.name(), child.name()) == ("root", "pushed"))
    }

    @Test func aCopyOfAChildHasWhatItsParentsHave() {
        market.name.override { "root" }
        market.onTest.override { "root's" }
        child.name.override { "child" }
        market.visit.override { Item("root's") }
        let (cached, visit) = (child.cached(), child.visit())
        withContainer(from: child) { _ in
        } operation: {
            let copy = Market.shared
            #expect(copy !== child)
            #expect(copy.name() == "child")
            #expect(copy.onTest() == "root's")
            #expect(copy.cached() === cached)
            #expect(copy.visit() === visit)
            copy.visit.reset(.scope)
            #expect(copy.visit().name == "root's")
            market.onTest.override { "later" }
            #expect(copy.onTest() == "root's")
        }
    }

    @Test func aCopyOfAChildDoesNotHaveWhatOnceKeepsInAParent() {
        market.name.once()
        market.cached.unique.once()
        withContainer(from: child) {
            $0.name.register { "mine" }
        } operation: {
            #expect(Market.shared.name() == "mine")
            #expect(Market.shared.cached() === Market.shared.cached())
        }
        #expect(child.name() == "declared")
    }

    @Test func whatAnInitializerRegistersIsThatOfTheParent() {
        let registering = Registering()
        #expect(registering.child().name() == "initializer")
        registering.name.override { "overridden" }
        let single = registering.single()
        let child = registering.child()
        #expect(child.name() == "overridden")
        #expect(child.manager.trace == false)
        // The initializer of the child has not cleared the singleton.
        #expect(registering.single() === single)
        #expect(child.single() === single)
    }

    private final class Registering: TaskLocalContainer {
        @TaskLocal static var shared = Registering()
        static var taskLocal: TaskLocal<Registering> { $shared }
        let manager = ContainerManager()
        init() {
            name.register { "initializer" }
            single.register { Item("initializer") }
        }
        var name: Factory<String> { self { "declared" } }
        var single: Factory<Item> { self { Item("declared") }.singleton }
    }
}
