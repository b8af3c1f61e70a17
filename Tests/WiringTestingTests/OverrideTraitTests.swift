import Testing
import WiringAsync
import WiringFixtures
import WiringTesting

extension Container {
    fileprivate var onTest: Factory<any Service> { self { Named("declared") }.onTest { Named("onTest") } }
    fileprivate var parameterized: ParameterFactory<Int, any Service> {
        self { Named("declared \($0)") }.onTest { Named("onTest \($0)") }.cached.scopeOnParameters
    }
}

extension Container {
    fileprivate var throwing: ThrowingFactory<Named, any Error> { self { try declared() } }
    fileprivate var awaiting: AsyncFactory<Named, any Error> { self { try await declaredLater() } }
    fileprivate var awaitingTyped: AsyncFactory<Named, CancellationError> {
        self { () async throws(CancellationError) in Named("declared") }
    }
}

extension CustomContainer {
    fileprivate var other: Factory<any Service> { self { Named("declared") } }
    fileprivate var throwing: ThrowingFactory<Named, any Error> { self { try declared() } }
    fileprivate var awaiting: AsyncFactory<Named, any Error> { self { try await declaredLater() } }
}

private func declared() throws -> Named { Named("declared") }

private func declaredLater() async throws -> Named {
    await Task.yield()
    return try declared()
}

extension CustomContainer: TaskLocalContainer {
    static var taskLocal: TaskLocal<CustomContainer> { $shared }
}

extension Overrides {
    fileprivate static let mocks = Overrides {
        $0.service.override { Named("set") }
        $0.singleton.override { Named("set") }
    }
    fileprivate static let custom = Overrides(CustomContainer.self) { $0.service.override { Named("set") } }
    fileprivate static let all: Overrides = [.mocks, .custom]
}

/// The instances that the cases of a test have seen.
private final class ValueCases: Sendable {
    static let shared = ValueCases()
    private let seen = Protected<[any Service]>([])

    func isNew(_ service: any Service) -> Bool {
        seen.withLock { seen in
            defer { seen.append(service) }
            return !seen.contains { $0 === service }
        }
    }
}

@Suite(.failuresOnly) struct OverrideTraitTests {
    @Test(.container, .override(\.service) { Named("test") }, .override(\.other) { Named("test") })
    func testMayHaveSeveralOverrides() {
        #expect(Container.shared.repository() == ["test", "test"])
    }

    @Test(.container(.strict), .override(\.service, with: Named("value")), arguments: [1, 2])
    func overrideWithValueReturnsSameInstanceWithinTestCase(_ number: Int) {
        let service = Container.shared.service()
        #expect(service.name == "value")
        #expect(Container.shared.service() === service)
        #expect(ValueCases.shared.isNew(service))
    }

    /// A trait that comes later makes another container.
    @Test(.override(\.service, with: Evaluations.evaluate("before")), .container)
    func overrideWithValueEvaluatesItOnceBeforeContainer() {
        #expect(Evaluations.counts.withLock { $0["before"] } == 1)
        #expect(Container.shared.service().name == "before")
    }

    @Test(.container, .override(\.service, with: Evaluations.evaluate("after")))
    func overrideWithValueEvaluatesItOnceAfterContainer() {
        #expect(Evaluations.counts.withLock { $0["after"] } == 1)
    }

    @Test(.override(\CustomContainer.service, with: Named("value")))
    func overrideWithValueNamesContainerType() {
        #expect(CustomContainer.shared.service() === CustomContainer.shared.service())
        #expect(CustomContainer.shared.service().name == "value")
    }

    @Test(
        .container,
        .override(\.throwing, with: Named("value")),
        .override(\.awaiting, with: Named("value")),
        .override(\CustomContainer.throwing, with: Named("custom")),
        .override(\CustomContainer.awaiting, with: Named("custom"))
    )
    func overrideWithValueReplacesClosuresThatThrowOrAwait() async throws {
        let (container, custom) = (Container.shared, CustomContainer.shared)
        let (thrown, awaited) = (try container.throwing(), try await container.awaiting())
        #expect([thrown.name, awaited.name] == ["value", "value"])
        #expect(try container.throwing() === thrown)
        #expect(try await container.awaiting() === awaited)
        #expect(try custom.throwing().name == "custom")
        #expect(try await custom.awaiting().name == "custom")
    }

