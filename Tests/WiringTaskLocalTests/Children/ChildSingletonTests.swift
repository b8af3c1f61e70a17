import Testing
import WiringModules
import WiringTestSupport
import WiringTesting

extension Market {
    fileprivate var signature: Factory<String> { self { "declared" } }
    fileprivate var signed: Factory<String> { self { "signed \(self.signature())" }.singleton }
    fileprivate var mocked: Factory<String> { self { "declared" }.singleton.onArg("mock") { "argument" } }
    fileprivate var argument: Factory<String?> { self { FactoryContext.current.runtimeArguments["key"] }.singleton }
}

extension Container {
    fileprivate var argument: Factory<String?> {
        self {
            withContainer(for: Market.self) { _ in
                FactoryContext.setArg("singleton", forKey: "key")
            } operation: {
                FactoryContext.current.runtimeArguments["key"]
            }
        }
        .singleton
    }
}

/// Singletons are shared, and built from the root's point of view.
@Suite(.timeLimit(.minutes(10)), .container)
struct ChildSingletonTests {
    private let market = Market()

    @Test func singletonsAreShared() {
        let (child, grandchild) = (market.child(), market.child().child())
        let single = child.single()
        #expect(market.single() === single)
        #expect(grandchild.single() === single)
        #expect(grandchild.single() === single)
        let custom = grandchild.customSingle()
        #expect(child.customSingle() === custom)
        #expect(market.customSingle() === custom)
    }

    // Without the early detection of cycles, which a debug build has, a nested resolution takes a shorter path.
    @Test(arguments: [true, false])
    func aSingletonIsBuiltFromTheRoot(_ detectsCycles: Bool) {
        let child = market.child()
        let grandchild = child.child()
        for container in [market, child, grandchild] { container.manager.circularDependencyTesting = detectsCycles }
        child.name.override { "mine" }
        #expect(child.unscoped().name == "mine")
        let cached = child.cached()
        let single = grandchild.single()
        #expect(single.name == "declared")
        #expect(single.needs[0] === market.cached())
        #expect(single.needs[0] !== cached)
        #expect(single.needs[1].name == "declared")
        // What is resolved afterwards is the child's again.
        #expect(child.cached() === cached)
        #expect(child.name() == "mine")
        #expect(grandchild.cached().name == "mine")
    }

    @Test func aSingletonIsBuiltFromTheRootWithinAResolutionOfTheChild() {
        let child = market.child()
        child.name.override { "mine" }
        let item = child.needsSingle()
        #expect(item.name == "mine")
        #expect(item.needs[0].name == "declared")
        #expect(item.needs[0].needs[0] === market.cached())
    }

    @Test func aRegistrationOfTheRootAppliesToASingletonThatAChildResolves() {
        market.single.register { Item("registered") }
        market.single.decorate { Item("decorated \($0.name)") }
        #expect(market.child().single().name == "decorated registered")
        #expect(market.single().name == "decorated registered")
    }

    @Test func aSingletonDoesNotRetainTheChild() {
        var child: Market? = market.child()
        weak let released = child
        let single = child?.single()
        child = nil
        #expect(released == nil)
        #expect(market.single() === single)
    }

    // MARK: - What a singleton sees

    @Test func aSingletonDoesNotSeeTheSharedChild() {
        withChildContainer(of: market) {
            $0.name.override { "mine" }
            _ = $0.cached()
        } operation: {
            let child = Market.shared
            // The closure names the shared container, which is a child, also if the root resolves.
            market.single.register { Item(Market.shared.name(), needs: [Market.shared.cached()]) }
            let single = market.single()
            #expect(single.name == "declared")
            #expect(single.needs[0] === market.cached())
            #expect(child.cached().name == "mine")
        }
    }

    #if DEBUG
        @Test func aDebugBuildTellsOnceThatASingletonUsesTheRootsValue() {
            let lines = Collection<String>()
            market.manager.logger = { lines.add($0) }
            for told in 0..<2 {
                let child = market.child()
                _ = child.signed()
                #expect(lines.values.count == told)
                child.signature.override { "mine" }
                market.signed.reset(.scope)
                #expect(child.signed() == "signed declared")
            }
            #expect(lines.values.count == 1)
            let line = lines.values.first ?? ""
            #expect(line.hasPrefix("Wiring: Market.signed<String> is a singleton, so it uses Market.signature<String>"))
            #expect(line.contains("Market.signed<String>  WiringTaskLocalTests/ChildSingletonTests.swift:"))
        }
    #endif

