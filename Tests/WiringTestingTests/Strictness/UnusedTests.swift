import Testing
import WiringTesting

extension Container {
    fileprivate var first: Factory<Int> { self { 1 } }
    fileprivate var second: Factory<Int> { self { 2 }.cached }
}

private let declarations = 5

@Suite struct UnusedTests {
    @Test(
        .expecting(
            "Container.first<Int> was overridden and never resolved in this strict test",
            "      declared at WiringTestingTests/UnusedTests.swift:\(declarations)",
            "Leave it out, or say that it need not be used, with the trait `.allow(\\.first)`.",
            at: #line
        ),
        .container(.strict),
        .override(\.first) { 0 }
    ) func anOverrideThatWasNeverUsedFailsAtItsLine() {}

    @Test(
        .expecting(
            "Container.second<Int> was registered and never resolved in this strict test",
            "*",
            "*",
            at: #line + 1
        ),
        .container(.strict)
    ) func aRegistrationThatWasNeverUsedFailsAtItsLine() {
        Container.shared.second.register { 0 }
    }

    @Test(.container(.strict), .override(\.first) { 0 }, .allow(\.first))
    func whatIsAllowedNeedNotBeUsed() {}

    @Test(.container(.strict), .override(\.second) { 0 }) func anInstanceThatIsKeptIsAUseOfTheClosureThatMadeIt() {
        #expect(Container.shared.second() + Container.shared.second() == 0)
    }

    @Test(.container(.strict), .override(\.first) { 0 }) func aChildsUseIsAUse() {
        withContainer { _ in
        } operation: {
            #expect(Container.shared.first() == 0)
        }
    }

    @Test(
        .expecting(
            "Container.first<Int> was registered and never used in this strict test",
            "      declared at *",
            "An override at WiringTestingTests/UnusedTests.swift:*",
            at: #line + 1
        ),
        .container(.strict),
        .override(.both)
    ) func aRegistrationBehindAnOverrideIsNeverUsed() {
        Container.shared.first.register { 12 }
        #expect(Container.shared.first() == 10)
    }

    @Test(.container, .override(\.first) { 0 }) func withoutStrictnessItNeedNotBeUsed() {}

    @Test(
        .expecting("Container.first<Int> was overridden and never *", "*", "*", at: #line + 2),
        .container(.strict)
    ) func ofTwoTheOneThatStandsAtTheEndMustHaveBeenUsed() {
        Container.shared.first.override { 0 }
        Container.shared.first.override { 1 }
    }

    @Test(
        .expecting("Container.second<Int> was overridden and never *", "*", "*", at: #line + 2),
        .container(.strict)
    ) func ofOnesThatStandAtOneLineEachMustHaveBeenUsed() {
        for factory in [Container.shared.first, Container.shared.second] {
            factory.override { 0 }
        }
        _ = Container.shared.first()
    }
}

extension Overrides {
    fileprivate static let both = Overrides {
        $0.first.override { 10 }
        $0.second.override { 20 }
    }
}

@Suite(.container(.strict), .override(.both)) struct UnusedSetTests {
    @Test func ofASetThatServesManyTestsNotAllMustBeUsed() {
        #expect(Container.shared.first() == 10)
    }

    @Test(.override(\.first) { 11 }) func oneThatStandsBesideItMust() {
        #expect(Container.shared.first() == 11)
    }
}

/// What is inherited is not the test's own.
@Suite(.container { $0.first.register { 10 } }) struct UnusedInheritanceTests {
    @Test(.container(.strict)) func whatAnOuterTraitHasRegisteredMustBeUsedAsWell() {
        #expect(Container.shared.first() == 10)
    }
}

private final class RegisteringContainer: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = RegisteringContainer()
    let manager = ContainerManager()

    func autoRegister() { name.register { "registered" } }
}

extension RegisteringContainer {
    fileprivate var name: Factory<String> { self { "declared" } }
    fileprivate var other: Factory<String> { self { "declared" } }
}

extension Trait where Self == ContainerTrait<RegisteringContainer> {
    fileprivate static var registering: Self { .init(shared: RegisteringContainer.$shared, container: .init()) }
}

@Suite struct UnusedAutoRegistrationTests {
    @Test(.registering(.strict)) func whatAutoRegisterRegistersNeedNotBeUsed() {
        withKnownIssue { _ = RegisteringContainer.shared.other() }
    }

    @Test(.registering(.strict)) func whatAutoRegisterRegistersIsNotLive() {
        #expect(RegisteringContainer.shared.name() == "registered")
    }
}
