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
/// clears the instance that the scope keeps. The last override of a declaration wins; a test's come after its suite's.
///
/// If no other trait gives the test a container of that type, this one does: a child of the current container, as with
/// `.container(.inheriting)`. With `.container`, in either order, the test inherits nothing.
///
/// A key path cannot name a declaration that is isolated to an actor. Override it in the closure of `.container`.
public struct OverrideTrait: TestTrait, SuiteTrait, TestScoping {
    private let overrides: [Overrides]
    /// Whether a strict test must use the overrides. A set that many tests share need not be used.
    private let isRequired: Bool

    /// A trait on a suite applies to each of its tests.
    public var isRecursive: Bool { true }

    fileprivate init(_ overrides: [Overrides], isRequired: Bool) {
        self.overrides = overrides
        self.isRequired = isRequired
    }

    /// Overrides one declaration, for a call in a test.
    fileprivate init<C: TaskLocalContainer, F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        at call: CallSite,
        _ factory: @escaping @Sendable (F.P) -> F.T
    ) {
        self.init(
            [Overrides(C.self) { $0[keyPath: dependency].override(at: call, factory) }],
            isRequired: true
        )
    }

    /// Overrides one declaration with a value, for a call in a test.
    fileprivate init<C: TaskLocalContainer, F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        at call: CallSite,
        with value: @escaping @Sendable () -> F.T
    ) {
        self.init(
            [
                Overrides(C.self) { container in
                    let value = value()
                    container[keyPath: dependency].override(at: call) { _ in value }
                }
            ],
            isRequired: true
        )
    }

    /// Changes the instances of one declaration, for a call in a test.
    fileprivate init<C: TaskLocalContainer, F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        at call: CallSite,
        modifying change: @escaping @Sendable (inout F.T) -> Void
    ) {
        self.init(
            [Overrides(C.self) { $0[keyPath: dependency].modify(at: call, change) }],
            isRequired: true
        )
    }

    /// Runs a test case with the overrides. Swift Testing calls this.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        var isolation = TestIsolation.current(for: test)
        for change in overrides.flatMap(\.changes) {
            isolation.add(change, to: change.container, isRequired: isRequired)
        }
        try await isolation.run(test, testCase, function)
    }
}

extension TestIsolation {
    fileprivate mutating func add<C: TaskLocalContainer>(
        _ change: Overrides.Change,
        to type: C.Type,
        isRequired: Bool
    ) {
        isolateForChange(of: type)
        let report = report
        add(
            Change(containers: [ObjectIdentifier(C.taskLocal)]) {
                if isRequired { change.apply() } else { report.withOptionalReplacements { change.apply() } }
            }
        )
    }
}

extension Trait where Self == OverrideTrait {
    /// Applies sets of overrides to a test. See ``OverrideTrait``.
    public static func override(_ first: Overrides, _ others: Overrides...) -> Self {
        OverrideTrait([first] + others, isRequired: false)
    }

    /// Overrides a dependency of ``Container`` for a test. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.api`.
    ///   - factory: Creates the instance in place of all other closures.
    public static func override<F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @Sendable (F.P) -> F.T
    ) -> Self {
        OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), factory)
    }

    /// Overrides a dependency of a container type for a test: `.override(\PaymentContainer.gateway) { … }`. See
    /// ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration.
    ///   - factory: Creates the instance in place of all other closures.
    public static func override<C: TaskLocalContainer, F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @Sendable (F.P) -> F.T
    ) -> Self {
        OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), factory)
    }

    // MARK: - Values

    /// Overrides a dependency of ``Container`` with a value for a test: `.override(\.clock, with: TestClock())`.
    ///
    /// Every resolution of a test case returns the same value, also without a scope.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.clock`.
    ///   - value: Evaluated once for each container of a test case, when the trait is applied.
    public static func override<F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        with value: @autoclosure @escaping @Sendable () -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), with: value)
    }

    /// Overrides a dependency of a container type with a value for a test. See `override(_:with:)`.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\PaymentContainer.clock`.
    ///   - value: Evaluated once for each container of a test case, when the trait is applied.
    public static func override<C: TaskLocalContainer, F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        with value: @autoclosure @escaping @Sendable () -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), with: value)
    }

    // MARK: - Changes

    /// Changes each new instance of a dependency of ``Container`` for a test, such as one closure of a client:
    /// `.modify(\.api) { $0.fetch = { _ in .mock } }`.
    ///
    /// Several changes add up, in the order of the traits. An instance that a scope stores is changed once. A later override
    /// replaces the changed instance. A strict test counts the dependency as live if it is live without the change.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.api`.
    ///   - change: Runs at each construction of an instance, on the thread that resolves.
    public static func modify<F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ change: @escaping @Sendable (inout F.T) -> Void
    ) -> Self {
        OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), modifying: change)
    }

    /// Changes each new instance of a dependency of a container type for a test. See
    /// ``modify(_:fileID:line:column:_:)``.
    public static func modify<C: TaskLocalContainer, F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ change: @escaping @Sendable (inout F.T) -> Void
    ) -> Self {
        OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), modifying: change)
    }
}
