import Testing
import WiringAsync
import WiringFixtures
import WiringTesting

extension Container {
    fileprivate var first: Factory<Int> { self { 1 } }
    fileprivate var second: Factory<Int> { self { 2 }.cached }
}

private let declarations = 7

@Suite(.failuresOnly) struct UnusedTests {
    @Test(
        .expecting(
            "Wiring: Container.first<Int> has an override that was never used in this strict test",
            "      declared at WiringTestingTests/UnusedTests.swift:\(declarations)",
            """
            Remove it, or find out where the code under test resolved the dependency: from another container, or before the \
            override was set. If it need not be used, write `.allow(\\.first)`.
            """,
            at: #line
        ),
        .container(.strict),
        .override(\.first) { 0 }
    ) func unusedOverrideFailsAtItsLine() {}

    @Test(
        .expecting(
            "Wiring: Container.second<Int> has a registration that was never used in this strict test",
            "*",
            "*",
            at: #line + 1
        ),
        .container(.strict)
    ) func unusedRegistrationFailsAtItsLine() {
        Container.shared.second.register { 0 }
    }

    @Test(.container(.strict), .override(\.first) { 0 }, .allow(\.first))
    func allowedOverrideNeedNotBeUsed() {}

    @Test(
        .expecting(
            "Wiring: Container.first<Int> has a modification that was never used in this strict test",
            "      declared at *",
            "*",
            at: #line
        ),
        .container(.strict),
        .modify(\.first) { $0 += 1 }
    ) func unusedModificationFailsAtItsLine() {}

    @Test(.container(.strict), .override(\.first) { 0 }, .modify(\.first) { $0 += 1 })
    func modificationCountsAsUsedWithItsInstance() {
        #expect(Container.shared.first() == 1)
    }

    @Test(.container(.strict), .override(\.second) { 0 }) func cachedInstanceCountsAsUseOfItsClosure() {
        #expect(Container.shared.second() + Container.shared.second() == 0)
    }

    @Test(.container(.strict), .override(\.first) { 0 }) func useInCopiedContainerCounts() {
        withContainer { _ in
        } operation: {
            #expect(Container.shared.first() == 0)
        }
    }

    @Test(
        .expecting(
            "Wiring: Container.first<Int> has a registration that was never used in this strict test",
            "      declared at *",
            "An override at WiringTestingTests/UnusedTests.swift:*",
            at: #line + 1
        ),
        .container(.strict),
        .override(.both)
    ) func registrationHiddenByOverrideIsUnused() {
        Container.shared.first.register { 12 }
        #expect(Container.shared.first() == 10)
    }

