import Testing
import WiringTestSupport
import WiringTesting

private final class Local: SharedContainer {
    @TaskLocal static var shared = Local()
    let manager = ContainerManager()
}

private final class Plain: ManagedContainer {
    let manager = ContainerManager()
}

/// A container that has the manager of another.
private final class Front: ManagedContainer {
    private let back: Plain
    var manager: ContainerManager { back.manager }

    init(_ back: Plain) { self.back = back }
}

/// A container that makes a manager at each access.
private final class Forgetful {}
extension Forgetful: ManagedContainer {
    var manager: ContainerManager { ContainerManager() }
}

@MainActor private final class Model {}

extension Container {
    fileprivate var service: Factory<any Service> { self { LiveService() } }
    fileprivate var single: Factory<LiveService> { self { LiveService() }.singleton }
    @MainActor fileprivate var model: Factory<Model> { self { Model() } }
}

extension Local {
    var service: Factory<any Service> { self { LiveService() } }
    var fromContainer: Factory<any Service> { self { Container.shared.service() } }
}

extension Plain {
    var service: Factory<any Service> { self { LiveService() } }
    var cached: Factory<any Service> { self { LiveService() }.cached }
}

extension Front {
    var cached: Factory<any Service> { self { LiveService() }.cached }
    var parameter: ParameterFactory<Int, any Service> { self { _ in LiveService() }.scopeOnParameters.cached }
}

extension Forgetful {
    var service: Factory<any Service> { self { LiveService() } }
}

@Suite(.container) struct SharedContainerTests {
    #if DEBUG
        @Test func aContainerThatMakesAManagerAtEachAccessStopsTheProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Forgetful().service
            }
            expectStandardError(
                of: result,
                contains: "Forgetful has another manager at each access",
                "`let manager = ContainerManager()`"
            )
        }
    #endif

    /// The container that is used later may have a manager of its own.
    @Test func theMessageBlamesNeitherOfTwoContainersWithOneManager() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plain = Plain()
            _ = Front(plain).cached()
            _ = plain.cached()
        }
        expectStandardError(
            of: result,
            contains: "Plain and another container have the same manager",
            "whose `manager` is computed"
        )
    }

    @Test(arguments: [true, false]) func aContainerWithTheManagerOfAnotherStopsTheProgram(_ hasParameter: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [hasParameter] in
            let plain = Plain()
            _ = plain.service().self
            plain.service.register { MockService() }
            _ = plain.service()
            let front = Front(plain)
            _ = hasParameter ? front.parameter(1) : front.cached()
        }
        expectStandardError(
            of: result,
            contains: "Front and another container have the same manager",
            "`let manager = ContainerManager()`"
        )
    }

    @Test func callingAContainerConfiguresIt() {
        func change() {
            Container.shared {
                $0.service.register { MockService() }
            }
        }
        change()
        #expect(Container.shared.service() is MockService)
    }

    @Test func aNewContainerCanBeConfiguredInOneExpression() {
        func make() -> Local { Local() { $0.service.register { MockService() } } }
        #expect(make().service() is MockService)
    }

    @Test func anIsolatedAsyncClosureConfiguresAContainer() async {
        let model = Model()
        await Container.shared { @MainActor in
            await Task.yield()
            $0.service.register { MockService() }
            $0.model.register { model }
        }
        #expect(Container.shared.service() is MockService)
        #expect(await Container.shared.model.resolveOnMainActor() === model)
    }

    @Test func aManagedContainerNeedsNoSharedInstance() {
        let plain = Plain()
        plain.service.register { MockService() }
        #expect(plain.service() is MockService)
    }

    @Test func childTasksInheritTheContainerButDetachedTasksDoNot() async {
        let local = Local()
        await Local.$shared.withValue(local) {
            async let child = Local.shared
            #expect(await child === local)
            #expect(await Task { Local.shared }.value === local)
            #expect(await Task.detached { Local.shared }.value !== local)
        }
    }

    @Test func aContainerCanForwardToADependencyOfTheSameName() {
        let local = Local()
        local.service.register { local.fromContainer() }
        Container.shared.service.register { MockService() }
        #expect(local.service() is MockService)
    }

    @Test func settingsHaveTheirDefaults() {
        let manager = Local().manager
        #expect(manager.defaultScope == nil)
        #expect(!manager.trace)
        #expect(manager.isEmpty(.all))
        #if DEBUG
            #expect(manager.promiseTriggersError)
            #expect(manager.circularDependencyTesting)
        #else
            #expect(!manager.promiseTriggersError)
            #expect(!manager.circularDependencyTesting)
        #endif
    }

    @Test func eachContainerHasItsOwnSettings() {
        let (one, other) = (Local(), Local())
        one.manager.defaultScope = .cached
        one.manager.trace = true
        one.manager.promiseTriggersError.toggle()
        one.manager.circularDependencyTesting.toggle()
        #expect(other.manager.defaultScope == nil)
        #expect(!other.manager.trace)
        #expect(other.manager.promiseTriggersError != one.manager.promiseTriggersError)
        #expect(other.manager.circularDependencyTesting != one.manager.circularDependencyTesting)
    }

    @Test func resettingAllClearsTheContainerItsSingletonsAndRuntimeArguments() {
        let single = Container.shared.single()
        Container.shared.service.register { MockService() }
        FactoryContext.setArg("mock", forKey: "mode")
        Container.resetAll()
        #expect(Container.shared.service() is LiveService)
        #expect(Container.shared.single() !== single)
        #expect(FactoryContext.current.runtimeArguments.isEmpty)
    }

    @Test func resettingAllOfOneTypeKeepsTheRegistrationsOfAnother() {
        Local.$shared.withValue(Local()) {
            Local.shared.service.register { MockService() }
            Container.resetAll()
            #expect(Local.shared.service() is MockService)
            Local.resetAll()
            #expect(Local.shared.service() is LiveService)
        }
    }
}
