public import Testing

/// Overrides dependencies for a test.
///
/// ```swift
/// @Test(.container, .override(\.api) { MockAPI() }, .override(\.letter) { Letter(to: "Dear \($0)") })
/// func writesToTheMock() {
///     #expect(Container.shared.api() is MockAPI)
///     #expect(Container.shared.letter("Ada").name == "Dear Ada")
/// }
/// ```
/// An override stands above registrations, above closures for contexts, and so above a declaration's own `onTest`. The
/// instance that the scope keeps is cleared. Of several for one declaration the last counts, the test's after its suite's.
///
/// Where no trait gives the test a container of that type, this one does: a child of the current one, as with
/// `.container(.inheriting)`. With `.container` the test begins with nothing else, whichever of the two stands first.
///
/// A key path cannot name a declaration that is isolated to an actor. Override that in the closure of `.container`.
public struct OverrideTrait: TestTrait, SuiteTrait, TestScoping {
    private let overrides: [Overrides]
    /// Whether a strict test must use them: one of its own, and not a set that serves many.
    private let isRequired: Bool

    /// A suite's trait applies to each of its tests.
    public var isRecursive: Bool { true }

    fileprivate init(_ overrides: [Overrides], isRequired: Bool) {
        self.overrides = overrides
        self.isRequired = isRequired
    }

    /// Overrides one declaration, for what was written at a place.
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
                if isRequired { change.apply() } else { report.excuse { change.apply() } }
            }
        )
    }
}

extension Trait where Self == OverrideTrait {
    /// Overrides what a test resolves with sets that are kept in one place. See ``OverrideTrait``.
    public static func override(_ first: Overrides, _ others: Overrides...) -> Self {
        OverrideTrait([first] + others, isRequired: false)
    }

    /// Overrides a dependency of ``Container`` for a test. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.api`.
    ///   - factory: Makes the instance in place of all other closures.
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
    ///   - factory: Makes the instance in place of all other closures.
    public static func override<C: TaskLocalContainer, F: FactoryModifying & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @Sendable (F.P) -> F.T
    ) -> Self {
        OverrideTrait(dependency, at: CallSite(fileID: fileID, line: line, column: column), factory)
    }
}