    @Test(
        .expecting("Wiring: Container.first<Int> has an override that was never used *", "…", at: #line + 2),
        .container(.strict)
    ) func overrideThatFollowsTheResolutionIsUnused() {
        withKnownIssue { #expect(Container.shared.first() == 1) }
        Container.shared.first.override { 0 }
    }

    @Test(.container, .override(\.first) { 0 }) func overrideNeedNotBeUsedWithoutStrictness() {}

    @Test(.container(.strict)) func closureForContextNeedNotBeUsed() {
        Container.shared.first.onTest { 0 }
    }

    @Test(.container(.strict)) func overrideInChildNeedNotBeUsed() {
        Container.shared.child().first.override { 0 }
        withChildContainer {
            $0.first.override { 0 }
        } operation: {
        }
    }

    @Test(
        .expecting("Wiring: Container.first<Int> has an override that was never *", "*", "*", at: #line + 2),
        .container(.strict)
    ) func lastOfTwoOverridesMustBeUsed() {
        Container.shared.first.override { 0 }
        Container.shared.first.override { 1 }
    }

    @Test(
        .expecting("Wiring: Container.second<Int> has an override that was never *", "*", "*", at: #line + 2),
        .container(.strict)
    ) func eachOverrideSetAtSameLineMustBeUsed() {
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

@Suite(.failuresOnly, .container(.strict), .override(.both)) struct UnusedSetTests {
    @Test func overridesOfSharedSetNeedNotAllBeUsed() {
        #expect(Container.shared.first() == 10)
    }

    @Test(.override(\.first) { 11 }) func overrideBesideSharedSetMustBeUsed() {
        #expect(Container.shared.first() == 11)
    }
}

extension Container {
    fileprivate var hidden: Factory<Int> { self { 1 }.onTest { 2 } }
}

@Suite(.failuresOnly) struct HiddenRegistrationTests {
    @Test(
        .expecting(
            "Wiring: Container.hidden<Int> has a registration that was never used in this strict test",
            "      declared at *",
            """
            `onTest` takes precedence over it. Override the dependency instead: `container.hidden.override { … }`. If it need not be \
            used, write `.allow(\\.hidden)`.
            """,
            at: #line + 1
        ),
        .container(.strict)
    ) func registrationHiddenByOnTestIsUnused() {
        Container.shared.hidden.register { 3 }
        #expect(Container.shared.hidden() == 2)
    }

    @Test(
        .expecting(
            "Wiring: Container.first<Int> has a registration that was never used in this strict test",
            "      declared at *",
            "An override at WiringTestingTests/UnusedTests.swift:\(#line) takes precedence over it. *",
            at: #line
        ),
        .override(\.first) { 2 },
        .container(.strict) { $0.first.register { 3 } }
    ) func registrationHiddenByOverrideOfAnotherTraitIsUnused() {
        #expect(Container.shared.first() == 2)
    }

    @Test(
        .expectingWarning(
            "Wiring: Container.hidden<Int> has a registration that was never used in this test",
            "      declared at *",
            "`onTest` takes precedence over it. Override the dependency instead: `container.hidden.override { … }`.",
            at: #line + 1
        ),
        .container
    ) func registrationHiddenByOnTestIsAWarningWithoutStrictness() {
        Container.shared.hidden { 3 }
        #expect(Container.shared.hidden() == 2)
    }

    /// Whoever sets nothing by mistake is not warned.
    @Test(.failingOnWarnings, .container) func registrationThatAnOverrideReplacesIsNoWarningWithoutStrictness() {
        Container.shared.hidden { 3 }
        Container.shared.hidden.override { 4 }
        #expect(Container.shared.hidden() == 4)
    }

    @Test(.failingOnWarnings, .container) func registrationThatIsUsedIsNoWarning() {
        Container.shared.first { 3 }
        #expect((Container.shared.first(), Container.shared.hidden()) == (3, 2))
    }

    @Test(.failingOnWarnings, .container, .allow(\.hidden)) func allowedRegistrationIsNoWarning() {
        Container.shared.hidden { 3 }
        #expect(Container.shared.hidden() == 2)
    }
}

/// Registers `first` in a shared container outside of a test, as a program does.
private struct RegisteredOutside: TestTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let container = Container().with { $0.first.register { 10 } }
        try await Container.$shared.withValue(container) { try await function() }
    }
}

@Suite(.failuresOnly) struct InheritedRegistrationTests {
    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.first<Int>: it was registered outside of the test*",
            "*",
            "*",
            at: #line + 1
        ),
        RegisteredOutside(),
        .container([.strict, .inheriting])
    ) func inheritedRegistrationIsLive() {
        #expect(Container.shared.first() == 10)
    }

    @Test(RegisteredOutside(), .container([.strict, .inheriting])) func replacedInheritedRegistrationIsNotLive() {
        Container.shared.first.register { 11 }
        #expect(Container.shared.first() == 11)
    }
}

extension Container {
    fileprivate var kept: Factory<Int> { self { 1 }.cached }
    fileprivate var single: Factory<Int> { self { 1 }.singleton }
    fileprivate var prepared: Factory<Int> { self { 1 }.cached.onTest { 2 } }
    fileprivate var later: AsyncFactory<Int, Never> { self { 1 }.cached }
    fileprivate var chosen: Factory<Int> { self { 1 }.cached.onArg("mock-chosen") { 2 } }
    fileprivate var preparedOrChosen: Factory<Int> { self { 1 }.cached.onTest { 2 }.onArg("mock-chosen") { 3 } }
}

/// Builds instances in a shared container outside of a test, as a program does.
private struct BuiltOutside: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let container = Container()
        _ = (container.kept(), container.single(), container.prepared())
        _ = (container.chosen(), container.preparedOrChosen())
        try await Container.$shared.withValue(container) { try await function() }
    }
}

