import Testing
import WiringTesting

extension Scope {
    fileprivate static let session = Singleton()
}

extension Container {
    fileprivate var single: Factory<Product> { self { Product("live") }.singleton }
    fileprivate var session: Factory<Product> { self { Product("live") }.scope(.session) }
    fileprivate var both: Factory<[Product]> { self { [self.single(), self.session()] } }
    fileprivate var byArgument: Factory<String> { self { "declared" }.onArg("mock") { "argument" }.unique }
    fileprivate var byDefault: Factory<Product> { self { Product("live") } }

    /// The names of what is kept by singleton scopes, each found twice.
    fileprivate var names: [String] { (both() + both()).map(\.name) }
}

/// A container that was made for an isolation resolves with its singletons and its context, wherever it is used.
@Suite(.container) struct OwnSingletonsTests {
    private static let mocks = ["mock", "mock", "mock", "mock"]
    private static let live = ["live", "live", "live", "live"]

    /// A child that somebody has in hand after the operation.
    private func child(_ operation: @Sendable (Container) -> Void = { _ in }) -> Container {
        withContainer {
            $0.single.override { Product("mock") }
            $0.session.override { Product("mock") }
        } operation: {
            operation(Container.shared)
            return Container.shared
        }
    }

    @Test func whatAChildBuildsLaterIsItsOwn() {
        let child = child()
        #expect(child.names == Self.mocks)
        #expect(Container.shared.names == Self.live)
        #expect(child.names == Self.mocks)
    }

    @Test func whatWasBuiltOutsideIsNotTheChilds() {
        let child = child()
        #expect(Container.shared.names == Self.live)
        #expect(child.names == Self.mocks)
        #expect(Container.shared.names == Self.live)
    }

    @Test func whatAChildHasBuiltWithinItFindsLater() {
        let built = Collection<Product>()
        let child = child { for product in $0.both() { built.add(product) } }
        let (single, session) = (child.single(), child.session())
        #expect([single, session].map(ObjectIdentifier.init) == built.values.map(ObjectIdentifier.init))
    }

    @Test func aChangeOfAChildClearsItsOwn() {
        let outer = Container.shared.both()
        let child = child { _ = $0.both() }
        child.single.register { Product("registered") }
        child.single.reset()
        child.session.reset()
        #expect(child.names == Self.live)
        #expect(child.single() !== outer[0])
        #expect(Container.shared.single() === outer[0])
        #expect(Container.shared.session() === outer[1])
    }

    @Test func withinAnotherChildItIsStillTheFirsts() {
        let first = child()
        withContainer {
            $0.single.override { Product("second") }
        } operation: {
            #expect(first.names == Self.mocks)
            #expect(Container.shared.single().name == "second")
        }
    }

    @Test func aDefaultScopeThatAChildHandsOutIsItsOwn() {
        let outer = Container.shared.session()
        let child = child { $0.manager.defaultScope = .session }
        let product = child.byDefault()
        withContainer { _ in
        } operation: {
            #expect(child.byDefault() === product)
            (child.manager.defaultScope as? Scope.Singleton)?.reset()
            #expect(child.byDefault() !== product)
        }
        #expect(Container.shared.session() === outer)
    }

    @Test func aDefaultScopeMayBeTheSingletons() {
        let child = child { $0.manager.defaultScope = .singleton }
        child.byDefault.override { Product("mock") }
        #expect(child.byDefault().name == "mock")
        Container.shared.manager.defaultScope = .singleton
        #expect(Container.shared.byDefault().name == "live")
        #expect(child.byDefault().name == "mock")
    }

    @Test func itsContextIsItsOwn() {
        let child = child { _ in FactoryContext.setArg("mock", forKey: "key") }
        #expect(child.byArgument() == "argument")
        #expect(Container.shared.byArgument() == "declared")
        FactoryContext.setArg("mock", forKey: "key")
        let other = withContainer { _ in
            FactoryContext.removeArg(forKey: "key")
        } operation: {
            Container.shared
        }
        #expect(other.byArgument() == "declared")
        #expect(Container.shared.byArgument() == "argument")
    }

    @Test func aTestsContainerHasTheTestsOnAnyThread() async {
        let container = Container.shared
        container.both.register { [Product("test"), Product("test")] }
        container.single.override { Product("test") }
        FactoryContext.setArg("mock", forKey: "key")
        let (single, argument) = await Task.detached { (container.single(), container.byArgument()) }.value
        #expect(single === container.single())
        #expect(argument == "argument")
    }

    @Test func singletonsThatAreBoundWithinComeFirst() {
        let single = Container.shared.single()
        Scope.$singleton.withValue(Scope.Singleton()) {
            #expect(Container.shared.single() !== single)
            #expect(Container.shared.single() === Container.shared.single())
        }
        #expect(Container.shared.single() === single)
    }

    @Test func aContainerOfOnesOwnHasTheTasks() {
        let container = Container()
        let single = container.single()
        #expect(container.single() === Container.shared.single())
        withContainer {
            $0.single.reset(.scope)
        } operation: {
            #expect(container.single() !== single)
        }
        #expect(container.single() === single)
    }

    @Test func aChildThatIsLetGoLeavesNothing() {
        weak var dropped: Container?
        do {
            let child = child { _ = $0.both() }
            dropped = child
            #expect(child.names == Self.mocks)
        }
        #expect(dropped == nil)
    }
}
