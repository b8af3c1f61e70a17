import Testing
import WiringTesting

protocol Service: AnyObject, Sendable { var name: String { get } }

final class Named: Service {
    let name: String
    init(_ name: String) { self.name = name }
}

@MainActor final class MainModel {
    let name: String
    init(_ name: String) { self.name = name }
}

extension Scope {
    fileprivate static let own = Singleton()
}

extension Container {
    var own: Factory<any Service> { self { Named("declared") }.scope(.own) }
    var service: Factory<any Service> { self { Named("declared") } }
    var other: Factory<any Service> { self { Named("declared") } }
    var repository: Factory<[String]> { self { [self.service().name, self.other().name] } }
    var singleton: Factory<any Service> { self { Named("declared") }.singleton }
    var cached: Factory<any Service> { self { Named("declared") }.cached }
    var byArgument: Factory<any Service> { self { Named("declared") }.onArg("mock") { Named("argument") } }
    @MainActor var model: Factory<MainModel> { self { MainModel("declared") } }
}

final class CustomContainer: SharedContainer {
    @TaskLocal static var shared = CustomContainer()
    let manager = ContainerManager()
}

extension CustomContainer {
    var service: Factory<any Service> { self { Named("declared") }.cached }
}

extension Trait where Self == ContainerTrait<CustomContainer> {
    static var custom: Self { .init(shared: CustomContainer.$shared, container: .init()) }
}

/// The process's own container and singleton, which no test within a trait may see. A detached task has no other.
private func ofTheProcess() async -> (container: Container, singleton: any Service) {
    await Task.detached { (Container.shared, Container.shared.singleton()) }.value
}

@Suite(.container)
struct ContainerTraitTests {
    @Test func aTestHasAContainerOfItsOwn() async {
        #expect(Container.shared !== (await ofTheProcess().container))
        #expect(Container.shared.manager.isEmpty(.all))
    }

    @Test func aTestSharesNoSingletonThatWasBuiltBefore() async {
        let process = await ofTheProcess().singleton
        let mine = Container.shared.singleton()
        #expect(mine !== process)
        #expect(Container.shared.singleton() === mine)
        #expect(Container().singleton() === mine)
    }

    @Test(arguments: 0..<20)
    func aSingletonScopeOfOnesOwnIsTheTestsOwn(_ number: Int) async {
        let process = await Task.detached { Container.shared.own() }.value
        let mine = Container.shared.own()
        #expect(mine !== process)
        #expect(mine.name == "declared")
        Container.shared.own.register { Named("\(number)") }
        #expect(Container.shared.own().name == "\(number)")
        Scope.own.reset()
        Container.shared.own.reset()
        #expect(Container.shared.own().name == "declared")
        #expect(await Task.detached { Container.shared.own() }.value === process)
    }

    @Test(arguments: 0..<100)
    func casesThatRunInParallelDoNotSeeEachOther(_ number: Int) async {
        #expect(Container.shared.cached().name == "declared")
        #expect(Container.shared.singleton().name == "declared")
        Container.shared.cached.register { Named("\(number)") }
        Container.shared.singleton.register { Named("\(number)") }
        FactoryContext.setArg("argument \(number)", forKey: "key")
        Container.shared.manager.defaultScope = number.isMultiple(of: 2) ? .cached : nil
        await Task.yield()
        #expect(Container.shared.cached().name == "\(number)")
        #expect(Container.shared.singleton().name == "\(number)")
        #expect(FactoryContext.current.runtimeArguments == ["key": "argument \(number)"])
        #expect((Container.shared.service() === Container.shared.service()) == number.isMultiple(of: 2))
    }

    @Test func contextsAreTheTestsOwn() {
        #expect(FactoryContext.current == FactoryContext())
        #expect(Container.shared.byArgument().name == "declared")
        FactoryContext.setArg("mock", forKey: "key")
        #expect(Container.shared.byArgument().name == "argument")
        #expect(Container().byArgument().name == "argument")
        let within = Container.$shared.withValue(Container()) { Container.shared.byArgument().name }
        #expect(within == "declared")
    }

    @Test func childTasksInheritTheContainerDetachedOnesDoNot() async {
        Container.shared.service.register { Named("test") }
        let container = ObjectIdentifier(Container.shared)
        async let child = Container.shared.service().name
        #expect(await child == "test")
        let group = await withTaskGroup(of: String.self) { group in
            group.addTask { Container.shared.service().name }
            return await group.next()
        }
        #expect(group == "test")
        #expect(await Task { Container.shared.service().name }.value == "test")
        #expect(await Task.detached { ObjectIdentifier(Container.shared) }.value != container)
    }

    @Suite struct SuitesWithin {
        @Test func inheritTheTrait() async {
            let process = await ofTheProcess()
            #expect(Container.shared !== process.container)
            #expect(Container.shared.singleton() !== process.singleton)
        }
    }
}

@Suite(.container { $0.service.register { Named("suite") } })
struct NestedTraitTests {
    @Test func theSuitesChangesHold() {
        #expect(Container.shared.repository() == ["suite", "declared"])
    }

