public import Testing

extension Trait where Self == OverrideTrait {
    /// Overrides a dependency of ``Container`` whose closure may throw or await with one that does neither. See
    /// ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.key`.
    ///   - factory: Creates the instance in place of all other closures.
    public static func override<F: EffectfulFactory & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        _ factory: @escaping @Sendable (F.Parameter) -> F.Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, effectfully: { $0.override(at: call, returning: factory) })
    }

    /// Overrides a dependency of a container type whose closure may throw or await with one that does neither. See
    /// ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\PaymentContainer.key`.
    ///   - factory: Creates the instance in place of all other closures.
    public static func override<C: TaskLocalContainer, F: EffectfulFactory & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        _ factory: @escaping @Sendable (F.Parameter) -> F.Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, effectfully: { $0.override(at: call, returning: factory) })
    }

    /// Overrides a dependency of ``Container`` whose closure may throw. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.key`.
    ///   - factory: Creates the instance in place of all other closures.
    @_disfavoredOverload
    public static func override<Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<Container, ThrowingParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, effectfully: { $0.override(at: call, factory) })
    }

    /// Overrides a dependency of a container type whose closure may throw. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\PaymentContainer.key`.
    ///   - factory: Creates the instance in place of all other closures.
    @_disfavoredOverload
    public static func override<C: TaskLocalContainer, Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<C, ThrowingParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, effectfully: { $0.override(at: call, factory) })
    }

    /// Overrides a dependency of ``Container`` whose closure may await and throw. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.store`.
    ///   - factory: Creates the instance in place of all other closures.
    @_disfavoredOverload
    public static func override<Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<Container, AsyncParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) async throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, effectfully: { $0.override(at: call, factory) })
    }

    /// Overrides a dependency of a container type whose closure may await and throw. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\PaymentContainer.store`.
    ///   - factory: Creates the instance in place of all other closures.
    @_disfavoredOverload
    public static func override<C: TaskLocalContainer, Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<C, AsyncParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) async throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, effectfully: { $0.override(at: call, factory) })
    }

    /// Overrides a dependency of ``Container`` whose closure may throw or await with a value. See `override(_:with:)`.
    public static func override<F: EffectfulFactory & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        with value: @autoclosure @escaping @Sendable () throws -> F.Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(Container.self, at: call, with: value) {
            $0[keyPath: dependency].override(at: call, with: $1)
        }
    }

    /// Overrides a dependency of a container type whose closure may throw or await with a value. See `override(_:with:)`.
    public static func override<C: TaskLocalContainer, F: EffectfulFactory & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        with value: @autoclosure @escaping @Sendable () throws -> F.Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(C.self, at: call, with: value) { $0[keyPath: dependency].override(at: call, with: $1) }
    }

    /// Changes each new instance of a dependency of ``Container`` whose closure may throw or await. See
    /// ``modify(_:_:fileID:line:column:)``.
    public static func modify<F: EffectfulFactory & SendableMetatype>(
        _ dependency: any KeyPath<Container, F> & Sendable,
        _ change: @escaping @Sendable (inout F.Success) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, effectfully: { $0.modify(at: call, change) })
    }

    /// Changes each new instance of a dependency of a container type whose closure may throw or await. See
    /// ``modify(_:_:fileID:line:column:)``.
    public static func modify<C: TaskLocalContainer, F: EffectfulFactory & SendableMetatype>(
        _ dependency: any KeyPath<C, F> & Sendable,
        _ change: @escaping @Sendable (inout F.Success) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, effectfully: { $0.modify(at: call, change) })
    }
}