    @Test func wrappersInASingletonResolveFromTheRoot() {
        withChildContainer(of: market) {
            $0.name.override { "mine" }
        } operation: {
            let child = Market.shared
            child.manager.trace = false
            market.single.register { Item(Wrapped().name) }
            #expect(child.single().name == "declared")
            #expect(Wrapped().name == "mine")
        }
    }

    private struct Wrapped {
        @Injected(\Market.name) var name
    }

    @Test func aBoundWrapperInASingletonDoesNotCaptureAContainerThatYouBound() {
        let kept = Collection<Bound>()
        var child: Market? = market.child()
        child?.name.override { "mine" }
        market.single.register {
            kept.add(Bound())
            return Item("single")
        }
        if let child { Market.$shared.withValue(child) { _ = child.single() } }
        weak let released = child
        child = nil
        #expect(released == nil)
        #expect(kept.values[0].name == "declared")
    }

    @Test func aBoundWrapperInASingletonDoesNotCaptureTheChild() {
        let kept = Collection<Bound>()
        weak var child: Market?
        withChildContainer(of: market) {
            $0.name.override { "mine" }
            child = $0
        } operation: {
            market.single.register {
                kept.add(Bound())
                return Item("single")
            }
            _ = Market.shared.single()
            #expect(Bound().name == "mine")
        }
        #expect(child == nil)
        #expect(kept.values[0].name == "declared")
    }

    @Test func anInjectedContainerInASingletonIsTheRoot() {
        let kept = Collection<Market>()
        weak var child: Market?
        withChildContainer(of: market) {
            $0.name.override { "mine" }
            child = $0
        } operation: {
            market.single.register {
                kept.add(InjectedContainer(Market.self).wrappedValue)
                return Item("single")
            }
            _ = Market.shared.single()
            #expect(InjectedContainer(Market.self).wrappedValue === child)
        }
        #expect(child == nil)
        #expect(kept.values[0] === market)
    }

    private struct Bound {
        @BoundInjected(\Market.name) var name
    }

    @Test func aProviderOfASingletonIsTheRoots() {
        let kept = Collection<Provider<String>>()
        let child = market.child()
        child.name.override { "mine" }
        market.single.register { [market] in
            kept.add(market.child().provider(\.name))
            kept.add(child.provider(\.name))
            return Item("single")
        }
        _ = child.single()
        #expect(kept.values.last?() == "declared")
        #expect(child.provider(\.name)() == "mine")
    }

    @Test func aCollectionThatASingletonResolvesIsTheRoots() {
        let child = market.child()
        market.parts.contribute { "root" }
        child.parts.contribute { "child" }
        market.single.register { Item(child.parts().joined()) }
        #expect(child.single().name == "root")
    }

    @Test func aSingletonUsesTheContextOfTheRoot() {
        market.name.onArg("mock") { "argument" }
        Container.$shared.withValue(Container()) {
            withChildContainer { _ in
                FactoryContext.setArg("mock", forKey: "api")
            } operation: {
                #expect(market.name() == "argument")
                #expect(market.child().single().name == "declared")
                #expect(market.name() == "argument")
            }
        }
    }

    @Test func aSingletonUsesTheContextOfTheRootInAnOperationWithTheChild() {
        let child = Container.shared.child()
        withExistingContainer(child) { FactoryContext.setArg("child", forKey: "key") }
        Container.shared.argument.register { [unowned child] in
            withExistingContainer(child) { FactoryContext.current.runtimeArguments["key"] }
        }
        #expect(Container.shared.argument() == nil)
    }

    @Test func aSingletonUsesTheContextOfTheRootOfAnotherType() {
        withContainer(for: Market.self) { _ in
        } operation: {
            withChildContainer(of: Market.shared) { _ in
                FactoryContext.setArg("mock", forKey: "key")
            } operation: {
                #expect(Market.shared.mocked() == "declared")
                #expect(Market.shared.argument() == nil)
                #expect(FactoryContext.current.runtimeArguments == ["key": "mock"])
            }
            #expect(Market.shared.mocked() == "declared")
        }
    }

