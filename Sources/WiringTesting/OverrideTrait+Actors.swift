public import Testing

extension Trait where Self == OverrideTrait {
    /// Overrides a dependency of ``Container`` that is isolated to the main actor, for a test:
    /// `.override(onMainActor: { $0.model }) { MockModel() }`. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: Returns the dependency.
    ///   - factory: Creates the instance on the main actor, in place of all other closures.
    @_documentation(visibility: internal)
    public static func override<F: DeclaredDependency & SendableMetatype>(
        onMainActor dependency: @escaping @MainActor @Sendable (Container) -> F,
        _ factory: @escaping @MainActor @Sendable (F.P) -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(ActorClosure(onMainActor: dependency), by: ActorClosure(onMainActor: factory), at: call)
    }

    /// Overrides a dependency that is isolated to the main actor, for a test: `.override(onMainActor: { $0.model }) { MockModel() }` one of
    /// ``Container``, `.override(onMainActor: { (container: ShopContainer) in container.model }) { MockModel() }` one of another type. See
    /// ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: Returns the dependency.
    ///   - factory: Creates the instance on the main actor, in place of all other closures.
    public static func override<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        onMainActor dependency: @escaping @MainActor @Sendable (C) -> F,
        _ factory: @escaping @MainActor @Sendable (F.P) -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(ActorClosure(onMainActor: dependency), by: ActorClosure(onMainActor: factory), at: call)
    }

    /// Overrides a dependency of ``Container`` that is isolated to an actor, for a test:
    /// `.override(onActor: { @StoreActor in $0.ledger }) { @StoreActor in MockLedger() }`. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: Returns the dependency. It is isolated to the actor that the declaration is isolated to.
    ///   - factory: Creates the instance in place of all other closures, where the dependency is resolved. It is isolated to
    ///     the same actor, or not isolated.
    @_documentation(visibility: internal)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public static func override<F: DeclaredDependency & SendableMetatype>(
        onActor dependency: @escaping @isolated(any) @Sendable (Container) -> F,
        _ factory: @escaping @isolated(any) @Sendable (F.P) -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(ActorClosure(dependency), by: ActorClosure(factory), at: call)
    }

    /// Overrides a dependency that is isolated to an actor, for a test:
    /// `.override(onActor: { @StoreActor in $0.ledger }) { @StoreActor in MockLedger() }` one of ``Container``, and one of another type with
    /// `{ @StoreActor in ($0 as ShopContainer).ledger }`. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: Returns the dependency. It is isolated to the actor that the declaration is isolated to.
    ///   - factory: Creates the instance in place of all other closures, where the dependency is resolved. It is isolated to
    ///     the same actor, or not isolated.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public static func override<C: TaskLocalContainer, F: DeclaredDependency & SendableMetatype>(
        onActor dependency: @escaping @isolated(any) @Sendable (C) -> F,
        _ factory: @escaping @isolated(any) @Sendable (F.P) -> F.T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(ActorClosure(dependency), by: ActorClosure(factory), at: call)
    }
}
