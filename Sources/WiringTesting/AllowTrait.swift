public import Testing

/// Names dependencies that a test need not replace: `.allow(\.hashing, \.clock)`.
///
/// - In a strict test, they may be real, that is, not replaced, and their replacements need not be used. A resolution
///   from outside the test's containers is reported all the same.
/// - In any test, they may be unimplemented: using one returns its placeholder and does not fail the test. Without a
///   placeholder, a use still throws or stops the program, unless it returns `Void`. An unimplemented function belongs
///   to the dependency whose resolution created it. If no resolution did, for example because a test read a
///   `static let` first, the function cannot be allowed.
///
/// A part, such as `\.date[\.now]`, stands for the dependency that it is a part of.
///
/// Put the trait on a suite or on a test, before or after `.container`.
public struct AllowTrait: TestTrait, SuiteTrait, TestScoping, SpecifyingTrait {
    let identity = TraitIdentity()
    let specify: @Sendable (inout TraitSpecification, Test) -> Void

    /// A trait on a suite applies to each of its tests.
    @_documentation(visibility: internal)
    public var isRecursive: Bool { true }

    fileprivate init(_ dependencies: @escaping @Sendable () async -> [Declaration]) {
        specify = { specification, _ in specification.allowed = dependencies }
    }

    /// Runs a test case in which the dependencies are allowed. Swift Testing calls this.
    @_documentation(visibility: internal)
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws { try await TestIsolation.run(self, for: test, testCase: testCase, function) }
}

extension Trait where Self == AllowTrait {
    /// Names dependencies that a test need not replace. See ``AllowTrait``.
    @_documentation(visibility: internal)
    public static func allow<each Dependency: DeclaredDependency & SendableMetatype>(
        _ dependencies: repeat any KeyPath<Container, each Dependency> & Sendable
    ) -> Self { AllowTrait { declarations(repeat each dependencies) } }

    /// Names dependencies that a test need not replace: `.allow(\.api, \.store)` of ``Container``, `.allow(\PaymentContainer.gateway)` of another
    /// type. See ``AllowTrait``.
    public static func allow<ContainerType: TaskLocalContainer, each Dependency: DeclaredDependency & SendableMetatype>(
        _ dependencies: repeat any KeyPath<ContainerType, each Dependency> & Sendable
    ) -> Self { AllowTrait { declarations(repeat each dependencies) } }

    /// Names a dependency that a test need not replace and that has no key path, because it takes an argument or its container
    /// is created with arguments: `.allow { $0.unit(metric: true) }`, `.allow { SessionContainer(parent: $0, user: "").api }`.
    ///
    /// - Parameter dependency: Returns the dependency. It receives an empty container.
    public static func allow<Dependency: DeclaredDependency & SendableMetatype>(
        _ dependency: @escaping @Sendable (Container) -> Dependency
    ) -> Self { AllowTrait { [declaration(of: dependency)] } }

    /// Names a dependency that a test need not replace and that is isolated to the main actor:
    /// `.allow(onMainActor: { $0.model })`, `.allow(onMainActor: { _ in PaymentContainer().model })`.
    public static func allow<Dependency: DeclaredDependency & SendableMetatype>(
        onMainActor dependency: @escaping @MainActor @Sendable (Container) -> Dependency
    ) -> Self { AllowTrait { await MainActor.run { [declaration(of: { dependency($0) })] } } }
}

extension Trait where Self == AllowTrait {
    /// Names a dependency that a test need not replace and that is isolated to an actor:
    /// `.allow(onActor: { @StoreActor in $0.ledger })`.
    ///
    /// - Parameter dependency: Returns the dependency. It is isolated to the actor that its declaration is isolated to, and receives
    ///   an empty container.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public static func allow<Dependency: DeclaredDependency & SendableMetatype>(
        onActor dependency: @escaping @isolated(any) @Sendable (Container) -> Dependency
    ) -> Self {
        AllowTrait {
            let synchronous = ActorClosure(dependency)
            return await synchronous.run { [declaration(of: $0)] }
        }
    }
}

/// The declarations that key paths to the dependencies of a container type name.
func declarations<C: TaskLocalContainer, each Dependency: DeclaredDependency>(
    _ dependencies: repeat KeyPath<C, each Dependency>
) -> [Declaration] {
    let container = C.forDeclarations
    var declarations: [Declaration] = []
    repeat declarations.append(container[keyPath: each dependencies].checked)
    return declarations
}

extension DeclaredDependency {
    /// The declaration that a strict test checks: if this is a part, that of the dependency that it is a part of.
    var checked: Declaration { registration.modification.kind.whole ?? declaration }
}

/// The declaration that a closure names. The containers that it makes change no singletons.
private func declaration(of dependency: (Container) -> some DeclaredDependency) -> Declaration {
    Isolation(isInheriting: true).withSingletons { dependency(.forDeclarations).checked }
}

extension TaskLocalContainer {
    /// A new container whose declarations are read, because that may modify it. It does not run `autoRegister()`, and what its initializer
    /// registers or builds changes no singletons.
    static var forDeclarations: Self {
        // The initializer of `Container` sets nothing.
        let container = self == Container.self ? Self() : Isolation(isInheriting: true).withSingletons(Self.init)
        container.manager.disableAutoRegistration()
        return container
    }
}
