import Testing
import WiringTesting

// The suites of the examples share a name, so each is nested in its own type.

/// The example has no trait. Without one, its tests would interfere with each other.
@Suite(.container) struct FactoryExampleScoping {
    struct AppTests {
        @Test(arguments: Parameters.allCases) func testA(parameter: Parameters) {
            Container.shared.someService.register { MockService(parameter: parameter) }
            let service = Container.shared.someService()
            #expect(service.parameter == parameter)
        }

        @Test func testB() async throws {
            Container.shared.someService.register { ErrorService() }
            let service = Container.shared.someService()
            #expect(service.error == "Oops")
        }
    }
}

enum FactoryExampleTestTrait {
    struct AppTests {
        @Test(.container, arguments: Parameters.allCases) func testA(parameter: Parameters) {
            Container.shared.someService.register { MockService(parameter: parameter) }
            let service = Container.shared.someService()
            #expect(service.parameter == parameter)
        }

        @Test(.container) func testB() async throws {
            Container.shared.someService.register { ErrorService() }
            let service = Container.shared.someService()
            #expect(service.error == "Oops")
        }
    }
}

enum FactoryExampleSuiteTrait {
    @Suite(.container)
    struct AppTests {
        @Test(arguments: Parameters.allCases) func testA(parameter: Parameters) {
            Container.shared.someService.register { MockService(parameter: parameter) }
            let service = Container.shared.someService()
            #expect(service.parameter == parameter)
        }

        @Test func testB() async throws {
            Container.shared.someService.register { ErrorService() }
            let service = Container.shared.someService()
            #expect(service.error == "Oops")
        }
    }
}

struct FactoryExampleChildSuites {
    @Suite(.container)
    struct AppTests {
        @Test(arguments: Parameters.allCases) func testA(parameter: Parameters) {
            Container.shared.someService.register { MockService(parameter: parameter) }
            let service = Container.shared.someService()
            #expect(service.parameter == parameter)
        }

        @Suite
        struct AppChildTests {
            @Test func testB() async throws {
                Container.shared.someService.register { ErrorService() }
                let service = Container.shared.someService()
                #expect(service.error == "Oops")
            }
        }
    }

    @Test func traitIsRecursive() {
        #expect(ContainerTrait<Container>.container.isRecursive)
    }
}

extension Trait where Self == ContainerTrait<CustomContainer> {
    static var customContainer: ContainerTrait<CustomContainer> {
        .init(shared: CustomContainer.$shared, container: .init())
    }
}

@Suite(.customContainer) struct FactoryExampleCustomContainers {
    @Test(arguments: 0..<10) func eachCaseHasItsOwnContainer(_ number: Int) {
        #expect(CustomContainer.shared.service().name == "declared")
        CustomContainer.shared.service.register { Named("\(number)") }
        #expect(CustomContainer.shared.service().name == "\(number)")
    }

    @Test(.customContainer { $0.service.register { Named("test") } }) func traitAppliesTransform() {
        #expect(CustomContainer.shared.service().name == "test")
    }
}

enum FactoryExampleTransformingSugar {
    struct AppTests {
        @Test(
            .container {
                $0.someService.register { ErrorService() }
                $0.someOtherService.register { OtherErrorService() }
            }
        )
        func testB() {
            let service = Container.shared.someService()
            let otherService = Container.shared.someOtherService()
            #expect(service.error == "Oops")
            #expect(otherService.error == "OtherOops")
        }
    }
}

/// A trait whose closure is isolated to the main actor, as in the example's second variant.
extension Trait where Self == ContainerTrait<Container> {
    static func onMainActor(_ transform: @escaping @MainActor @Sendable (Container) -> Void) -> Self {
        .container { @MainActor in transform($0) }
    }
}

@MainActor private let implementation = IsolatedImplementation()

enum FactoryExampleIsolatedRegistrations {
    struct SomeSuite {
        @Test(
            .container { @MainActor in
                $0.isolatedDependency.register { implementation }
            }
        )
        @MainActor func foo() {
            #expect(Container.shared.isolatedDependency() === implementation)
        }

        @Test(.onMainActor { $0.isolatedDependency.register { implementation } })
        @MainActor func bar() {
            #expect(Container.shared.isolatedDependency() === implementation)
        }

        @Test(.container)
        @MainActor func withoutRegistration() {
            #expect(Container.shared.isolatedDependency() !== implementation)
        }
    }
}

enum FactoryExampleDontBeTooDry {
    struct Flaky: Sendable {
        let container = Container()
        let foo = Foo()

        @Test
        func example() async throws {
            Container.$shared.withValue(self.container) {
                Container.shared.fooBarBaz.register { self.foo }
                #expect(Container.shared.fooBarBaz() == foo)
            }
        }
    }

    struct Stable {
        @Test(
            .container {
                $0.fooBarBaz.register { Foo() }
            }
        )
        func example() async throws {
            #expect(Container.shared.fooBarBaz() == Foo())
        }
    }
}

enum FactoryExampleContainerInjection {
    final class Container: SharedContainer {
        @TaskLocal static var shared = Container()
        let manager = ContainerManager()
    }

    class ContentViewModel {
        let service2: MyServiceType
        init(container: Container) {
            service2 = container.service()
        }
    }

    @Suite struct AppTests {
        @Test(arguments: Parameters.allCases) func testA(parameter: Parameters) {
            let container = Container()
            container.someService.register { MockService(parameter: parameter) }
            let model = ContentViewModel(container: container)
            #expect(model.parameter == parameter)
        }

        @Test func testB() async throws {
            let container = Container()
            container.someService.register { ErrorService() }
            let model = ContentViewModel(container: container)
            #expect(model.error == "Oops")
        }
    }
}

extension FactoryExampleContainerInjection.Container {
    var service: Factory<MyServiceType> { self { self.someService() } }
    var someService: Factory<MyServiceType> { self { MyService() } }
}

extension FactoryExampleContainerInjection.ContentViewModel {
    var parameter: Parameters? { service2.parameter }
    var error: String? { service2.error }
}
