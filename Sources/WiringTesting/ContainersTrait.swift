public import Testing

/// Gives each test its own containers of several types, and its own instances of every scope.
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
/// It works like a ``ContainerTrait`` for each of the types, with one closure for all. Each type must conform to
/// `TaskLocalContainer`, whose documentation shows how.
public struct ContainersTrait: TestTrait, SuiteTrait, TestScoping {
    private let isolate: @Sendable (inout TestIsolation) -> Void

    /// A trait on a suite applies to each of its tests.
    public var isRecursive: Bool { true }

    fileprivate init(_ isolate: @escaping @Sendable (inout TestIsolation) -> Void) { self.isolate = isolate }

    /// Runs a test case with its own containers. Swift Testing calls this.
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
    /// Gives each test its own container of each type. See ``ContainersTrait``.
    ///
    /// - Parameters:
    ///   - options: What the test begins with, and whether it is strict.
    ///   - types: The container types.
    public static func container<each ContainerType: TaskLocalContainer>(
        _ options: ContainerTraitOptions = [],
        for types: repeat (each ContainerType).Type
    ) -> Self {
        ContainersTrait { isolation in
            repeat isolation.isolate((each ContainerType).taskLocal, options, (each ContainerType).init)
        }
    }

    /// Gives each test its own container of each type, and changes the containers before each test case.
    /// See ``ContainersTrait``.
    ///
    /// - Parameters:
    ///   - options: What the test begins with, and whether it is strict.
    ///   - types: The container types.
    ///   - transform: Changes the containers. It may be isolated to any actor. If it throws, the error is recorded as an issue at
    ///     the line of the `func` or type that has the trait, and the test does not run.
    public static func container<each ContainerType: TaskLocalContainer>(
        _ options: ContainerTraitOptions = [],
        for types: repeat (each ContainerType).Type,
        transform: @escaping @Sendable @isolated(any) (repeat each ContainerType) async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        ContainersTrait { isolation in
            var containers: Set<ObjectIdentifier> = []
            repeat isolation.isolate((each ContainerType).taskLocal, options, (each ContainerType).init)
            repeat _ = containers.insert(ObjectIdentifier((each ContainerType).taskLocal))
            isolation.add(
                TestIsolation.Change(containers: containers, location: sourceLocation) {
                    try await transform(repeat (each ContainerType).shared)
                }
            )
        }
    }
}
