import Testing
import WiringTesting

extension Container {
    fileprivate var first: Factory<Int> { self { 1 } }
    fileprivate var second: Factory<Int> { self { 2 }.cached }
}

private let declarations = 5

@Suite(.withFailuresAlone) struct UnusedTests {
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

@Suite(.withFailuresAlone, .container(.strict), .override(.both)) struct UnusedSetTests {
    @Test func ofASetThatServesManyTestsNotAllMustBeUsed() {
        #expect(Container.shared.first() == 10)
    }

    @Test(.override(\.first) { 11 }) func oneThatStandsBesideItMust() {
        #expect(Container.shared.first() == 11)
    }
}

extension Container {
    fileprivate var shadowed: Factory<Int> { self { 1 }.onTest { 2 } }
}

@Suite(.withFailuresAlone) struct ShadowedTests {
    @Test(
        .expecting(
            "Container.shadowed<Int> was registered and never used in this strict test",
            "      declared at *",
            """
            `onTest` comes before it, and `container.shadowed.override { … }` before both. Leave it out, or say that it need \
            not be used, with the trait `.allow(\\.shadowed)`.
            """,
            at: #line + 1
        ),
        .container(.strict)
    ) func aRegistrationBehindOnTestIsNeverUsed() {
        Container.shared.shadowed.register { 3 }
        #expect(Container.shared.shadowed() == 2)
    }
}

/// A container that is shared around a test, as that of a program.
private struct Around10: TestTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let container = Container().with { $0.first.register { 10 } }
        try await Container.$shared.withValue(container) { try await function() }
    }
}

@Suite(.withFailuresAlone) struct InheritedRegistrationTests {
    @Test(
        .expecting(
            "Container.first<Int> is live: it was registered outside of this strict test, which does not replace it",
            "*",
            "*",
            at: #line + 1
        ),
        Around10(),
        .container([.strict, .inheriting])
    ) func whatATestInheritsIsLive() {
        #expect(Container.shared.first() == 10)
    }

    @Test(Around10(), .container([.strict, .inheriting])) func whatItReplacesIsNot() {
        Container.shared.first.register { 11 }
        #expect(Container.shared.first() == 11)
    }
}

/// What is inherited is not the test's own.
@Suite(.withFailuresAlone, .container { $0.first.register { 10 } }) struct UnusedInheritanceTests {
    @Test(.container(.strict)) func whatAnOuterTraitHasRegisteredMustBeUsedAsWell() {
        #expect(Container.shared.first() == 10)
    }
}

private final class RegisteringContainer: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = RegisteringContainer()
    let manager = ContainerManager()

    func autoRegister() {
        name.register { "registered" }
        promise.register { "kept" }
        overridden.override { "overridden" }
        prepared.onTest { "prepared" }
    }
}

extension RegisteringContainer {
    fileprivate var name: Factory<String> { self { "declared" } }
    fileprivate var other: Factory<String> { self { "declared" } }
    fileprivate var promise: Factory<String?> { promised() }
    fileprivate var overridden: Factory<String> { self { "declared" } }
    fileprivate var prepared: Factory<String> { self { "declared" } }
}

extension Trait where Self == ContainerTrait<RegisteringContainer> {
    fileprivate static var registering: Self { .init(shared: RegisteringContainer.$shared, container: .init()) }
}

@Suite(.withFailuresAlone) struct UnusedAutoRegistrationTests {
    @Test(.registering(.strict)) func whatAutoRegisterRegistersNeedNotBeUsed() {
        withKnownIssue { _ = RegisteringContainer.shared.other() }
    }

    @Test(
        .expecting(
            "RegisteringContainer.name<String> is live: `autoRegister()` registers it, and this strict test does not replace it",
            "*",
            "*",
            at: #line + 1
        ),
        .registering(.strict)
    ) func whatAutoRegisterRegistersIsLive() {
        #expect(RegisteringContainer.shared.name() == "registered")
    }

    @Test(.registering(.strict)) func soIsAPromiseThatItKeeps() {
        withKnownIssue { #expect(RegisteringContainer.shared.promise() == "kept") }
    }

    @Test(.registering(.strict)) func soIsWhatItOverrides() {
        withKnownIssue { #expect(RegisteringContainer.shared.overridden() == "overridden") }
    }

    @Test(.registering(.strict)) func aClosureForTestsThatItSetsIsNotLive() {
        #expect(RegisteringContainer.shared.prepared() == "prepared")
    }

    @Test(.registering(.strict)) func whatTheBodyRegistersIsNotLive() {
        RegisteringContainer.shared.name.register { "mock" }
        #expect(RegisteringContainer.shared.name() == "mock")
    }

    @Test(.registering(.strict) { $0.promise.register { "mock" } }) func whatATraitRegistersIsNotLive() {
        #expect(RegisteringContainer.shared.promise() == "mock")
    }

    @Test(.registering(.strict)) func whatAResetBringsBackIsLive() {
        RegisteringContainer.shared.name.register { "mock" }
        RegisteringContainer.shared.reset()
        withKnownIssue { #expect(RegisteringContainer.shared.name() == "registered") }
    }
}