    @Test func aSingletonUsesTheContextOfAnOperationWithinAChild() {
        withChildContainer { _ in
        } operation: {
            withContainer(for: Market.self) { _ in
                FactoryContext.setArg("inner", forKey: "key")
            } operation: {
                #expect(Market.shared.argument() == "inner")
            }
        }
    }

    @Test func anOperationWithinASingletonHasItsOwnContext() {
        withChildContainer { _ in
        } operation: {
            #expect(Container.shared.argument() == "singleton")
        }
        #expect(FactoryContext.current.runtimeArguments.isEmpty)
    }

    @Test func aChildThatASingletonCreatesIsItsOwn() {
        let outer = market.child()
        outer.name.override { "outer" }
        market.single.register {
            let inner = outer.child()
            inner.cached.override { Item("inner \(inner.name())") }
            return Item(inner.name(), needs: [inner.cached()])
        }
        let single = outer.single()
        #expect(single.name == "declared")
        #expect(single.needs[0].name == "inner declared")
    }

    @Test func aSingletonWithinASingletonDoesNotSeeTheChildOfTheOuterOne() {
        let outer = market.child()
        market.single.register { [market] in
            let inner = market.child()
            inner.name.override { "inner" }
            // Built within the construction of this singleton, but not from its child.
            let custom = inner.customSingle()
            return Item(inner.name(), needs: [custom])
        }
        let single = outer.single()
        #expect(single.name == "inner")
        #expect(single.needs[0].name == "declared")
        #expect(outer.cached().name == "declared")
    }

    // MARK: - Replaced in a child

    @Test func aChildThatReplacesASingletonHasItsOwn() {
        let child = market.child()
        let grandchild = child.child()
        let single = market.single()
        _ = grandchild.single()
        child.single.override { Item("mine") }
        let own = child.single()
        #expect(own.name == "mine")
        #expect(child.single() === own)
        #expect(market.single() === single)
        #expect(market.child().single() === single)
        #expect(grandchild.single().name == "mine")
        #expect(grandchild.single() === grandchild.single())
        child.reset(options: .registration)
        #expect(child.single() === single)
        #expect(grandchild.single() === single)
    }

    @Test(arguments: [0, 1, 2])
    func everyReplacementOfASingletonInAChildIsItsOwn(_ kind: Int) {
        let child = market.child()
        let single = market.single()
        switch kind {
        case 0: child.single.register { Item("mine") }
        case 1: child.single.decorate { _ in Item("mine") }
        default: child.single.onTest { Item("mine") }
        }
        #expect(child.single().name == "mine")
        #expect(child.single() === child.single())
        #expect(market.single() === single)
        let custom = market.customSingle()
        child.customSingle.override { Item("mine") }
        #expect(child.customSingle().name == "mine")
        #expect(child.customSingle() === child.customSingle())
        #expect(market.customSingle() === custom)
    }

    @Test func aResetInAChildLeavesSingletonsAlone() {
        let child = market.child()
        let single = child.single()
        child.single.reset()
        child.reset()
        #expect(child.single() === single)
        #expect(market.single() === single)
    }

    @Test func aCopyOfAChildHasTheReplacementOfASingleton() {
        let child = market.child()
        let single = market.single()
        child.single.override { Item("mine") }
        child.customSingle.override { Item("mine") }
        let replacements = (child.single(), child.customSingle())
        withContainer(from: child) { _ in
        } operation: {
            let copied = (Market.shared.single(), Market.shared.customSingle())
            #expect((copied.0.name, copied.1.name) == ("mine", "mine"))
            // The child stores its own as if they were cached, and the copy has them in its singleton scopes.
            #expect(copied.0 !== replacements.0 && copied.1 !== replacements.1)
            #expect(Market.shared.single() === copied.0 && Market.shared.customSingle() === copied.1)
        }
        #expect(child.single() === replacements.0 && child.customSingle() === replacements.1)
        #expect(market.single() === single)
    }
}
