public import Testing

/// Gives each test a container of its own, and its own instances of every scope.
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
/// Within the test, `shared` of the container type is a new container: nothing is registered in it but by the traits, no
/// scope keeps an instance, no singleton has been built, and contexts and settings are as at the launch of the process.
/// That holds for singleton scopes of one's own, too. With ``ContainerTraitOptions/inheriting`` it begins with what is
/// current instead. Another container type that has a `shared` container needs a trait of its own.
/// Tests that run in parallel, and the cases of a parameterized test, do not see each other's.
///
/// Child tasks and `Task { }` inherit the container, the work of `Task.detached`, of a dispatch queue or of a thread does
/// not: it uses that of the process, unless it is given `container.bind { … }`. The test's container itself resolves with the
/// test's singletons and context wherever it is used.
///
/// On a suite the trait applies to each test in it and in the suites within. Several traits add up, the suite's first:
/// all of them change one container. A container type of one's own is isolated by `.container(for: PaymentContainer.self)`
/// if it is a `TaskLocalContainer`, or gets a trait of its own, with an extension of three lines:
/// ```swift
/// extension Trait where Self == ContainerTrait<PaymentContainer> {
///     static var payments: Self { .init(shared: PaymentContainer.$shared, container: .init()) }
/// }
/// ```
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
    /// Changes a test's container before the test begins, with any isolation.
    public typealias Transform = @Sendable @isolated(any) (C) async -> Void

    private let shared: TaskLocal<C>
    private let container: @Sendable () -> C
    private var options: ContainerTraitOptions = []
    private var transforms: [Transform] = []

    /// A suite's trait applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Makes a trait for a container type.
    ///
    /// - Parameters:
    ///   - shared: The type's task-local `shared`.
    ///   - container: Makes a container, once for each trait of a test case. One that is made with something in it takes
    ///     the place of an outer trait's; another is dropped where there is an outer trait's already.
    public init(shared: TaskLocal<C>, container: @autoclosure @escaping @Sendable () -> C) {
        self.shared = shared
        self.container = container
    }

    /// The same trait, which changes the container before each test case, after what it did so far.
    public func callAsFunction(transform: @escaping Transform) -> Self {
        var copy = self
        copy.transforms.append(transform)
        return copy
    }

    /// The same trait, which begins in another way: `.container(.inheriting)`.
    public func callAsFunction(_ options: ContainerTraitOptions) -> Self {
        var copy = self
        copy.options.formUnion(options)
        return copy
    }

    /// The same trait, which begins in another way and changes the container before each test case.
    public func callAsFunction(_ options: ContainerTraitOptions, transform: @escaping Transform) -> Self {
        self(options).callAsFunction(transform: transform)
    }

    /// Runs a test case within its own container. Swift Testing calls this.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        var isolation = TestIsolation.current(for: test)
        isolation.isolate(shared, options, container)
        for transform in transforms {
            isolation.add(
                TestIsolation.Change(containers: [ObjectIdentifier(shared)]) { await transform(shared.get()) }
            )
        }
        try await isolation.run(test, testCase, function)
    }
}

extension Trait where Self == ContainerTrait<Container> {
    /// Gives each test a ``Container`` of its own. See ``ContainerTrait``.
    public static var container: Self { .init(shared: Container.$shared, container: .init()) }
}
