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
/// `TaskLocalContainer`; its documentation shows how.
public struct ContainersTrait: TestTrait, SuiteTrait, TestScoping, SpecifyingTrait {
    let identity = TraitIdentity()
    let specify: @Sendable (inout TraitSpecification, Test) -> Void

    /// A trait on a suite applies to each of its tests.
    @_documentation(visibility: internal)
    public var isRecursive: Bool { true }

    fileprivate init(_ specify: @escaping @Sendable (inout TraitSpecification, Test) -> Void) { self.specify = specify }

    /// Isolates containers, and changes them before each test case.
    fileprivate init<each ContainerType: TaskLocalContainer>(
        _ options: ContainerTraitOptions,
        _ types: repeat (each ContainerType).Type,
        at location: SourceLocation,
        changing change: @escaping @Sendable () async throws -> Void
    ) {
        self.init { specification, _ in
            repeat specification.isolate((each ContainerType).taskLocal, options, (each ContainerType).init)
            specification.changes.append(
                TraitSpecification.Change(
                    phase: .closure,
                    containers: Set(specification.containers.map(\.key)),
                    location: location,
                    apply: change
                )
            )
        }
    }

    /// Runs a test case with its own containers. Swift Testing calls this.
    @_documentation(visibility: internal)
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws { try await TestIsolation.run(self, for: test, testCase: testCase, function) }
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
        ContainersTrait { specification, _ in
            repeat specification.isolate((each ContainerType).taskLocal, options, (each ContainerType).init)
        }
    }

    // The compiler fails where the typed error of a closure with a pack of parameters becomes `any Error` (Swift 6.3).

    /// Gives each test its own container of each type, and changes the containers before each test case.
    /// See ``ContainersTrait``.
    ///
    /// - Parameters:
    ///   - options: What the test begins with, and whether it is strict.
    ///   - types: The container types.
    ///   - transform: Changes the containers. It may be isolated to any actor. If it throws, the error is recorded as an issue at
    ///     the line of the `func` or type that has the trait, and the test does not run.
    @_disfavoredOverload
    public static func container<each ContainerType: TaskLocalContainer, Failure: Error>(
        _ options: ContainerTraitOptions = [],
        for types: repeat (each ContainerType).Type,
        transform: @escaping @Sendable @isolated(any) (repeat each ContainerType) async throws(Failure) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        ContainersTrait(options, repeat each types, at: sourceLocation) {
            try await transform(repeat (each ContainerType).shared)
        }
    }

    /// The same with a closure that throws nothing.
    @_documentation(visibility: internal)
    public static func container<each ContainerType: TaskLocalContainer>(
        _ options: ContainerTraitOptions = [],
        for types: repeat (each ContainerType).Type,
        transform: @escaping @Sendable @isolated(any) (repeat each ContainerType) async -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        ContainersTrait(options, repeat each types, at: sourceLocation) {
            await transform(repeat (each ContainerType).shared)
        }
    }
}
