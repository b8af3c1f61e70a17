/// A ``Factory`` whose closure may throw.
///
/// ```swift
/// extension Container {
///     var license: ThrowingFactory<License, LicenseError> {
///         self { () throws(LicenseError) in try License.load() }.cached
///     }
/// }
///
/// let license = try container.license()
/// ```
/// The closure runs as that of a ``Factory`` does. An error goes to all callers that wait for the instance, as the closure threw
/// it. No scope keeps it: the next caller runs the closure again. ``ContainerManager/failureObserver``
/// receives it, with the path that led to it.
public typealias ThrowingFactory<Success, Failure: Error> = ThrowingParameterFactory<Void, Success, Failure>

/// A ``ThrowingFactory`` whose closure takes a parameter.
///
/// ```swift
/// extension Container {
///     var draft: ThrowingParameterFactory<String, Sheet, any Error> { self { try Sheet(draft: $0) } }
/// }
///
/// let draft = try container.draft("letter")
/// ```
public struct ThrowingParameterFactory<Parameter, Success, Failure: Error>: EffectfulFactory {
    @usableFromInline var storedRegistration: FactoryRegistration<Parameter, Attempt<Success, Failure>>
    @usableFromInline let make: (Parameter) throws(Failure) -> Success

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<Parameter, Attempt<Success, Failure>> { storedRegistration }

    @_spi(Sealed) public var base: ParameterFactory<Parameter, Attempt<Success, Failure>> {
        ParameterFactory(storedRegistration, Self.product(of: make))
    }

    @export(implementation)
    @inline(always)
    init(
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ isolation: (any Actor)?,
        _ factory: @escaping (Parameter) throws(Failure) -> Success
    ) {
        #if DEBUG
            storedRegistration = FactoryRegistration(container, site, isolation)
        #else
            storedRegistration = FactoryRegistration(container, site)
        #endif
        make = factory
    }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func applying(_ change: FactoryRegistration<Parameter, Attempt<Success, Failure>>.Change) -> Self {
        var copy = self
        copy.storedRegistration.modification = change.modification
        return copy
    }

    /// Wraps the result of a closure in an ``Attempt``.
    static func product(
        of make: @escaping (Parameter) throws(Failure) -> Success
    ) -> (Parameter) -> Attempt<Success, Failure> {
        { parameters in Attempt(Result { () throws(Failure) in try make(parameters) }) }
    }

    @_spi(Sealed) public static func product(returning value: Success) -> Attempt<Success, Failure> {
        Attempt(.success(value))
    }

    @_spi(Sealed) public static func product(
        _ product: Attempt<Success, Failure>,
        changing change: @escaping (inout Success) -> Void
    ) -> Attempt<Success, Failure> {
        Attempt(
            product.result.map { instance in
                var instance = instance
                change(&instance)
                return instance
            }
        )
    }

    /// Resolves the dependency for a parameter.
    ///
    /// - Throws: What the closure throws.
    @export(implementation)
    @inline(always)
    public func callAsFunction(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try find(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency for a parameter. See ``callAsFunction(_:fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public func resolve(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try find(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Returns the stored instance, or resolves.
    @export(implementation)
    @inline(always)
    func find(_ parameters: Parameter, at call: CallSite) throws(Failure) -> Success {
        #if DEBUG
            storedRegistration.checkIsolation(at: call)
        #endif
        if case .some(let modified) = storedRegistration.modification {
            // SAFETY: This value has the container, which retains its manager.
            do { return try storedRegistration.manager.settledInstance(modified, for: parameters) } catch {}
        }
        return try resolve(parameters, at: call)
    }

    @usableFromInline
    func resolve(_ parameters: Parameter, at call: CallSite) throws(Failure) -> Success {
        let observer = observingManager
        do {
            let instance = try base.resolve(parameters, at: call).result.get()
            observer?.currentSettings.decorator?(instance)
            return instance
        } catch {
            report(error, at: call)
            throw error
        }
    }
}

extension ThrowingParameterFactory where Parameter == Void {
    /// Resolves the dependency.
    ///
    /// - Throws: What the closure throws.
    @export(implementation)
    @inline(always)
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try find((), at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try find((), at: CallSite(fileID: fileID, line: line, column: column))
    }
}

// SAFETY: The compiler cannot check this, as for `Factory`.
extension ThrowingParameterFactory: @unchecked Sendable where Parameter: Sendable, Success: Sendable {}
