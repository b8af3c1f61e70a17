public import Testing

/// Says what may be live in a strict test, and need not be used: `.allow(\.hashing, \.clock)`.
///
/// It stands beside `.container(.strict)`, on a suite or on a test, before or after it. Where nothing is strict it changes
/// nothing.
public struct AllowTrait: TestTrait, SuiteTrait, TestScoping {
    private let dependencies: @Sendable () -> [ObservedDeclaration]

    /// A suite's trait applies to each of its tests.
    public var isRecursive: Bool { true }

    fileprivate init(_ dependencies: @escaping @Sendable () -> [ObservedDeclaration]) {
        self.dependencies = dependencies
    }

    /// Runs a test case in which these may be live. Swift Testing calls this.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let isolation = TestIsolation.current(for: test)
        dependencies().forEach(isolation.report.allow)
        try await isolation.run(test, testCase, function)
    }
}

extension Trait where Self == AllowTrait {
    /// Names what may be live in a strict test. See ``AllowTrait``.
    public static func allow<each F: FactoryModifying & SendableMetatype>(
        _ dependencies: repeat any KeyPath<Container, each F> & Sendable
    ) -> Self {
        AllowTrait {
            // A container of its own, because a declaration may set something when it is asked for.
            let container = Container()
            var declarations: [ObservedDeclaration] = []
            repeat declarations.append(container[keyPath: each dependencies].observedDeclaration)
            return declarations
        }
    }

    /// Names what may be live in a strict test, of a container type of one's own: `.allow(\PaymentContainer.gateway)`.
    public static func allow<C: TaskLocalContainer, each F: FactoryModifying & SendableMetatype>(
        _ dependencies: repeat any KeyPath<C, each F> & Sendable
    ) -> Self {
        AllowTrait {
            let container = C()
            var declarations: [ObservedDeclaration] = []
            repeat declarations.append(container[keyPath: each dependencies].observedDeclaration)
            return declarations
        }
    }
}
