import Testing
import WiringTesting

private final class ThirdContainer: SharedContainer {
    @TaskLocal static var shared = ThirdContainer()
    let manager = ContainerManager()
}

extension ThirdContainer {
    fileprivate var service: Factory<any Service> { self { Named("declared") }.singleton }
}

extension ThirdContainer: TaskLocalContainer {
    static var taskLocal: TaskLocal<ThirdContainer> { $shared }
}

@Suite(.container(for: Container.self, CustomContainer.self, ThirdContainer.self))
struct ContainersTraitTests {
    @Test(arguments: 0..<50)
    func eachContainerTypeIsIsolated(_ number: Int) async {
        #expect(Container.shared.service().name == "declared")
        #expect(CustomContainer.shared.service().name == "declared")
        #expect(ThirdContainer.shared.service().name == "declared")
        Container.shared.service.register { Named("\(number)") }
        CustomContainer.shared.service.register { Named("\(number)") }
        ThirdContainer.shared.service.register { Named("\(number)") }
        await Task.yield()
        #expect(Container.shared.service().name == "\(number)")
        #expect(CustomContainer.shared.service().name == "\(number)")
        #expect(ThirdContainer.shared.service().name == "\(number)")
        let process = await Task.detached { (Container.shared, CustomContainer.shared, ThirdContainer.shared) }.value
        #expect(process.0 !== Container.shared)
        #expect(process.1 !== CustomContainer.shared)
        #expect(process.2 !== ThirdContainer.shared)
    }

    @Test(
        .container(for: CustomContainer.self, ThirdContainer.self) { custom, third in
            await Task.yield()
            custom.service.register { Named("custom") }
            third.service.register { [name = custom.service().name] in Named("third of \(name)") }
        }
    )
    func oneClosureChangesAllContainers() {
        #expect(CustomContainer.shared.service().name == "custom")
        #expect(ThirdContainer.shared.service().name == "third of custom")
    }

    @Test(
        .container(for: CustomContainer.self, ThirdContainer.self) {
            (custom: CustomContainer, third: ThirdContainer) async throws(CancellationError) in
            await Task.yield()
            custom.service.register { Named("custom") }
            third.service.register { Named("third") }
        }
    )
    func closureMayStateATypeOfItsError() {
        #expect(CustomContainer.shared.service().name == "custom")
        #expect(ThirdContainer.shared.service().name == "third")
    }

    @Test(
        .container(for: Container.self) { @MainActor in $0.model.register { MainModel("main") } }
    )
    @MainActor func closureMayBeIsolated() {
        #expect(Container.shared.model().name == "main")
    }

    @Test(.container { $0.service.register { Named("test") } })
    func traitAddsUpWithContainerTrait() {
        #expect(Container.shared.service().name == "test")
        #expect(CustomContainer.shared.service().name == "declared")
    }
}

@Suite struct InheritingContainersTests {
    @Test(OuterState(), .container(.inheriting, for: Container.self, CustomContainer.self))
    func inheritingTestBeginsWithCurrentState() {
        #expect(Container.shared.service().name == "outer")
        #expect(Container.shared.cached() === OuterState.instance)
        #expect(Container.shared.singleton() === OuterState.instance)
        #expect(CustomContainer.shared.service().name == "outer")
        CustomContainer.shared.service.register { Named("test") }
    }

    @Test(OuterState(), .container(for: Container.self, CustomContainer.self))
    func testWithoutOptionInheritsNothing() {
        #expect(Container.shared.service().name == "declared")
        #expect(CustomContainer.shared.service().name == "declared")
    }
}
