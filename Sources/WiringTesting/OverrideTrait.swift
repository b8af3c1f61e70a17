public import Testing

/// Overrides or modifies dependencies for a test.
///
/// ```swift
/// @Test(.container, .override(\.api) { MockAPI() }, .override(\.letter) { Letter(to: "Dear \($0)") })
/// func writesToTheMock() {
///     #expect(Container.shared.api() is MockAPI)
///     #expect(Container.shared.letter("Ada").name == "Dear Ada")
/// }
/// ```
/// An override takes precedence over registrations and over closures for contexts, such as a declaration's own `onTest`. It
/// clears the instance that the scope keeps. The last override of a declaration wins; a test's come after its suite's. The
/// closures of all `.container` traits see it, except where they change the same declaration.
///
/// If no other trait gives the test a container of that type, this one does, as `.container` would: an empty one. If the test's
/// container traits all inherit, as `.container(.inheriting)` does, so does this container.
///
/// The closure is a factory: it runs when the dependency is resolved, and can suspend or throw only if the
/// declaration's closure can. A value can throw: `.override(\.api, with: try RecordedAPI())`. For a value that must be
/// awaited, use a set of `AsyncOverrides`, or the closure of `.container`.
///
/// If a property returns the shared container of another `TaskLocalContainer` type, as in
/// `.override(\.payments.gateway)`, the test gets its own container of that type, too. For any other container outside the
/// test, the trait fails the test and changes nothing.
///
/// A set of overrides is not checked. It changes a container outside the test for all tests, unless a trait gives the test its own: in
/// the set, name the type, `Overrides(PaymentContainer.self) { … }`, instead of writing `$0.payments`.
///
/// A key path cannot name a declaration that is isolated to an actor. Write `.override(onMainActor: { $0.model }) { … }`, or
/// `.override(onActor: { @StoreActor in $0.ledger }) { @StoreActor in … }`, or override it in the closure of `.container`.
public struct OverrideTrait: TestTrait, SuiteTrait, TestScoping, SpecifyingTrait {
    let identity = TraitIdentity()
    let specify: @Sendable (inout TraitSpecification, Test) -> Void

    /// A trait on a suite applies to each of its tests.
    @_documentation(visibility: internal)
    public var isRecursive: Bool { true }

    /// Applies a set of overrides.
    fileprivate init(_ overrides: AsyncOverrides, at location: SourceLocation) {
        specify = { specification, _ in
            for change in overrides.changes {
                specification.addChange(of: change.container, in: .set, at: location, isRequired: false, change.apply)
            }
        }
    }

    /// Changes one declaration, for a call in a test.
    private init<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        at call: CallSite,
        _ phase: TraitSpecification.Change.Phase,
        _ change: @escaping @Sendable () -> (@Sendable (F) throws -> Void)
    ) {
        specify = { specification, test in
            let change = change()
            specification.addChange(of: C.self, in: phase, at: SourceLocation(call, near: test.sourceLocation)) {
                let dependency = C.shared[keyPath: dependency]
                try RefusedChange.check(dependency)
                try change(dependency)
            }
            specification.isolateShared(C.forDeclarations[keyPath: dependency].container)
        }
    }

    /// Overrides one declaration that is isolated to an actor, for a call in a test.
    init<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        _ dependency: ActorClosure<C, F>,
        by factory: ActorClosure<F.P, F.T>,
        at call: CallSite
    ) {
        specify = { specification, test in
            let location = SourceLocation(call, near: test.sourceLocation)
            specification.owner = { await dependency.run { $0(.forDeclarations).container } }
            specification.addChange(of: C.self, in: .replacement, at: location) {
                let container = C.shared
                try await dependency.run { dependency in
                    let dependency = dependency(container)
                    try RefusedChange.check(dependency)
                    dependency.override(at: call, returning: factory.closure)
                }
            }
        }
    }

    /// Overrides one declaration with a value, for a call in a test.
    ///
    /// - Parameter value: Evaluated once for each test case, even if a later trait makes another container.
    fileprivate init<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        at call: CallSite,
        with value: @escaping @Sendable () throws -> F.T
    ) {
        self.init(dependency, at: call, .set) {
            let value = EvaluatedOnce(value)
            return { dependency in
                let value = try value.get()
                dependency.override(at: call, returning: { _ in value })
            }
        }
    }

    /// Changes one declaration, for a call in a test.
    init<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        at call: CallSite,
        changing change: @escaping @Sendable (F) -> Void
    ) { self.init(dependency, at: call, .replacement) { change } }

    /// Runs a test case with the overrides. Swift Testing calls this.
    @_documentation(visibility: internal)
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws { try await TestIsolation.run(self, for: test, testCase: testCase, function) }
}

