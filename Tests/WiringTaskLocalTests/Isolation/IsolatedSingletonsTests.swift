import Testing
import WiringTestSupport
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

    /// The names of the singletons, each resolved twice.
    fileprivate var names: [String] { (both() + both()).map(\.name) }
}

/// A container whose initializer changes a singleton.
private final class Registering: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Registering()
    static var taskLocal: TaskLocal<Registering> { $shared }
    let manager = ContainerManager()

    init() {
        registered.register { Product("registered") }
        session.register { Product("registered") }
        _ = built()
    }
}

extension Registering {
    fileprivate var registered: Factory<Product> { self { Product("declared") }.singleton }
    fileprivate var session: Factory<Product> { self { Product("declared") }.scope(.session) }
    fileprivate var built: Factory<Product> { self { Product("declared") }.singleton }

    fileprivate var singletons: [Product] { [registered(), session(), built()] }
}

/// A container whose initializer registers and builds a singleton that nothing outside has built.
private final class Building: SharedContainer, TaskLocalContainer, @unchecked Sendable {
    @TaskLocal static var shared = Building(building: false)
    static var taskLocal: TaskLocal<Building> { $shared }
    let manager = ContainerManager()
    // SAFETY: Set in the initializer only.
    private(set) var first: Product?

    convenience init() { self.init(building: true) }

    private init(building: Bool) {
        guard building else { return }
        built.register { Product("registered") }
        first = built()
    }
}

extension Building {
    fileprivate var built: Factory<Product> { self { Product("declared") }.singleton }
}

/// A container created for an isolation uses that isolation's singletons and context wherever it is used.
@Suite(.container) struct IsolatedSingletonsTests {
    private static let mocks = ["mock", "mock", "mock", "mock"]
    private static let live = ["live", "live", "live", "live"]

    /// A copy that outlives its operation.
    private func child(_ operation: @Sendable (Container) -> Void = { _ in }) -> Container {
        withContainer {
            $0.single.override { Product("mock") }
            $0.session.override { Product("mock") }
        } operation: {
            operation(Container.shared)
            return Container.shared
        }
    }

    @Test func aCopyBuildsItsOwnSingletonsAfterItsOperation() {
        let child = child()
        #expect(child.names == Self.mocks)
        #expect(Container.shared.names == Self.live)
        #expect(child.names == Self.mocks)
    }

    @Test func aCopyDoesNotUseSingletonsBuiltOutside() {
        let child = child()
        #expect(Container.shared.names == Self.live)
        #expect(child.names == Self.mocks)
        #expect(Container.shared.names == Self.live)
    }

    @Test func aCopyFindsTheSingletonsThatItsOperationBuilt() {
        let built = Collection<Product>()
        let child = child { for product in $0.both() { built.add(product) } }
        let (single, session) = (child.single(), child.session())
        #expect([single, session].map(ObjectIdentifier.init) == built.values.map(ObjectIdentifier.init))
    }

    @Test func aChangeToACopyClearsOnlyItsOwnSingletons() {
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

    @Test func theInitializerOfACopyClearsNoSingletons() {
        let singletons = Registering.shared.singletons
        for _ in 1...2 {
            withContainer(for: Registering.self) { _ in
            } operation: {
                #expect(zip(Registering.shared.singletons, singletons).allSatisfy { $0 === $1 })
                withContainer(for: Container.self, Registering.self) { _, _ in
                } operation: {
                    #expect(zip(Registering.shared.singletons, singletons).allSatisfy { $0 === $1 })
                    Registering.shared.registered.register { Product("changed") }
                    #expect(Registering.shared.registered().name == "changed")
                }
            }
            #expect(zip(Registering.shared.singletons, singletons).allSatisfy { $0 === $1 })
        }
    }

    @Test(arguments: [false, true]) func aCopyKeepsWhatItsInitializerBuilt(_ isBuiltOutside: Bool) {
        if isBuiltOutside { _ = Building.shared.built() }
        withContainer(for: Building.self) { _ in
        } operation: {
            #expect(Building.shared.built() === Building.shared.first)
        }
    }

    @Test func aCopyUsesItsOwnSingletonsIfItsInitializerHasUsedThem() {
        let (copy, child) = withContainer(for: Registering.self) {
            $0.built.override { Product("mock") }
        } operation: {
            (Registering.shared, Registering.shared.child())
        }
        let built = copy.built()
        #expect(built.name == "mock")
        #expect(Registering.shared.built().name == "declared")
        for _ in 1...2 {
            #expect(copy.built() === built)
            #expect(child.built() === built)
        }
    }

    @Test func whatABoundClosureBindsHasTheContainersOfTheOperationAroundIt() {
        let container = Container()
        container.manager.disableAutoRegistration()
        let bound = Container.$shared.withValue(container) {
            container.bind { Container.shared.bind { Registering.shared } }
        }
        withContainer(for: Container.self, Registering.self) { _, _ in
        } operation: {
            let (inner, copy) = (bound(), Registering.shared)
            #expect(inner() === copy)
            #expect(Registering.$shared.withValue(Registering()) { inner() } === copy)
        }
    }

    @Test func aBoundClosureHasTheContextOfItsContainer() {
        let container = Container()
        container.manager.disableAutoRegistration()
        Container.$shared.withValue(container) {
            let bound = container.bind { FactoryContext.current.runtimeArguments }
            withContainer(for: Registering.self) { _ in
                FactoryContext.setArg("mock", forKey: "key")
            } operation: {
                #expect(FactoryContext.current.runtimeArguments == ["key": "mock"])
                #expect(bound().isEmpty)
            }
        }
    }

    @Test func aCopyUsesItsOwnSingletonsWithinAnotherCopy() {
        let first = child()
        withContainer {
            $0.single.override { Product("second") }
        } operation: {
            #expect(first.names == Self.mocks)
            #expect(Container.shared.single().name == "second")
        }
    }

    @Test func theDefaultScopeOfACopyBelongsToTheCopy() {
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

    @Test func aDefaultScopeOfSingletonUsesTheCopysSingletons() {
        let child = child { $0.manager.defaultScope = .singleton }
        child.byDefault.override { Product("mock") }
        #expect(child.byDefault().name == "mock")
        Container.shared.manager.defaultScope = .singleton
        #expect(Container.shared.byDefault().name == "live")
        #expect(child.byDefault().name == "mock")
    }

    @Test func aCopyUsesItsOwnContext() {
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

    @Test func aTestsContainerUsesTheTestsSingletonsOnAnyThread() async {
        let container = Container.shared
        container.both.register { [Product("test"), Product("test")] }
        container.single.override { Product("test") }
        FactoryContext.setArg("mock", forKey: "key")
        let (single, argument) = await Task.detached { (container.single(), container.byArgument()) }.value
        #expect(single === container.single())
        #expect(argument == "argument")
    }

    @Test func aSingletonScopeBoundWithinAnIsolationWins() {
        let single = Container.shared.single()
        Scope.$singleton.withValue(Scope.Singleton()) {
            #expect(Container.shared.single() !== single)
            #expect(Container.shared.single() === Container.shared.single())
        }
        #expect(Container.shared.single() === single)
    }

    @Test func aNewContainerUsesTheTasksSingletons() {
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

    @Test func aReleasedCopyIsDeallocated() {
        weak var dropped: Container?
        do {
            let child = child { _ = $0.both() }
            dropped = child
            #expect(child.names == Self.mocks)
        }
        #expect(dropped == nil)
    }
}