    @Test(.container { $0.other.register { Named("test") } })
    func aTestsTraitAddsToTheSuites() {
        #expect(Container.shared.repository() == ["suite", "test"])
    }

    @Test(.container { $0.service.register { Named("test") } })
    func aTestsTraitComesAfterTheSuites() {
        #expect(Container.shared.repository() == ["test", "declared"])
    }

    // The suite's closure keeps the container that it is given: that must be the one the test changes.
    @Suite(.container { container in container.repository.register { [container.service().name] } })
    struct Within {
        @Test(.container { $0.service.register { Named("test") } })
        func closuresOfOuterTraitsUseTheTestsContainer() {
            #expect(Container.shared.repository() == ["test"])
        }
    }

    @Test(ContainerTrait(shared: Container.$shared, container: .prepared()))
    func aPreparedContainerGetsTheOuterChanges() {
        #expect(Container.shared.repository() == ["suite", "prepared"])
    }

    @Test(ContainerTrait(shared: Container.$shared, container: .prepared()), .container)
    func aFurtherTraitKeepsAPreparedContainer() {
        #expect(Container.shared.repository() == ["suite", "prepared"])
    }
}

@Suite struct InheritingTests {
    @Test(Surroundings(), .container(.inheriting))
    func beginsWithWhatIsCurrent() {
        #expect(Container.shared.service().name == "surroundings")
        #expect(Container.shared.cached() === Surroundings.built)
        #expect(Container.shared.singleton() === Surroundings.built)
        #expect(Container.shared.service() === Container.shared.service())
        #expect(Container.shared.byArgument().name == "argument")
    }

    @Test(Surroundings(), .container(.inheriting) { $0.other.register { Named("test") } })
    func goesItsOwnWay() {
        #expect(Container.shared.repository() == ["surroundings", "test"])
        Container.shared.service.register { Named("test") }
        Container.shared.cached.register { Named("test") }
        Container.shared.singleton.register { Named("test") }
        FactoryContext.removeArg(forKey: "key")
        #expect(Container.shared.service().name == "test")
        #expect(Container.shared.cached().name == "test")
        #expect(Container.shared.singleton().name == "test")
    }

    @Test(Surroundings(), .container)
    func withoutTheOptionBeginsWithNothing() {
        #expect(Container.shared.service().name == "declared")
        #expect(Container.shared.cached().name == "declared")
        #expect(Container.shared.singleton().name == "declared")
        #expect(Container.shared.byArgument().name == "declared")
    }
}

extension Container {
    fileprivate static func prepared() -> Container {
        let container = Container()
        container.other.register { Named("prepared") }
        return container
    }
}

@Suite struct TransformTests {
    @Test(.container { @MainActor in $0.model.register { MainModel("main") } })
    @MainActor func mayBeIsolated() {
        #expect(Container.shared.model().name == "main")
    }

    @Test(
        .container {
            await Task.yield()
            $0.service.register { Named("asynchronous") }
        }
    )
    func maySuspend() {
        #expect(Container.shared.service().name == "asynchronous")
    }

    @Test(
        .container { $0.service.register { Named("first") } }.callAsFunction { $0.other.register { Named("second") } }
    )
    func addUp() {
        #expect(Container.shared.repository() == ["first", "second"])
    }

    @Test(.container { $0.singleton.register { Named("mock") } }, arguments: 0..<10)
    func runForEachCase(_ number: Int) {
        #expect(Container.shared.singleton().name == "mock")
        Container.shared.singleton.register { Named("\(number)") }
        #expect(Container.shared.singleton().name == "\(number)")
    }
}

@Suite struct CustomContainerTests {
    @Test(.custom { $0.service.register { Named("custom") } }, .container { $0.service.register { Named("mine") } })
    func severalTypesOnOneTest() async {
        #expect(CustomContainer.shared.service().name == "custom")
        #expect(Container.shared.service().name == "mine")
        #expect(Container.shared !== (await ofTheProcess().container))
    }

    @Test(.custom, arguments: 0..<20)
    func casesDoNotSeeEachOther(_ number: Int) {
        #expect(CustomContainer.shared.service().name == "declared")
        CustomContainer.shared.service.register { Named("\(number)") }
        #expect(CustomContainer.shared.service().name == "\(number)")
    }

    @Test(.container, Surroundings(), .custom { $0.service.register { Named("custom") } })
    func aContainerThatIsBoundByHandInBetweenStays() {
        #expect(Container.shared.service().name == "surroundings")
        #expect(CustomContainer.shared.service().name == "custom")
    }

    @Test(.custom) func contextsAreTheTestsOwn() async {
        CustomContainer.shared.service.onArg("argument") { Named("argument") }
        #expect(CustomContainer.shared.service().name == "declared")
        CustomContainer.shared.service.reset(.scope)
        FactoryContext.setArg("argument", forKey: "key")
        #expect(CustomContainer.shared.service().name == "argument")
        #expect(await Task.detached { FactoryContext.current.runtimeArguments["key"] }.value == nil)
    }
}
