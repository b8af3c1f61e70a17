import Testing
import WiringFixtures
import WiringTesting

extension Container {
    fileprivate var live: Factory<Int> { self { 1 } }
    fileprivate var report: Factory<[Int]> { self { [self.live()] }.cached }
    fileprivate var number: Factory<Int> { self { unimplemented("number", placeholder: 0) } }
    fileprivate var database: Factory<[Int]> { self { [self.number()] }.cached }
}

extension Overrides {
    fileprivate static let seven = Overrides { $0.live.override { 7 } }
    fileprivate static let registered = Overrides { $0.live.register { 9 } }
    fileprivate static let reporting = Overrides { _ = $0.report() }
}

/// What a closure of `.container` sees, and which change of a dependency counts.
@Suite(.failuresOnly) struct TraitOrderTests {
    // MARK: - A closure before the other traits

    @Test(.container(.strict) { _ = $0.live() }, .allow(\.live)) func closureSeesLaterAllowance() {}

    @Test(.container { _ = $0.report() }, .override(\.live) { 7 }) func closureSeesLaterOverride() {
        #expect(Container.shared.report() == [7])
    }

    @Test(.container { _ = $0.report() }, .override(\.live, with: 7)) func closureSeesLaterValue() {
        #expect(Container.shared.report() == [7])
    }

    @Test(.container { _ = $0.report() }, .override(.seven)) func closureSeesLaterSet() {
        #expect(Container.shared.report() == [7])
    }

    @Test(.container { _ = $0.report() }, .modify(\.live) { $0 += 6 }) func closureSeesLaterModification() {
        #expect(Container.shared.report() == [7])
    }