    @Test(
        .override(\.awaitingTyped) {
            await Task.yield()
            return Named("test")
        }
    )
    func closureThatOnlyAwaitsReplacesOneWithATypedError() async throws {
        #expect(try await Container.shared.awaitingTyped().name == "test")
    }

    @Test(
        .container,
        .modify(\.throwing) { $0 = Named("\($0.name), test") },
        .modify(\.awaiting) { $0 = Named("\($0.name), test") },
        .modify(\CustomContainer.throwing) { $0 = Named("\($0.name), custom") },
        .modify(\CustomContainer.awaiting) { $0 = Named("\($0.name), custom") }
    )
    func modifyChangesInstancesOfClosuresThatThrowOrAwait() async throws {
        #expect(try Container.shared.throwing().name == "declared, test")
        #expect(try await Container.shared.awaiting().name == "declared, test")
        #expect(try CustomContainer.shared.throwing().name == "declared, custom")
        #expect(try await CustomContainer.shared.awaiting().name == "declared, custom")
    }

    @Test(.container, .override(\.onTest) { Named("test") })
    func overrideTakesPrecedenceOverOnTest() {
        #expect(Container.shared.onTest().name == "test")
    }

    @Test(
        .override(\.byArgument) { Named("test") },
        .container {
            $0.byArgument.register { Named("registered") }
            FactoryContext.setArg("mock", forKey: "key")
        }
    )
    func overrideTakesPrecedenceOverRegistrationAndArgument() {
        #expect(Container.shared.byArgument().name == "test")
    }

    @Test(.container, .override(\.parameterized) { Named("test \($0)") })
    func overrideReceivesParameter() {
        #expect(Container.shared.parameterized(1).name == "test 1")
        #expect(Container.shared.parameterized(2).name == "test 2")
        #expect(Container.shared.parameterized(1) === Container.shared.parameterized(1))
    }

    @Test(
        .container {
            _ = ($0.cached(), $0.singleton(), $0.customSingleton(), $0.parameterized(1))
        },
        .override(\.cached) { Named("test") },
        .override(\.singleton) { Named("test") },
        .override(\.customSingleton) { Named("test") },
        .override(\.parameterized) { Named("test \($0)") }
    )
    func overrideClearsKeptInstances() {
        let container = Container.shared
        #expect(container.cached().name == "test")
        #expect(container.singleton().name == "test")
        #expect(container.customSingleton().name == "test")
        #expect(container.parameterized(1).name == "test 1")
    }

    @Test(.container, .override(\.singleton) { Named("test") }, arguments: 0..<50)
    func overrideAppliesToEachCase(_ number: Int) async {
        #expect(Container.shared.singleton().name == "test")
        Container.shared.singleton.override { Named("\(number)") }
        await Task.yield()
        #expect(Container.shared.singleton().name == "\(number)")
    }

    @Test(.container, .override(\CustomContainer.service) { Named("test") })
    func overrideWorksForAnyContainerType() async {
        #expect(CustomContainer.shared.service().name == "test")
        #expect(await Task.detached { CustomContainer.shared.service().name }.value == "declared")
    }

    @Test(.container, .override(\Container.service) { Named("test") })
    func keyPathMayNameContainer() {
        #expect(Container.shared.service().name == "test")
    }

    // MARK: - Initial state

    @Test(OuterState(), .override(\.other) { Named("test") })
    func overrideAloneInheritsNothing() {
        #expect(Container.shared.repository() == ["declared", "test"])
        #expect(Container.shared.singleton().name == "declared")
        #expect(Container.shared.byArgument().name == "declared")
        Container.shared.singleton.register { Named("test") }
        Container.shared.service.register { Named("test") }
    }

    @Test(OuterState(), .modify(\.other) { $0 = Named("\($0.name), test") })
    func modifyAloneInheritsNothing() {
        #expect(Container.shared.repository() == ["declared", "declared, test"])
        #expect(Container.shared.singleton().name == "declared")
    }

