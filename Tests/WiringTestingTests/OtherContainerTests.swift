import Testing
import WiringFixtures
import WiringTesting

/// A container that is shared by other means than a task-local.
private final class Vault: ManagedContainer, Sendable {
    static let only = Vault()
    let manager = ContainerManager()

    var key: Factory<Int> { self { 1 } }
}

@globalActor private actor LedgerActor { static let shared = LedgerActor() }

extension CustomContainer {
    @MainActor fileprivate var screen: Factory<Int> { self { 1 } }
    @LedgerActor fileprivate var ledger: Factory<Int> { self { 1 } }
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

    @Test(.container, .override(onMainActor: { $0.custom.screen }) { 2 })
    @MainActor func overrideOnMainActorIsolatesTheOtherContainer() async {
        #expect(CustomContainer.shared.screen() == 2)
        #expect(await Task.detached { @MainActor in CustomContainer.shared.screen() }.value == 1)
    }

    @Test(.container, .override(onActor: { @LedgerActor in $0.custom.ledger }) { @LedgerActor in 2 })
    @LedgerActor func overrideOnActorIsolatesTheOtherContainer() async {
        #expect(CustomContainer.shared.ledger() == 2)
        #expect(await Task.detached { @LedgerActor in CustomContainer.shared.ledger() }.value == 1)
    }

    @Test(
        .expecting("Wiring: Vault.key<Int> belongs to a Vault that is not this test's, and *", "…", at: #line),
        .container,
        .override(\.vault.key) { 2 }
    )
    func containerThatCannotBeIsolatedIsNotChanged() { Issue.record("the test has run") }

    @Test(
        .expecting(
            "Wiring: a part of Container.name<Int> cannot be changed, so the test did not run",
            "      declared at *",
            "It is resolved from the dependency each time. Change the dependency: `.override(\\Container.name) { … }`.",
            at: #line
        ),
        .container,
        .override(\.name[\.count]) { 9 }
    )
    func partThatCannotBeChangedFailsTheTest() { Issue.record("the test has run") }

    @Test func containerThatCannotBeIsolatedIsAsBefore() { #expect(Vault.only.key() == 1) }
}
