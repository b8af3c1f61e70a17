import Testing
import WiringTesting

/// Changes all there is to change about the current container, its scopes and its context.
private func changeEverything(_ name: String) {
    let container = Container.shared
    for factory in [
        container.ofCached, container.ofShared, container.ofSingleton, container.ofUserCached, container.ofUserShared,
        container.ofUserSingleton, container.ofNoScope, container.decorated,
    ] {
        factory.override { Named(name) }
        _ = factory()
    }
    container.ofParameter.register { Named("\(name) \($0)") }
    container.byArg.onArg(name) { Named(name) }
    container.byArg.timeToLive(10)
    FactoryContext.current.arguments.append(name)
    FactoryContext.setArg(name, forKey: "world")
    container.decorated.decorator { _ in }
    container.decorator(nil)
    container.manager.defaultScope = .unique
    container.manager.logger = { _ in }
    container.manager.trace = false
    container.manager.circularDependencyTesting.toggle()
    container.manager.promiseTriggersError.toggle()
    Scope.singleton.reset()
    Scope.userSingleton.reset()
    container.manager.reset(scope: .userCached)
    container.reset()
}

@Suite(.serialized) struct CompleteIsolationTests {
    @Test(World(), .container)
    func nothingOfTheWorldIsInTheTest() throws {
        let world = try #require(World.current)
        let container = Container.shared
        let instances = container.instances
        #expect(instances.map(\.name) == Array(repeating: "declared", count: 6) + ["declared 1"])
        #expect(zip(instances, world.instances).allSatisfy { $0 !== $1 })
        let graph = container.twoOfGraph()
        #expect(graph[0] === graph[1])
        #expect(container.ofNoScope().name == "declared")
        #expect(container.ofNoScope() !== container.ofNoScope())
        #expect(container.byArg().name == "declared")
        _ = container.decorated()
        #expect(FactoryContext.current == FactoryContext())
        #expect(container.manager.defaultScope == nil)
        #expect(!container.manager.trace)
        #expect(container.manager.circularDependencyTesting == Container().manager.circularDependencyTesting)
        #expect(container.manager.promiseTriggersError == Container().manager.promiseTriggersError)
        container.manager.promiseTriggersError = false
        #expect(container.promise() == nil)
        // What has been popped is the test's alone.
        container.manager.pop()
        #expect(container.ofCached() === instances[0])
    }

    @Test(World(), .container)
    func nothingOfTheTestReachesTheWorld() {
        changeEverything("test")
    }

    @Test(World(), .container(.inheriting))
    func nothingOfAnInheritingTestReachesTheWorld() throws {
        let world = try #require(World.current)
        Container.shared.decorator(nil)
        Container.shared.decorated.decorator { _ in }
        Container.shared.manager.trace = false
        #expect(
            zip(Container.shared.instances + [Container.shared.ofNoScope()], world.instances).allSatisfy { $0 === $1 }
        )
        #expect(Container.shared.byArg().name == "argument")
        #expect(Container.shared.manager.defaultScope === Scope.cached)
        #expect(Container.shared.manager.promiseTriggersError != Container().manager.promiseTriggersError)
        changeEverything("test")
    }

    @Test(World(), .override(\.decorated) { Named("override") })
    func nothingOfAnOverridingTestReachesTheWorld() throws {
        let world = try #require(World.current)
        Container.shared.decorator(nil)
        Container.shared.decorated.decorator { _ in }
        Container.shared.manager.trace = false
        #expect(zip(Container.shared.instances, world.instances).allSatisfy { $0 === $1 })
        changeEverything("test")
    }

    @Test(.container, arguments: 0..<300)
    func casesChangeEverythingAtOnce(_ number: Int) async {
        #expect(Container.shared.instances.map(\.name) == Array(repeating: "declared", count: 6) + ["declared 1"])
        for factory in [Container.shared.ofSingleton, Container.shared.ofUserSingleton, Container.shared.ofUserCached] {
            factory.register { Named("\(number)") }
            #expect(factory().name == "\(number)")
        }
        let (singleton, own) = (Container.shared.ofSingleton(), Container.shared.ofUserSingleton())
        await Task.yield()
        #expect(Container.shared.ofSingleton() === singleton)
        #expect(Container.shared.ofUserSingleton() === own)
        changeEverything("\(number)")
        await Task.yield()
        #expect(FactoryContext.current.runtimeArguments == ["world": "\(number)"])
        #expect(Container.shared.ofSingleton().name == "declared")
    }

    // Made with something in it, by a closure that clears singletons.
    @Test(World(), ContainerTrait(shared: Container.$shared, container: .prepared()))
    func makingAContainerReachesNothing() {
        #expect(Container.shared.ofSingleton().name == "prepared")
    }

    @Test(World(), ContainerTrait(shared: Container.$shared, container: .prepared())(.inheriting))
    func makingAnInheritingContainerReachesNothing() {
        Container.shared.decorator(nil)
        Container.shared.manager.trace = false
        #expect(Container.shared !== World.current?.container)
    }
}

extension Container {
    fileprivate static func prepared() -> Container {
        let container = Container()
        container.ofSingleton.register { Named("prepared") }
        container.ofUserSingleton.register { Named("prepared") }
        return container
    }
}

extension Trait where Self == ContainerTrait<Container> {
    /// Takes note that it was applied.
    fileprivate static func noting(_ name: String) -> Self {
        .container { container in
            let noted = container.ofCached().name
            container.ofCached.register { Named("\(noted) \(name)") }
            FactoryContext.setArg("\(FactoryContext.current.runtimeArguments["noted"] ?? "") \(name)", forKey: "noted")
        }
    }
}

@Suite(.noting("suite"), .custom { _ in FactoryContext.setArg("custom", forKey: "custom") })
struct OrderOfTraitsTests {
    @Suite(.noting("child"))
    struct Child {
        @Test(.noting("test"), .noting("test again"))
        func fromTheOutermostInwards() {
            #expect(Container.shared.ofCached().name == "declared suite child test test again")
            #expect(
                FactoryContext.current.runtimeArguments
                    == ["noted": " suite child test test again", "custom": "custom"]
            )
        }
    }
}

@Suite(.custom { _ in FactoryContext.setArg("mock", forKey: "custom") })
struct ContextOfTraitsTests {
    @Test(.container)
    func isOneForTheTestWhateverTraitHasMadeItFirst() {
        #expect(FactoryContext.current.runtimeArguments == ["custom": "mock"])
        #expect(Container.shared.byArgument().name == "argument")
    }
}
