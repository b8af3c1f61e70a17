import Testing
import WiringFixtures
import WiringTesting

/// A container that is shared by other means than a task-local.
private final class Vault: ManagedContainer, Sendable {
    static let only = Vault()
    let manager = ContainerManager()

    var key: Factory<Int> { self { 1 } }
}

extension Container {
    fileprivate var custom: CustomContainer { .shared }
    fileprivate var vault: Vault { .only }
    fileprivate var live: Factory<Int> { self { 1 } }
    fileprivate var name: Factory<String> { self { self.custom.service().name } }
}

/// Traits that name a dependency of another container, which a property of `Container` returns.
@Suite(.failuresOnly) struct OtherContainerTests {
    @Test(.container, .override(\.custom.service) { Named("mine") }) func overrideIsolatesTheOtherContainer() async {
        #expect(Container.shared.name() == "mine")
        #expect(await Task.detached { CustomContainer.shared.service().name }.value == "declared")
    }

    @Test(.override(\.custom.service, with: Named("mine"))) func valueIsolatesTheOtherContainer() async {
        #expect(CustomContainer.shared.service().name == "mine")
        #expect(await Task.detached { CustomContainer.shared.service().name }.value == "declared")
    }

    @Test(.modify(\.custom.service) { $0 = Named("\($0.name), modified") }, .container)
    func modificationIsolatesTheOtherContainer() async {
        #expect(CustomContainer.shared.service().name == "declared, modified")
        #expect(await Task.detached { CustomContainer.shared.service().name }.value == "declared")
    }

    @Test(OuterState(), .override(\.custom.service) { Named("mine") }) func outerContainerIsNotChanged() {
        #expect(CustomContainer.shared.service().name == "mine")
    }

    @Test(
        .expecting("Wiring: Vault.key<Int> belongs to a Vault that is not this test's, and *", "…", at: #line),
        .container,
        .override(\.vault.key) { 2 }
    )
    func containerThatCannotBeIsolatedIsNotChanged() { Issue.record("the test has run") }

    @Test func containerThatCannotBeIsolatedIsAsBefore() { #expect(Vault.only.key() == 1) }
}
