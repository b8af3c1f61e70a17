public import Testing

/// Gives each test containers of several types of its own, and its own instances of every scope.
///
/// ```swift
/// @Suite(.container(for: Container.self, PaymentContainer.self))
/// struct PaymentTests {
///     @Test(
///         .container(for: Container.self, PaymentContainer.self) { container, payments in
///             container.api.register { MockAPI() }
///             payments.gateway.register { Gateway(name: "mock") }
///         }
///     )
///     func paysByTheMock() {
///         #expect(PaymentContainer.shared.gateway().name == "mock")
///     }
/// }
/// ```
/// It is a ``ContainerTrait`` for each of the types, with one closure for all. A type must be a `TaskLocalContainer`; that
/// is where the three lines stand which make it one.
public struct ContainersTrait: TestTrait, SuiteTrait, TestScoping {
    private let isolate: @Sendable (inout TestIsolation) -> Void

    /// A suite's trait applies to each of its tests.
    public var isRecursive: Bool { true }

    fileprivate init(_ isolate: @escaping @Sendable (inout TestIsolation) -> Void) { self.isolate = isolate }

    /// Runs a test case within its own containers. Swift Testing calls this.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        var isolation = TestIsolation.current(for: test)
        isolate(&isolation)
        try await isolation.run(test, testCase, function)
    }
}

extension Trait where Self == ContainersTrait {
    /// Gives each test a container of its own of each type. See ``ContainersTrait``.
    ///
    /// - Parameters:
    ///   - options: How the test begins.
    ///   - types: The container types. Each is a `TaskLocalContainer`.
    public static func container<each C: TaskLocalContainer>(
        _ options: ContainerTraitOptions = [],
        for types: repeat (each C).Type
    ) -> Self {
        ContainersTrait { isolation in
            repeat isolation.isolate((each C).taskLocal, options, (each C).init)
        }
    }

    /// Gives each test a container of its own of each type, and changes them before each test case. See
    /// ``ContainersTrait``.
    ///
    /// - Parameters:
    ///   - options: How the test begins.
    ///   - types: The container types. Each is a `TaskLocalContainer`.
    ///   - transform: Changes the containers, with any isolation.
    public static func container<each C: TaskLocalContainer>(
        _ options: ContainerTraitOptions = [],
        for types: repeat (each C).Type,
        transform: @escaping @Sendable @isolated(any) (repeat each C) async -> Void
    ) -> Self {
        ContainersTrait { isolation in
            var containers: Set<ObjectIdentifier> = []
            repeat isolation.isolate((each C).taskLocal, options, (each C).init)
            repeat _ = containers.insert(ObjectIdentifier((each C).taskLocal))
            isolation.add(
                TestIsolation.Change(containers: containers) { await transform(repeat (each C).shared) }
            )
        }
    }
}
