import Testing
import WiringTesting

extension Container {
    fileprivate var word: Factory<String> { self { "declared" } }
    fileprivate var name: ParameterFactory<Int, String> { self { "declared \($0)" } }
}

private final class Depot: SharedContainer {
    static let shared = Depot()
    let manager = ContainerManager()
    var word: Factory<String> { self { "depot" } }
}

private final class Plain: ManagedContainer {
    let manager = ContainerManager()
    var word: Factory<String> { self { "plain" } }
}

/// Names that code written for Factory uses.
@Suite(.container) struct FactoryNamesTests {
    @Test func withConfiguresAContainer() {
        let container = Plain().with { $0.word.register { "registered" } }
        #expect(container.word() == "registered")
        Container.shared.with { $0.word.register { "registered" } }
        #expect(Container.shared.word() == "registered")
    }

    @Test func withAcceptsAnIsolatedAsyncClosure() async {
        let container = await Container().with { @MainActor container async in
            container.word.register { "registered" }
        }
        #expect(container.word() == "registered")
    }

    @available(*, deprecated)
    @Test func resolveReturnsTheSharedContainersDependency() {
        #expect(resolve(\.word) == "declared")
        #expect(resolve(\Depot.word) == "depot")
    }

    @Test func resolvingAndRegisteringCanBePassedAsFunctions() {
        let container = Container()
        let register: (@escaping () -> String) -> Factory<String> = container.word.register
        let registerName: (@escaping (Int) -> String) -> ParameterFactory<Int, String> = container.name.register
        _ = register { "registered" }
        _ = registerName { "registered \($0)" }
        let resolved: () -> String = container.word.resolve
        #expect(resolved() == "registered")
        #expect([1, 2].map(container.name.resolve) == ["registered 1", "registered 2"])
    }

    @Test func closureTypeAliasesCanBeRegistered() {
        let word: VoidFactoryType<String> = { "registered" }
        let name: ParameterFactoryType<Int, String> = { "registered \($0)" }
        let container = Container()
        container.word.register(factory: word)
        container.name.register(factory: name)
        #expect(container.word() == "registered")
        #expect(container.name(1) == "registered 1")
    }
}
