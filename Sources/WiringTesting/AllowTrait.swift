public import Testing

/// Says what may be live in a strict test, and need not be used: `.allow(\.hashing, \.clock)`. What falls through to the
/// process's container fails the test all the same.
///
/// It stands beside `.container(.strict)`, on a suite or on a test, before or after it. Where nothing is strict it changes
/// nothing.
public struct AllowTrait: TestTrait, SuiteTrait, TestScoping {
    private let dependencies: @Sendable () async -> [Declaration]

    /// A suite's trait applies to each of its tests.
    public var isRecursive: Bool { true }

    fileprivate init(_ dependencies: @escaping @Sendable () async -> [Declaration]) {
        self.dependencies = dependencies
    }

    /// Runs a test case in which these may be live. Swift Testing calls this.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let isolation = TestIsolation.current(for: test)
        await dependencies().forEach(isolation.report.allow)
        try await isolation.run(test, testCase, function)
    }
}

extension Trait where Self == AllowTrait {
    /// Names what may be live in a strict test. See ``AllowTrait``.
    public static func allow<each F: FactoryModifying & SendableMetatype>(
        _ dependencies: repeat any KeyPath<Container, each F> & Sendable
    ) -> Self {
        AllowTrait {
            let container = Container().unregistered
            var declarations: [Declaration] = []
            repeat declarations.append(container[keyPath: each dependencies].declaration)
            return declarations
        }
    }

    /// Names what may be live in a strict test, of a container type of one's own: `.allow(\PaymentContainer.gateway)`.
    public static func allow<C: TaskLocalContainer, each F: FactoryModifying & SendableMetatype>(
        _ dependencies: repeat any KeyPath<C, each F> & Sendable
    ) -> Self {
        AllowTrait {
            let container = C().unregistered
            var declarations: [Declaration] = []
            repeat declarations.append(container[keyPath: each dependencies].declaration)
            return declarations
        }
    }

    /// Names what may be live in a strict test and has no key path, as what takes an argument: `.allow { $0.unit(metric: true) }`.
    public static func allow<F: FactoryModifying & SendableMetatype>(_ dependency: @escaping @Sendable (Container) -> F)
        -> Self
    {
        AllowTrait { [dependency(Container().unregistered).declaration] }
    }

    /// Names what may be live in a strict test and is the main actor's: `.allow(onMainActor: { $0.model })`.
    public static func allow<F: FactoryModifying & SendableMetatype>(
        onMainActor dependency: @escaping @MainActor @Sendable (Container) -> F
    ) -> Self {
        AllowTrait { await MainActor.run { [dependency(Container().unregistered).declaration] } }
    }
}

extension ManagedContainer {
    /// This container, which is there to ask for declarations and registers nothing by itself. One of its own, because a
    /// declaration may set something when it is asked for.
    fileprivate var unregistered: Self {
        manager.disableAutoRegistration()
        return self
    }
}
