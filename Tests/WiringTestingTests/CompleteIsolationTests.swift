import Testing
import WiringTesting

/// Changes everything about the current container, its scopes and its context.
private func changeEverything(_ name: String) {
    let container = Container.shared
    for factory in [
        container.cachedNamed, container.sharedNamed, container.singletonNamed, container.userCachedNamed,
        container.userSharedNamed, container.userSingletonNamed, container.unscopedNamed, container.decorated,
    ] {
        factory.override { Named(name) }
        _ = factory()
    }
    container.parameterNamed.register { Named("\(name) \($0)") }
    container.byArg.onArg(name) { Named(name) }
    container.byArg.timeToLive(10)
    FactoryContext.current.arguments.append(name)
    FactoryContext.setArg(name, forKey: "program")
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
    @Test(RunningProgram(), .container)
    func testSeesNothingOfProgram() throws {
        let program = try #require(RunningProgram.current)
        let container = Container.shared
        let instances = container.instances
        #expect(instances.map(\.name) == Array(repeating: "declared", count: 6) + ["declared 1"])
        #expect(zip(instances, program.instances).allSatisfy { $0 !== $1 })
        let graph = container.graphPair()
        #expect(graph[0] === graph[1])
        #expect(container.unscopedNamed().name == "declared")
        #expect(container.unscopedNamed() !== container.unscopedNamed())
        #expect(container.byArg().name == "declared")
        _ = container.decorated()
        #expect(FactoryContext.current == FactoryContext())
        #expect(container.manager.defaultScope == nil)
        #expect(!container.manager.trace)
        #expect(container.manager.circularDependencyTesting == Container().manager.circularDependencyTesting)
        #expect(container.manager.promiseTriggersError == Container().manager.promiseTriggersError)
        container.manager.promiseTriggersError = false
        #expect(container.promise() == nil)
        // Popping affects only the test's container.
        container.manager.pop()
        #expect(container.cachedNamed() === instances[0])
    }

    @Test(RunningProgram(), .container)
    func testChangesNothingInProgram() {
        changeEverything("test")
    }

    @Test(RunningProgram(), .container(.inheriting))
    func inheritingTestChangesNothingInProgram() throws {
        let program = try #require(RunningProgram.current)
        Container.shared.decorator(nil)
        Container.shared.decorated.decorator { _ in }
        Container.shared.manager.trace = false
        #expect(
            zip(Container.shared.instances + [Container.shared.unscopedNamed()], program.instances).allSatisfy {
                $0 === $1
            }
        )
        #expect(Container.shared.byArg().name == "argument")
        #expect(Container.shared.manager.defaultScope === Scope.cached)
        #expect(Container.shared.manager.promiseTriggersError != Container().manager.promiseTriggersError)
        changeEverything("test")
    }

    @Test(RunningProgram(), .override(\.decorated) { Named("override") })
    func overridingTestChangesNothingInProgram() {
        changeEverything("test")
    }

    @Test(RunningProgram(), .container(.inheriting), .override(\.decorated) { Named("override") })
    func inheritingTestThatOverridesChangesNothingInProgram() throws {
        let program = try #require(RunningProgram.current)
        Container.shared.decorator(nil)
        Container.shared.decorated.decorator { _ in }
        Container.shared.manager.trace = false
        #expect(zip(Container.shared.instances, program.instances).allSatisfy { $0 === $1 })
        changeEverything("test")
    }

    @Test(.container, arguments: 0..<300)
    func parallelCasesMayChangeEverything(_ number: Int) async {
        #expect(Container.shared.instances.map(\.name) == Array(repeating: "declared", count: 6) + ["declared 1"])
        for factory in [
            Container.shared.singletonNamed, Container.shared.userSingletonNamed, Container.shared.userCachedNamed,
        ] {
            factory.register { Named("\(number)") }
            #expect(factory().name == "\(number)")
        }
        let (singleton, own) = (Container.shared.singletonNamed(), Container.shared.userSingletonNamed())
        await Task.yield()
        #expect(Container.shared.singletonNamed() === singleton)
        #expect(Container.shared.userSingletonNamed() === own)
        changeEverything("\(number)")
        await Task.yield()
        #expect(FactoryContext.current.runtimeArguments == ["program": "\(number)"])
        #expect(Container.shared.singletonNamed().name == "declared")
    }

    // The new container has registrations, which clear singletons.
    @Test(RunningProgram(), ContainerTrait(shared: Container.$shared, container: .prepared()))
    func creatingContainerChangesNothingInProgram() {
        #expect(Container.shared.singletonNamed().name == "prepared")
    }

    @Test(RunningProgram(), ContainerTrait(shared: Container.$shared, container: .prepared())(.inheriting))
    func creatingInheritingContainerChangesNothingInProgram() {
        Container.shared.decorator(nil)
        Container.shared.manager.trace = false
        #expect(Container.shared !== RunningProgram.current?.container)
    }
}

extension Container {
    fileprivate static func prepared() -> Container {
        let container = Container()
        container.singletonNamed.register { Named("prepared") }
        container.userSingletonNamed.register { Named("prepared") }
        return container
    }
}

extension Trait where Self == ContainerTrait<Container> {
    /// Records that it was applied.
    fileprivate static func recording(_ name: String) -> Self {
        .container { container in
            let noted = container.cachedNamed().name
            container.cachedNamed.register { Named("\(noted) \(name)") }
            FactoryContext.setArg("\(FactoryContext.current.runtimeArguments["noted"] ?? "") \(name)", forKey: "noted")
        }
    }
}

@Suite(.recording("suite"), .custom { _ in FactoryContext.setArg("custom", forKey: "custom") })
struct OrderOfTraitsTests {
    @Suite(.recording("child"))
    struct Child {
        @Test(.recording("test"), .recording("test again"))
        func traitsApplyFromOutermostInwards() {
            #expect(Container.shared.cachedNamed().name == "declared suite child test test again")
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
    func traitsOfOneTestShareOneContext() {
        #expect(FactoryContext.current.runtimeArguments == ["custom": "mock"])
        #expect(Container.shared.byArgument().name == "argument")
    }
}
