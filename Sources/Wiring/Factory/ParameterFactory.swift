/// A closure that makes an instance out of a parameter, as ``ParameterFactory`` takes it.
public typealias ParameterFactoryType<P, T> = (P) -> T

/// A ``Factory`` whose closure takes a parameter.
///
/// ```swift
/// extension Container {
///     var letter: ParameterFactory<String, Letter> { self { Letter(to: $0) } }
/// }
///
/// let letter = container.letter("Ada")
/// ```
/// A scope keeps one instance for all parameters, made with the first one, unless ``DeclaredDependency/scopeOnParameters`` keeps
/// one for each.
@frozen
public struct ParameterFactory<P, T>: FactoryModifying {
    @usableFromInline package var storedRegistration: FactoryRegistration<P, T>
    @usableFromInline let make: (P) -> T

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<P, T> { storedRegistration }

    @_documentation(visibility: internal)
    public static func closure<Input>(_ make: @escaping (Input) -> T) -> FactoryRegistration<P, T>.Closure {
        .init(ErasedClosure(make))
    }

    #if DEBUG
        /// Declares a dependency. `self { … }` in an extension of a container is equivalent. See
        /// ``Factory/init(_:key:fileID:line:column:isolation:_:)``.
        @export(implementation)
        @inline(always)
        public init(
            _ container: any ManagedContainer,
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            isolation: (any Actor)? = #isolation,
            _ factory: @escaping (P) -> T
        ) {
            let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
            storedRegistration = FactoryRegistration(container, site, isolation)
            make = factory
        }
    #else
        /// Declares a dependency. `self { … }` in an extension of a container is equivalent.
        @export(implementation)
        @inline(always)
        public init(
            _ container: any ManagedContainer,
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            _ factory: @escaping (P) -> T
        ) {
            let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
            storedRegistration = FactoryRegistration(container, site)
            make = factory
        }
    #endif

    @export(implementation)
    @inline(always)
    init(
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ isolation: (any Actor)?,
        _ factory: @escaping (P) -> T
    ) {
        storedRegistration = FactoryRegistration(container, site, isolation)
        make = factory
    }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func applying(_ change: FactoryRegistration<P, T>.Change) -> Self {
        var copy = self
        copy.storedRegistration.modification = change.modification
        return copy
    }

    /// Resolves the dependency for a parameter. See ``Factory/callAsFunction(fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public func callAsFunction(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the dependency. This overload can be passed as a function: `map(factory.resolve)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func resolve(_ parameters: P) -> T { resolve(parameters, at: .unknown) }

    /// Resolves for a call at a place. See ``Factory/resolve(at:)``.
    @export(implementation)
    @inline(always)
    package func resolve(_ parameters: P, at call: CallSite) -> T {
        #if DEBUG
            storedRegistration.checkIsolation(at: call)
        #endif
        let manager = storedRegistration.manager
        do {
            guard case .none = storedRegistration.modification,
                manager.enter(storedRegistration.site, T.self, P.self, of: storedRegistration.container)
            else {
                return try manager.instance(
                    storedRegistration.modification,
                    for: parameters,
                    of: storedRegistration.container,
                    at: call
                )
            }
        } catch {}
        // One call of the closure and one of `finish` for all ways that lead here: the blocks of a resolution are what a build pays.
        var instance = make(parameters)
        ResolutionStack.finish(&instance)
        return instance
    }

    /// Resolves the dependency for a parameter. See ``Factory/callAsFunction(fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public func resolve(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Registers a closure that replaces the declaration's, and clears the instances for all parameters. See
    /// ``Factory/register(factory:fileID:line:column:)``, also for the short form.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func register(
        factory: @escaping (P) -> T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        Self.register(
            factory,
            storedRegistration.container,
            storedRegistration.site,
            storedRegistration.modification,
            at: call
        )
        call.endBlock()
        return self
    }

    // See ``Factory/register(_:_:_:_:at:)``.
    @usableFromInline
    @inline(never)
    static func register(
        _ factory: @escaping (P) -> T,
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ modification: Modification,
        at call: CallSite
    ) {
        let registration = FactoryRegistration<P, T>(container, site, modification)
        registration.dependency.register(ErasedClosure(factory), at: call)
    }

    /// Registers a closure. This overload can be passed as a function.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func register(factory: @escaping (P) -> T) -> Self {
        register(factory: factory, fileID: "", line: 0, column: 0)
    }

    /// Registers a closure. See ``register(factory:fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction(
        factory: @escaping (P) -> T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) { register(factory: factory, fileID: fileID, line: line, column: column) }
}

// SAFETY: The compiler cannot check this, as for `Factory`.
extension ParameterFactory: @unchecked Sendable where P: Sendable, T: Sendable {}
