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
    fileprivate static let customSingleton = Singleton()
}

extension Container {
    var customSingleton: Factory<any Service> { self { Named("declared") }.scope(.customSingleton) }
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

/// The container and singleton of the process, which no test with a trait sees. A detached task uses them.
private func processState() async -> (container: Container, singleton: any Service) {
    await Task.detached { (Container.shared, Container.shared.singleton()) }.value
}

@Suite(.container)
struct ContainerTraitTests {
    @Test func testHasItsOwnContainer() async {
        #expect(Container.shared !== (await processState().container))
        #expect(Container.shared.manager.isEmpty(.all))
    }

    @Test func testDoesNotShareExistingSingleton() async {
        let process = await processState().singleton
        let mine = Container.shared.singleton()
        #expect(mine !== process)
        #expect(Container.shared.singleton() === mine)
        #expect(Container().singleton() === mine)
    }

    @Test(arguments: 0..<20)
    func customSingletonScopeIsIsolated(_ number: Int) async {
        let process = await Task.detached { Container.shared.customSingleton() }.value
        let mine = Container.shared.customSingleton()
        #expect(mine !== process)
        #expect(mine.name == "declared")
        Container.shared.customSingleton.register { Named("\(number)") }
        #expect(Container.shared.customSingleton().name == "\(number)")
        Scope.customSingleton.reset()
        Container.shared.customSingleton.reset()
        #expect(Container.shared.customSingleton().name == "declared")
        #expect(await Task.detached { Container.shared.customSingleton() }.value === process)
    }

    @Test(arguments: 0..<100)
    func parallelCasesAreIsolated(_ number: Int) async {
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

    @Test func contextIsIsolated() {
        #expect(FactoryContext.current == FactoryContext())
        #expect(Container.shared.byArgument().name == "declared")
        FactoryContext.setArg("mock", forKey: "key")
        #expect(Container.shared.byArgument().name == "argument")
        #expect(Container().byArgument().name == "argument")
        let within = Container.$shared.withValue(Container()) { Container.shared.byArgument().name }
        #expect(within == "declared")
    }

    @Test func childTasksInheritContainerDetachedTasksDoNot() async {
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

    @Suite struct NestedSuite {
        @Test func inheritsTrait() async {
            let process = await processState()
            #expect(Container.shared !== process.container)
            #expect(Container.shared.singleton() !== process.singleton)
        }
    }
}

@Suite(.container { $0.service.register { Named("suite") } })
struct NestedTraitTests {
    @Test func suiteTraitAppliesToTest() {
        #expect(Container.shared.repository() == ["suite", "declared"])
    }

    @Test(.container { $0.other.register { Named("test") } })
    func testTraitAddsToSuiteTrait() {
        #expect(Container.shared.repository() == ["suite", "test"])
    }

    @Test(.container { $0.service.register { Named("test") } })
    func testTraitAppliesAfterSuiteTrait() {
        #expect(Container.shared.repository() == ["test", "declared"])
    }

    // The suite's closure captures its container, which must be the one that the test changes.
    @Suite(.container { container in container.repository.register { [container.service().name] } })
    struct NestedSuite {
        @Test(.container { $0.service.register { Named("test") } })
        func closureOfOuterTraitUsesTestsContainer() {
            #expect(Container.shared.repository() == ["test"])
        }
    }

    @Test(ContainerTrait(shared: Container.$shared, container: .prepared()))
    func preparedContainerReceivesOuterChanges() {
        #expect(Container.shared.repository() == ["suite", "prepared"])
    }

    @Test(ContainerTrait(shared: Container.$shared, container: .prepared()), .container)
    func innerTraitKeepsPreparedContainer() {
        #expect(Container.shared.repository() == ["suite", "prepared"])
    }
}

@Suite struct InheritingTests {
    @Test(OuterState(), .container(.inheriting))
    func inheritingTestBeginsWithCurrentState() {
        #expect(Container.shared.service().name == "outer")
        #expect(Container.shared.cached() === OuterState.instance)
        #expect(Container.shared.singleton() === OuterState.instance)
        #expect(Container.shared.service() === Container.shared.service())
        #expect(Container.shared.byArgument().name == "argument")
    }

    @Test(OuterState(), .container(.inheriting) { $0.other.register { Named("test") } })
    func inheritingTestIsIndependentOfOuterState() {
        #expect(Container.shared.repository() == ["outer", "test"])
        Container.shared.service.register { Named("test") }
        Container.shared.cached.register { Named("test") }
        Container.shared.singleton.register { Named("test") }
        FactoryContext.removeArg(forKey: "key")
        #expect(Container.shared.service().name == "test")
        #expect(Container.shared.cached().name == "test")
        #expect(Container.shared.singleton().name == "test")
    }

    @Test(OuterState(), .container)
    func testWithoutOptionInheritsNothing() {
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

extension Trait where Self == ContainerTrait<Container> {
    /// A trait whose transform is isolated to the main actor.
    fileprivate static func onMainActor(_ transform: @escaping @MainActor @Sendable (Container) -> Void) -> Self {
        .container { @MainActor in transform($0) }
    }
}

@Suite struct TransformTests {
    @Test(.container { @MainActor in $0.model.register { MainModel("main") } })
    @MainActor func transformMayBeIsolated() {
        #expect(Container.shared.model().name == "main")
    }

    @Test(.onMainActor { $0.model.register { MainModel("main") } })
    @MainActor func traitMayRequireAnIsolatedTransform() {
        #expect(Container.shared.model().name == "main")
    }

    @Test(
        .container {
            await Task.yield()
            $0.service.register { Named("asynchronous") }
        }
    )
    func transformMaySuspend() {
        #expect(Container.shared.service().name == "asynchronous")
    }

    @Test(
        .container { $0.service.register { Named("first") } }.callAsFunction { $0.other.register { Named("second") } }
    )
    func transformsAddUp() {
        #expect(Container.shared.repository() == ["first", "second"])
    }

    @Test(.container { $0.singleton.register { Named("mock") } }, arguments: 0..<10)
    func transformRunsForEachCase(_ number: Int) {
        #expect(Container.shared.singleton().name == "mock")
        Container.shared.singleton.register { Named("\(number)") }
        #expect(Container.shared.singleton().name == "\(number)")
    }
}

@Suite struct CustomContainerTests {
    @Test(.custom { $0.service.register { Named("custom") } }, .container { $0.service.register { Named("mine") } })
    func testIsolatesSeveralContainerTypes() async {
        #expect(CustomContainer.shared.service().name == "custom")
        #expect(Container.shared.service().name == "mine")
        #expect(Container.shared !== (await processState().container))
    }

    @Test(.custom, arguments: 0..<20)
    func casesAreIsolated(_ number: Int) {
        #expect(CustomContainer.shared.service().name == "declared")
        CustomContainer.shared.service.register { Named("\(number)") }
        #expect(CustomContainer.shared.service().name == "\(number)")
    }

    @Test(.container, OuterState(), .custom { $0.service.register { Named("custom") } })
    func containerBoundByHandIsKept() {
        #expect(Container.shared.service().name == "outer")
        #expect(CustomContainer.shared.service().name == "custom")
    }

    @Test(.custom) func contextIsIsolated() async {
        CustomContainer.shared.service.onArg("argument") { Named("argument") }
        #expect(CustomContainer.shared.service().name == "declared")
        CustomContainer.shared.service.reset(.scope)
        FactoryContext.setArg("argument", forKey: "key")
        #expect(CustomContainer.shared.service().name == "argument")
        #expect(await Task.detached { FactoryContext.current.runtimeArguments["key"] }.value == nil)
    }
}