    @Test(OuterState(), .container(.inheriting), .override(\CustomContainer.other) { Named("test") })
    func overrideOfAnotherTypeInheritsIfTheTestDoes() {
        #expect(CustomContainer.shared.service().name == "outer")
        #expect(CustomContainer.shared.other().name == "test")
        #expect(Container.shared.singleton() === OuterState.instance)
    }

    @Test(OuterState(), .container, .override(\CustomContainer.other) { Named("test") })
    func overrideOfAnotherTypeInheritsNothingIfTheTestDoesNot() {
        #expect(CustomContainer.shared.service().name == "declared")
        #expect(CustomContainer.shared.other().name == "test")
    }

    @Test(OuterState(), .override(\.other) { Named("test") }, .container)
    func containerTraitAfterOverrideInheritsNothing() {
        #expect(Container.shared.repository() == ["declared", "test"])
        #expect(Container.shared.singleton().name == "declared")
        #expect(Container.shared.byArgument().name == "declared")
    }

    @Test(OuterState(), .container, .override(\.other) { Named("test") })
    func containerTraitBeforeOverrideInheritsNothing() {
        #expect(Container.shared.repository() == ["declared", "test"])
        #expect(Container.shared.singleton().name == "declared")
    }

    @Test(OuterState(), .override(\.other) { Named("test") }, .container(.inheriting))
    func inheritingContainerTraitInheritsCurrentState() {
        #expect(Container.shared.repository() == ["outer", "test"])
        #expect(Container.shared.singleton() === OuterState.instance)
    }

    @Test(OuterState(), .override(\CustomContainer.service) { Named("test") }, .container, .override(.mocks))
    func containerTraitKeepsOverrideOfAnotherType() {
        #expect(CustomContainer.shared.service().name == "test")
        #expect(Container.shared.service().name == "set")
        #expect(Container.shared.other().name == "declared")
    }

    @Suite(.override(\.service) { Named("suite") }, .override(\.other) { Named("suite") })
    struct SuiteOverrideTests {
        @Test(.override(\.other) { Named("test") })
        func testOverrideAppliesAfterSuiteOverride() {
            #expect(Container.shared.repository() == ["suite", "test"])
        }

        @Test(.container)
        func testContainerKeepsSuiteOverrides() {
            #expect(Container.shared.repository() == ["suite", "suite"])
        }

        @Suite(.container { $0.repository.register { ["inner"] } })
        struct NestedSuite {
            @Test(.override(\.service) { Named("test") })
            func overridesAddUp() {
                #expect(Container.shared.repository() == ["inner"])
                #expect(Container.shared.service().name == "test")
                #expect(Container.shared.other().name == "suite")
            }
        }
    }

    @Suite(.container, .modify(\.service) { $0 = Named("\($0.name), suite") })
    struct SuiteModificationTests {
        @Test(
            .modify(\.service) { $0 = Named("\($0.name), first") },
            .modify(\.service) { $0 = Named("\($0.name), second") }
        )
        func modificationsAddUpInTheOrderOfTheTraits() {
            #expect(Container.shared.service().name == "declared, suite, first, second")
        }

        @Test func testWithoutModificationsHasThoseOfItsSuite() {
            #expect(Container.shared.service().name == "declared, suite")
        }
    }

    // MARK: - Sets

    @Test(.container, .override(.mocks))
    func setAppliesItsOverrides() {
        #expect(Container.shared.service().name == "set")
        #expect(Container.shared.singleton().name == "set")
    }

    @Test(.container, .override(.mocks, .custom), .override(\.singleton) { Named("test") })
    func severalSetsApply() {
        #expect(Container.shared.service().name == "set")
        #expect(Container.shared.singleton().name == "test")
        #expect(CustomContainer.shared.service().name == "set")
    }

    @Test(.container, .override(.all))
    func combinedSetsApply() {
        #expect(Container.shared.service().name == "set")
        #expect(CustomContainer.shared.service().name == "set")
    }
}

private enum Evaluations {
    static let counts = Protected<[String: Int]>([:])

    static func evaluate(_ name: String) -> Named {
        counts.withLock { $0[name, default: 0] += 1 }
        return Named(name)
    }
}
