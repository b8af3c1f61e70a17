import Testing
import WiringTestSupport
public import WiringTesting

extension Container: Resolving {}

private final class Registry: SharedContainer, Resolving {
    static let shared = Registry()
    let manager = ContainerManager()
}

private final class WithoutTypes: ManagedContainer {
    let manager = ContainerManager()
}

@Suite(.container) struct InjectedTypeTests {
    private struct Owner {
        @InjectedType var service: (any Service)?
        @InjectedType var missing: String?
    }

    private struct Other {
        @InjectedType var number: Int?

        init(_ container: any ManagedContainer) { _number = InjectedType(container) }
    }

    @Test func resolvesItsTypeWhenTheOwnerIsCreated() {
        Container.shared.register((any Service).self) { MockService() }
        let owner = Owner()
        #expect(owner.service is MockService)
        Container.shared.register((any Service).self) { LiveService() }
        #expect(owner.service is MockService)
    }

    @Test func isNilForATypeThatIsNotRegistered() {
        #expect(Owner().service == nil)
        #expect(Owner().missing == nil)
    }

    @Test func resolvesFromAGivenContainer() {
        let registry = Registry()
        registry.register(Int.self) { 42 }
        #expect(Other(registry).number == 42)
        #expect(Other(Registry()).number == nil)
    }

    @Test func isNilIfTheContainerIsNotResolving() {
        #expect(Other(WithoutTypes()).number == nil)
    }

    @Test func canBeSet() {
        var owner = Owner()
        let mock = MockService()
        owner.service = mock
        #expect(owner.service === mock)
    }
}