    @Test(
        .expecting("Wiring: this strict test used the real Container.live<Int>: *", "…", at: #line),
        .container { _ = $0.live() },
        .container(.strict)
    )
    func closureIsStrictIfALaterTraitIs() {}

    @Test(.override(.reporting), .override(\.live) { 7 }) func setSeesLaterOverride() {
        #expect(Container.shared.report() == [7])
    }

    @Suite(.container { _ = ($0.live(), $0.database()) }) struct ClosureOfSuite {
        @Test(.container(.strict), .allow(\.live, \.database), .override(\.number, with: 7))
        func closureOfSuiteSeesTraitsOfTest() {
            #expect(Container.shared.database() == [7])
        }
    }

    // MARK: - Changes of the same dependency

    @Test(.override(\.live) { 2 }, .container { $0.live.override { 3 } }) func laterClosureWins() {
        #expect(Container.shared.live() == 3)
    }

    @Test(.container { $0.live.override { 3 } }, .override(\.live) { 2 }) func laterOverrideWinsOverClosure() {
        #expect(Container.shared.live() == 2)
    }

    @Test(.container { $0.live.override { 3 } }, .override(\.live, with: 2)) func laterValueWinsOverClosure() {
        #expect(Container.shared.live() == 2)
    }

    @Test(.container { $0.live.override { 3 } }, .override(.seven)) func laterSetWinsOverClosure() {
        #expect(Container.shared.live() == 7)
    }

    @Test(.override(\.live, with: 2), .override(.seven), .override(\.live) { 3 }) func laterOverrideWinsOverSet() {
        #expect(Container.shared.live() == 3)
    }

    @Test(.override(\.live) { 3 }, .override(.seven), .override(\.live, with: 2)) func laterValueWinsOverSet() {
        #expect(Container.shared.live() == 2)
    }

    @Test(.container { $0.live.register { 3 } }, .override(.registered)) func laterRegistrationWinsOverClosure() {
        #expect(Container.shared.live() == 9)
    }

    @Test(
        .modify(\.live) { $0 = $0 * 10 + 1 },
        .container { $0.live.modify { $0 = $0 * 10 + 2 } },
        .modify(\.live) { $0 = $0 * 10 + 3 }
    ) func modificationsApplyInOrder() {
        #expect(Container.shared.live() == 1123)
    }

    @Test(.container { $0.live.override { 4 } }, .modify(\.live) { $0 = $0 * 10 + 3 })
    func laterModificationChangesOverrideOfClosure() {
        #expect(Container.shared.live() == 43)
    }

    @Test(.modify(\.live) { $0 = $0 * 10 + 3 }, .override(\.live, with: 4)) func laterValueRemovesModification() {
        #expect(Container.shared.live() == 4)
    }

    @Test(.override(\.live) { 5 }, .container(.inheriting) { $0.reset() }, .modify(\.live) { $0 += 1 })
    func laterModificationOutlastsReset() {
        #expect(Container.shared.live() == 2)
    }

    @Suite(.container { $0.live.override { 3 } }, .modify(\.live) { $0 += 1 }) struct OrderOfSuite {
        @Test(.override(\.live, with: 2)) func testComesAfterSuite() {
            #expect(Container.shared.live() == 2)
        }
    }

    @Test(.container { _ = $0.report() }, .container { $0.live.override { 3 } })
    func closuresRunInOrder() {
        #expect(Container.shared.report() == [1])
        #expect(Container.shared.live() == 3)
    }

    // MARK: - Containers and options

    @Test(
        .expecting("Wiring: Container.live<Int> has an override that was never used *", "…", at: #line),
        .override(\.live) { 7 },
        .container(.strict)
    ) func unusedOverrideBeforeContainerFailsOnce() {}

    @Test(OuterOverrides(), .container([.strict, .inheriting]), .override(.seven)) func inheritedSetNeedNotBeUsed() {}

    @Test(
        .container(for: Container.self, CustomContainer.self) { container, _ in container.live.modify { $0 += 1 } },
        ContainerTrait(shared: CustomContainer.taskLocal, container: .prepared())
    ) func closureOfSeveralContainersRunsOnce() {
        #expect(Container.shared.live() == 2)
        #expect(CustomContainer.shared.service().name == "prepared")
    }

    @Test(OuterState(), .container(.inheriting, for: CustomContainer.self), .container)
    func containerThatInheritsNothingHasNewSingletons() { expectNewSingletons() }

    @Test(OuterState(), .container, .container(.inheriting, for: CustomContainer.self))
    func containerThatInheritsNothingHasNewSingletonsInAnyOrder() { expectNewSingletons() }

    private func expectNewSingletons() {
        #expect(Container.shared.singleton().name == "declared")
        #expect(Container.shared.byArgument().name == "declared")
        #expect(Container.shared.service().name == "declared")
        #expect(CustomContainer.shared.service().name == "outer")
    }

    @Test(OuterState(), .container, .container(.inheriting)) func optionsAddUp() { expectOuterState() }

    @Test(OuterState(), .container(.inheriting), .container) func optionsAddUpInAnyOrder() { expectOuterState() }

    private func expectOuterState() {
        #expect(Container.shared.service().name == "outer")
        #expect(Container.shared.singleton() === OuterState.instance)
    }

    // MARK: - Traits of others

    @Test(Wrapping(.container { _ = $0.report() }), .override(\.live) { 7 }) func traitWithinAnotherSeesLaterOverride()
    {
        #expect(Container.shared.report() == [7])
    }

    @Test(.override(\.live) { 7 }, Wrapping(.container { $0.live.modify { $0 += 1 } }), .modify(\.live) { $0 += 2 })
    func traitWithinAnotherAddsToOthers() {
        #expect(Container.shared.live() == 10)
    }

    @Test(
        .override(\.live) { 7 },
        Around(
            before: {
                Container.shared.customSingleton.register { Named("before") }
                _ = Container.shared.customSingleton()
                FactoryContext.setArg("mock", forKey: "key")
            },
            after: {}
        ),
        Wrapping(.container)
    )
    func traitWithinAnotherDropsWhatAnOverrideAloneHad() {
        #expect(Container.shared.live() == 7)
        #expect(Container.shared.customSingleton().name == "declared")
        #expect(Container.shared.byArgument().name == "declared")
    }

    @Test(.container, Around(before: { Container.shared.live.override { 4 } }, after: {}), .override(\.number, with: 1))
    func traitOfAnotherKindSeesContainer() {
        #expect(Container.shared.live() == 4)
        #expect(Container.shared.number() == 1)
    }

    @Test(.container, OuterState(), .allow(\.live)) func traitThatMakesNoContainerKeepsWhatIsBoundByHand() {
        expectOuterState()
        #expect(Container.shared.byArgument().name == "argument")
    }

    @Test(.container(for: Container.self, CustomContainer.self), OuterState(), .container(for: CustomContainer.self))
    func traitThatMakesAnotherContainerKeepsContextBoundByHand() {
        #expect(CustomContainer.shared.service().name == "declared")
        #expect(Container.shared.byArgument().name == "argument")
    }

    @Test(.container, OuterState(), .container) func traitThatMakesContainerHasNewSingletons() {
        #expect(Container.shared.singleton().name == "declared")
        #expect(Container.shared.byArgument().name == "declared")
    }
}

/// A trait that runs another one.
private struct Wrapping: TestTrait, TestScoping {
    let trait: ContainerTrait<Container>

    init(_ trait: ContainerTrait<Container>) { self.trait = trait }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await trait.provideScope(for: test, testCase: testCase, performing: function)
    }
}

extension CustomContainer {
    fileprivate static func prepared() -> CustomContainer {
        let container = CustomContainer()
        container.service.register { Named("prepared") }
        return container
    }
}

/// Runs a test's other traits within a set of overrides.
private struct OuterOverrides: TestTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withContainer(.seven) { try await function() }
    }
}
