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
            let keys = Set(specification.containers.map(\.key))
            specification.changes = [.init(phase: .closure, containers: keys, location: location, apply: change)]
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
    ///   - first: A container type.
    ///   - others: Further container types.
    public static func container<First: TaskLocalContainer, each Other: TaskLocalContainer>(
        _ options: ContainerTraitOptions = [],
        for first: First.Type,
        _ others: repeat (each Other).Type
    ) -> Self {
        ContainersTrait { specification, _ in
            specification.isolate(First.taskLocal, options, First.init)
            repeat specification.isolate((each Other).taskLocal, options, (each Other).init)
        }
    }

    /// The same for one type, which is not a pack: the compiler fails on an empty pack in some asynchronous functions (Swift 6.3).
    @_documentation(visibility: internal)
    public static func container<C: TaskLocalContainer>(_ options: ContainerTraitOptions = [], for _: C.Type) -> Self {
        ContainersTrait { specification, _ in specification.isolate(C.taskLocal, options, C.init) }
    }

    // The compiler fails where the typed error of a closure with a pack of parameters becomes `any Error` (Swift 6.3).

    /// Gives each test its own container of each type, and changes the containers before each test case.
    /// See ``ContainersTrait``.
    ///
    /// - Parameters:
    ///   - options: What the test begins with, and whether it is strict.
    ///   - first: A container type.
    ///   - others: Further container types.
    ///   - transform: Changes the containers. It may be isolated to any actor. If it throws, the error is recorded as an issue at
    ///     the line of the `func` or type that has the trait, and the test does not run.
    @_disfavoredOverload
    public static func container<First: TaskLocalContainer, each Other: TaskLocalContainer, Failure: Error>(
        _ options: ContainerTraitOptions = [],
        for first: First.Type,
        _ others: repeat (each Other).Type,
        transform: @escaping @Sendable @isolated(any) (First, repeat each Other) async throws(Failure) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        ContainersTrait(options, First.self, repeat each others, at: sourceLocation) {
            try await transform(First.shared, repeat (each Other).shared)
        }
    }

    /// The same with a closure that throws nothing.
    @_documentation(visibility: internal)
    public static func container<First: TaskLocalContainer, each Other: TaskLocalContainer>(
        _ options: ContainerTraitOptions = [],
        for first: First.Type,
        _ others: repeat (each Other).Type,
        transform: @escaping @Sendable @isolated(any) (First, repeat each Other) async -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        ContainersTrait(options, First.self, repeat each others, at: sourceLocation) {
            await transform(First.shared, repeat (each Other).shared)
        }
    }
}
