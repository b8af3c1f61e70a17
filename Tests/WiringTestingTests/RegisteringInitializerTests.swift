import Testing
import WiringFixtures
import WiringTesting

/// A container type whose initializer registers a singleton, and resolves another.
private final class Registering: TaskLocalContainer {
    @TaskLocal static var shared = Registering()
    static var taskLocal: TaskLocal<Registering> { $shared }
    let manager = ContainerManager()
    let resolved: Named

    init() {
        resolved = Container.shared.bus()
        registered.register { Named("registered") }
    }
}

extension Registering {
    fileprivate var registered: Factory<Named> { self { Named("declared") }.singleton }
    fileprivate var other: Factory<Int> { self { 1 } }
    @MainActor fileprivate var isolated: Factory<Int> { self { 1 } }
}

extension Container {
    fileprivate var bus: Factory<Named> { self { Named("bus") }.singleton }
    fileprivate var registering: Registering { .shared }
}

/// Runs a test's other traits with singletons that stand for those of the process, and expects that they stay.
private struct OuterSingletons: TestTrait, TestScoping {
    @TaskLocal static var instances: [Named] = []

    static var current: [Named] { [Registering.shared.registered(), Container.shared.bus()] }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Scope.$singleton.withValue(Scope.Singleton()) {
            try await Registering.$shared.withValue(Registering()) {
                let instances = Self.current
                try await Self.$instances.withValue(instances) { try await function() }
                #expect(zip(Self.current, instances).allSatisfy { $0 === $1 })
            }
        }
    }
}

private func expectInheritedInstances() {
    #expect(zip(OuterSingletons.current, OuterSingletons.instances).allSatisfy { $0 === $1 })
    #expect(Registering.shared.resolved === OuterSingletons.instances[1])
}

/// Traits make containers whose initializers register something.
@Suite(.failuresOnly) struct RegisteringInitializerTests {
    @Test(OuterSingletons(), .override(\Registering.other) { 2 }) func overrideChangesNoOuterSingletons() {
        #expect(Registering.shared.other() == 2)
    }

    @Test(OuterSingletons(), .container, .override(\.registering.other) { 2 })
    func overrideThroughPropertyChangesNoOuterSingletons() {
        #expect(Registering.shared.other() == 2)
    }

    @Test(OuterSingletons(), .container(.inheriting), .allow(\Registering.other)) func allowanceChangesNoSingletons() {
        #expect(zip(OuterSingletons.current, OuterSingletons.instances).allSatisfy { $0 === $1 })
    }

    @Test(
        OuterSingletons(),
        .container(.inheriting),
        .allow { _ in Registering().other },
        .allow(onMainActor: { _ in Registering().isolated })
    ) func allowanceByClosureChangesNoSingletons() {
        #expect(zip(OuterSingletons.current, OuterSingletons.instances).allSatisfy { $0 === $1 })
    }

    @Test(OuterSingletons()) func operationWithAllowanceChangesNoOuterSingletons() {
        withTestContainer(.inheriting, allowing: \.bus) {}
        withTestContainer([], for: Registering.self, allowing: \Registering.other) {}
    }
}

/// Copies of a container whose initializer registers something inherit singletons all the same.
@Suite(.failuresOnly) struct RegisteringCopyTests {
    @Test(OuterSingletons(), .container(.inheriting, for: Container.self, Registering.self))
    func testInheritsSingletons() { expectInheritedInstances() }

    @Test(OuterSingletons(), .container(.inheriting, for: Registering.self), .override(\Registering.other) { 2 })
    func testWithOverrideInheritsSingletons() {
        expectInheritedInstances()
        #expect(Registering.shared.other() == 2)
    }

    @Test(OuterSingletons()) func operationInheritsSingletons() {
        withTestContainer(.inheriting, for: Registering.self) { expectInheritedInstances() }
    }
}