/// A closure for a context does not clear what a scope keeps.
@Suite(.failuresOnly, BuiltOutside(), .container([.strict, .inheriting])) struct InheritedInstanceTests {
    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.kept<Int>: it was built before `onTest` applied",
            "*",
            "If it is a collaborator, replace it: *",
            at: #line + 2
        )
    ) func inheritedInstanceIsLiveDespiteAnOnTestOfTheTest() {
        Container.shared.kept.onTest { 3 }
        #expect(Container.shared.kept() == 1)
    }

    @Test func inheritedSingletonIsLiveDespiteAnOnTestOfTheTest() {
        Container.shared.single.onTest { 3 }
        withKnownIssue { #expect(Container.shared.single() == 1) }
        withKnownIssue { #expect(Container.shared.child().single() == 1) }
    }

    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.chosen<Int>: it was built before `onArg(\"mock-chosen\")` applied",
            "*",
            "If it is a collaborator, replace it: *",
            at: #line + 2
        )
    ) func inheritedInstanceIsLiveDespiteAnArgumentOfTheTest() {
        FactoryContext.setArg("mock-chosen", forKey: "chosen")
        #expect(Container.shared.chosen() == 1)
    }

    @Test func inheritedInstanceIsLiveDespiteAnArgumentOfTheTestForAClosureFromOutside() {
        Container.shared.kept.onArg("mock-kept") { 3 }
        FactoryContext.setArg("mock-kept", forKey: "kept")
        withKnownIssue { #expect(Container.shared.kept() == 1) }
    }

    @Test func instanceThatAnArgumentOfTheTestMadeIsNotLive() {
        FactoryContext.setArg("mock-chosen", forKey: "chosen")
        Container.shared.chosen.reset(.scope)
        for _ in 0..<2 { #expect(Container.shared.chosen() == 2) }
        withTestContainer([.strict, .inheriting]) { #expect(Container.shared.chosen() == 2) }
    }

    @Test func instanceThatOnTestMadeBeforeTheTestSetAnArgumentIsNotLive() {
        FactoryContext.setArg("mock-chosen", forKey: "chosen")
        #expect(Container.shared.preparedOrChosen() == 2)
    }

    @Test func instanceThatOnTestMadeIsNotLive() {
        Container.shared.kept.onTest { 3 }
        Container.shared.kept.reset(.scope)
        for _ in 0..<2 { #expect(Container.shared.kept() == 3) }
        withContainer { _ in
        } operation: {
            #expect(Container.shared.kept() == 3)
        }
        withTestContainer(.inheriting) {
            Container.shared.kept.onTest { 4 }
            #expect(Container.shared.kept() == 3)
        }
    }

    @Test func instanceThatAReplacementOfTheTestMadeIsNotLive() {
        Container.shared.kept.register { 4 }
        #expect(Container.shared.kept() == 4)
        Container.shared.kept.onTest { 3 }
        #expect(Container.shared.kept() == 4)
    }

    @Test func instanceThatOnTestOfTheDeclarationMadeIsNotLive() {
        #expect(Container.shared.prepared() == 2)
    }

    @Test func instanceThatTasksWaitForIsNotLive() async {
        Container.shared.later.onTest { 3 }
        async let first = Container.shared.later()
        async let second = Container.shared.later()
        #expect(await first + second == 6)
    }

    @Test func overrideReplacesAnInheritedInstance() {
        Container.shared.kept.override { 3 }
        #expect(Container.shared.kept() == 3)
    }
}

/// An outer trait changes the test's own container. The test does not inherit the change.
@Suite(.failuresOnly, .container { $0.first.register { 10 } }) struct OuterTraitRegistrationTests {
    @Test(.container(.strict)) func registrationOfOuterTraitMustBeUsed() {
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

@Suite(.failuresOnly) struct StrictAutoRegistrationTests {
    @Test(.registering(.strict)) func autoRegistrationNeedNotBeUsed() {
        withKnownIssue { _ = RegisteringContainer.shared.other() }
    }

    @Test(
        .expecting(
            "Wiring: this strict test used the real RegisteringContainer.name<String>: `autoRegister()` registers it*",
            "*",
            "*",
            at: #line + 1
        ),
        .registering(.strict)
    ) func autoRegistrationIsLive() {
        #expect(RegisteringContainer.shared.name() == "registered")
    }

    @Test(.registering(.strict)) func autoRegisteredPromiseIsLive() {
        withKnownIssue { #expect(RegisteringContainer.shared.promise() == "kept") }
    }

    @Test(.registering(.strict)) func autoRegisteredOverrideIsLive() {
        withKnownIssue { #expect(RegisteringContainer.shared.overridden() == "overridden") }
    }

    @Test(.registering(.strict)) func autoRegisteredOnTestClosureIsNotLive() {
        #expect(RegisteringContainer.shared.prepared() == "prepared")
    }

    @Test(.registering(.strict)) func registrationInTestBodyIsNotLive() {
        RegisteringContainer.shared.name.register { "mock" }
        #expect(RegisteringContainer.shared.name() == "mock")
    }

    @Test(.registering(.strict) { $0.promise.register { "mock" } }) func registrationInTraitIsNotLive() {
        #expect(RegisteringContainer.shared.promise() == "mock")
    }

    @Test(.registering(.strict)) func autoRegistrationRestoredByResetIsLive() {
        RegisteringContainer.shared.name.register { "mock" }
        RegisteringContainer.shared.reset()
        withKnownIssue { #expect(RegisteringContainer.shared.name() == "registered") }
    }
}
