public import Testing

/// Gives each test its own container, and its own instances of every scope.
///
/// ```swift
/// @Suite(.container)
/// struct CheckoutTests {
///     @Test(.container { $0.api.register { MockAPI() } })
///     func usesTheMock() {
///         #expect(Container.shared.api() is MockAPI)
///     }
/// }
/// ```
/// Within the test, `shared` of the container type is a new container. It has only the registrations of the traits, no
/// scope keeps an instance, no singleton has been built, and contexts and settings are as they were when the process
/// launched. Custom singleton scopes are isolated, too. To begin with the current container's state instead, pass
/// ``ContainerTraitOptions/inheriting``. Tests that run in parallel, and the cases of a parameterized test, do not see
/// each other's containers. Each container type that has a `shared` container needs its own trait.
///
/// Child tasks and `Task { }` inherit the container. Detached tasks, dispatch queues and threads do not: they use the
/// process's container, unless you pass them `container.bind { … }`. The test's container itself resolves with the test's
/// singletons and context wherever you use it.
///
/// On a suite, the trait applies to each test in it and in nested suites. Several traits add up: all of them change one
/// container. The overrides, allowances and options of all traits are in place before any closure runs. Closures run in
/// order, the suite's first. To isolate a custom container type, use `.container(for: PaymentContainer.self)` if it is
/// a `TaskLocalContainer`, or declare a trait for it:
/// ```swift
/// extension Trait where Self == ContainerTrait<PaymentContainer> {
///     static var payments: Self { .init(shared: PaymentContainer.$shared, container: .init()) }
/// }
/// ```
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping, SpecifyingTrait {
    private(set) var identity = TraitIdentity()
    private let shared: TaskLocal<C>
    private let container: @Sendable () -> C
    private var options: ContainerTraitOptions = []
    private var changes: [TraitSpecification.Change] = []

    /// A trait on a suite applies to each of its tests.
    @_documentation(visibility: internal)
    public var isRecursive: Bool { true }

    /// Creates a trait for a container type.
    ///
    /// - Parameters:
    ///   - shared: The type's task-local `shared`.
    ///   - container: Creates a container. It runs once for each trait of a test case, before any closure of a trait.
    ///     The test gets the last container that was created with registrations or settings, or else the first one.
    ///     An initializer finds the `shared` containers from before the test, such as those of the process.
    public init(shared: TaskLocal<C>, container: @autoclosure @escaping @Sendable () -> C) {
        self.shared = shared
        self.container = container
    }

    /// Returns this trait with more options: `.container(.inheriting)`.
    public func callAsFunction(_ options: ContainerTraitOptions) -> Self {
        var copy = self
        copy.identity = TraitIdentity()
        copy.options.formUnion(options)
        return copy
    }

    /// Returns this trait with another change to the container before each test case, after its earlier changes, and with more options.
    ///
    /// The change may be isolated to any actor. If it throws, the error is recorded as an issue at the line of the `func` or type that has
    /// the trait, and neither the later changes nor the test runs.
    public func callAsFunction(
        _ options: ContainerTraitOptions = [],
        transform: @escaping @Sendable @isolated(any) (C) async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        var copy = self(options)
        copy.changes.append(
            TraitSpecification.Change(
                phase: .closure,
                containers: [ObjectIdentifier(shared)],
                location: sourceLocation
            ) { [shared] in try await transform(shared.get()) }
        )
        return copy
    }

    /// Runs a test case with its own container. Swift Testing calls this.
    @_documentation(visibility: internal)
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws { try await TestIsolation.run(self, for: test, testCase: testCase, function) }

    var specify: @Sendable (inout TraitSpecification, Test) -> Void {
        { specification, _ in
            specification.isolate(shared, options, container)
            specification.changes = changes
        }
    }
}

extension Trait where Self == ContainerTrait<Container> {
    /// Gives each test its own ``Container``. See ``ContainerTrait``.
    public static var container: Self { .init(shared: Container.$shared, container: .init()) }
}