/// A value that is evaluated when it is first needed.
private final class EvaluatedOnce<Value>: @unchecked Sendable {
    // SAFETY: The changes of a test case are applied one after the other.
    private let evaluate: @Sendable () throws -> Value
    private var value: Value?

    init(_ evaluate: @escaping @Sendable () throws -> Value) { self.evaluate = evaluate }

    func get() throws -> Value {
        if let value { return value }
        let value = try evaluate()
        self.value = value
        return value
    }
}

extension Trait where Self == OverrideTrait {
    /// Applies sets of overrides to a test. See ``OverrideTrait``.
    ///
    /// The changes of `AsyncOverrides` may suspend and throw. If one throws, the error is recorded as an issue at the line of the `func` or
    /// type that has the trait, and the test does not run.
    public static func override(
        _ first: Overrides,
        _ others: Overrides...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self { OverrideTrait(AsyncOverrides(Overrides(combining: [first] + others)), at: sourceLocation) }

    /// The same with sets whose changes may suspend and throw. See `override(_:_:)`.
    @_documentation(visibility: internal)
    // Disfavored, because an empty array literal is a synchronous set, too.
    @_disfavoredOverload
    public static func override(
        _ first: AsyncOverrides,
        _ others: AsyncOverrides...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self { OverrideTrait(AsyncOverrides(combining: [first] + others), at: sourceLocation) }

    /// The same for a dependency of ``Container``, whose type can be left out.
    @_documentation(visibility: internal)
    public static func override<F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        _ factory: @escaping @Sendable (F.P) -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.override(at: call, returning: factory) })
    }

    /// Overrides a dependency for a test: `.override(\.api) { … }` one of ``Container``, `.override(\PaymentContainer.gateway) { … }` one of another
    /// type. See ``OverrideTrait``.
    ///
    /// If the declaration's closure may throw or await, so may this one: `.override(\.store) { try await … }`.
    ///
    /// - Parameters:
    ///   - dependency: The declaration.
    ///   - factory: Creates the instance in place of all other closures.
    public static func override<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        _ factory: @escaping @Sendable (F.P) -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.override(at: call, returning: factory) })
    }

    // MARK: - Values

    /// The same for a dependency of ``Container``, whose type can be left out.
    @_documentation(visibility: internal)
    public static func override<F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        with value: @autoclosure @escaping @Sendable () throws -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self { OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), with: value) }

    /// Overrides a dependency with a value for a test: `.override(\.clock, with: TestClock())` one of ``Container``,
    /// `.override(\PaymentContainer.clock, with: TestClock())` one of another type.
    ///
    /// Every resolution of a test case returns the same value, even without a scope.
    ///
    /// - Parameters:
    ///   - dependency: The declaration.
    ///   - value: Evaluated once for each test case, before the closures of `.container`
    ///     run. If it throws, the error is recorded as an issue at the line of the `func` or type that has the trait, and
    ///     the test does not run. It cannot suspend, because the expression of a trait is not asynchronous.
    public static func override<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        with value: @autoclosure @escaping @Sendable () throws -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self { OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), with: value) }

    // MARK: - Changes

    /// The same for a dependency of ``Container``, whose type can be left out.
    @_documentation(visibility: internal)
    public static func modify<F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        _ change: @escaping @Sendable (inout F.T) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.modify(at: call, change) })
    }

    /// Changes each new instance of a dependency for a test, such as one closure of a client: `.modify(\.api) { $0.fetch = { _ in .mock } }`. For
    /// another type than ``Container``, write it: `\PaymentContainer.gateway`.
    ///
    /// Several changes add up, in the order of the traits. A stored instance is cleared, so the changed instance starts
    /// with fresh state. A later override replaces the changed instance. In a strict test, `modify` does not count as a
    /// replacement: a real dependency stays real.
    ///
    /// - Parameters:
    ///   - dependency: The declaration.
    ///   - change: Runs at each construction of an instance, on the thread that resolves.
    public static func modify<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        _ change: @escaping @Sendable (inout F.T) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.modify(at: call, change) })
    }
}
