extension ManagedContainer {
    #if DEBUG
        /// Declares a dependency. See ``Factory/init(_:key:fileID:line:column:isolation:_:)``.
        ///
        /// If the dependency is itself a closure with a typed error, name it before you return it. On `self { { () throws(E) in … } }`,
        /// the compiler crashes (Swift 6.3), here and in each other closure that makes an instance.
        ///
        /// In a property that is not isolated, the closure may be one of the main actor. Prefer to isolate the property,
        /// `@MainActor var model: Factory<Model> { self { Model() } }`, so that the compiler checks where you resolve it. Otherwise,
        /// the program stops if the closure would run off the main actor. A closure that replaces it can run anywhere.
        @export(implementation)
        @inline(always)
        public func callAsFunction<T>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            isolation: (any Actor)? = #isolation,
            _ factory: @escaping () -> T
        ) -> Factory<T> {
            Factory(self, key: key, fileID: fileID, line: line, column: column, isolation: isolation, factory)
        }

        /// Declares a dependency that takes a parameter. See ``ParameterFactory``.
        @export(implementation)
        @inline(always)
        public func callAsFunction<P, T>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            isolation: (any Actor)? = #isolation,
            _ factory: @escaping (P) -> T
        ) -> ParameterFactory<P, T> {
            ParameterFactory(self, key: key, fileID: fileID, line: line, column: column, isolation: isolation, factory)
        }
    #else
        /// Declares a dependency. See ``Factory``.
        ///
        /// If the dependency is itself a closure with a typed error, name it before you return it. On `self { { () throws(E) in … } }`,
        /// the compiler crashes (Swift 6.3), here and in each other closure that makes an instance.
        ///
        /// In a property that is not isolated, the closure may be one of the main actor. Prefer to isolate the property,
        /// `@MainActor var model: Factory<Model> { self { Model() } }`, so that the compiler checks where you resolve it. Otherwise,
        /// the program stops if the closure would run off the main actor. A closure that replaces it can run anywhere.
        @export(implementation)
        @inline(always)
        public func callAsFunction<T>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            _ factory: @escaping () -> T
        ) -> Factory<T> { Factory(self, key: key, fileID: fileID, line: line, column: column, factory) }

        /// Declares a dependency that takes a parameter. See ``ParameterFactory``.
        @export(implementation)
        @inline(always)
        public func callAsFunction<P, T>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            _ factory: @escaping (P) -> T
        ) -> ParameterFactory<P, T> {
            ParameterFactory(self, key: key, fileID: fileID, line: line, column: column, factory)
        }
    #endif

    // MARK: - Closures of the main actor

    /// Declares a dependency with a closure of the main actor, in a property that is not isolated. See `callAsFunction(_:)`.
    @_documentation(visibility: internal)
    public func callAsFunction<T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @MainActor () -> T
    ) -> Factory<T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        var result = Factory(self, site, nil) { onMainActor(for: ()) { factory() } }
        result.storedRegistration.buildOnMainActor()
        return result
    }

    /// Declares a dependency that takes a parameter with a closure of the main actor, in a property that is not isolated. See
    /// `callAsFunction(_:)`.
    @_documentation(visibility: internal)
    public func callAsFunction<P, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @MainActor (P) -> T
    ) -> ParameterFactory<P, T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        var result = ParameterFactory(self, site, nil) { onMainActor(for: $0, factory) }
        result.storedRegistration.buildOnMainActor()
        return result
    }

    // MARK: - Promises

    /// Declares a dependency that another module or the program registers.
    ///
    /// ```swift
    /// extension Container {
    ///     public var accounts: Factory<(any AccountLoading)?> { promised() }
    /// }
    /// ```
    /// The type may also be a ``ParameterFactory`` of an optional.
    ///
    /// If nothing is registered when it is resolved and ``ContainerManager/promiseTriggersError`` is `true`, the program stops
    /// with an error that names the dependency, its declaration and the call. Otherwise it resolves to `nil`. By default, only a
    /// debug build outside previews stops.
    public func promised<T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Factory<T?> {
        var factory = Factory<T?>(self, key: key, fileID: fileID, line: line, column: column) { self.unkeptPromise() }
        factory.storedRegistration.modification = modification(ofPromise: factory.registration.declaration)
        return factory
    }

    /// The same for a dependency that takes a parameter. See `promised()`.
    @_documentation(visibility: internal)
    public func promised<P, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> ParameterFactory<P, T?> {
        var factory = ParameterFactory<P, T?>(self, key: key, fileID: fileID, line: line, column: column) { _ in
            self.unkeptPromise()
        }
        factory.storedRegistration.modification = modification(ofPromise: factory.registration.declaration)
        return factory
    }

    /// If an unkept promise may be an error, promises are resolved on the slow path, which knows the call.
    package func modification(ofPromise declaration: Declaration) -> Modification {
        guard manager.flags.isOn(.promises) else { return .none }
        return .some(.own(Modification.Own(declaration, Modifiers(), kind: .promise)))
    }

    /// Resolves a promise for which nothing is registered.
    package func unkeptPromise<T>() -> T? {
        guard manager.promiseTriggersError, CollectedFailure.collector == nil else { return nil }
        Failure.unkeptPromise(ResolutionStack.path, at: ResolutionStack.currentCall)
    }
}

/// Runs the closure of the innermost declaration, which is one of the main actor. Stops the program on another thread.
package func onMainActor<P, T, E>(for parameter: P, _ make: @MainActor (P) throws(E) -> T) throws(E) -> T {
    guard !MainActor.shared.isKnownNotToRunThisCode else {
        Failure.resolved(off: .mainActor, ResolutionStack.path, at: ResolutionStack.currentCall)
    }
    // SAFETY: Both are set and read here, on the main actor.
    nonisolated(unsafe) let parameter = parameter
    nonisolated(unsafe) var result: Result<T, E>?
    MainActor.assumeIsolated { result = Result { () throws(E) in try make(parameter) } }
    return try result!.get()
}

/// A container that can also register and resolve by type, without a declaration.
///
/// ```swift
/// final class Plugins: Resolving {
///     let manager = ContainerManager()
/// }
///
/// plugins.register((any API).self) { LiveAPI() }
/// let api = plugins.resolve((any API).self)
/// ```
/// To conform ``Container`` in your module, write `extension Container: @retroactive Resolving {}`.
public protocol Resolving: ManagedContainer {
    /// Registers a closure for a type, replacing an earlier one, and clears the instances that its scope keeps.
    ///
    /// - Returns: The type's factory, for modifiers.
    @_documentation(visibility: internal)
    @discardableResult
    func register<T>(_ type: T.Type, factory: @escaping () -> T) -> Factory<T>

    /// Returns the factory of a type, or `nil` if nothing is registered for it.
    @_documentation(visibility: internal)
    func factory<T>(_ type: T.Type) -> Factory<T>?

    /// Resolves a type. Returns `nil` if nothing is registered for it.
    @_documentation(visibility: internal)
    func resolve<T>(_ type: T.Type, fileID: StaticString, line: UInt, column: UInt) -> T?
}

extension Resolving {
    /// Registers a closure for a type, replacing an earlier one, and clears the instances that its scope keeps.
    ///
    /// Each container type has its own registrations by type, and its own singletons for them.
    @discardableResult
    public func register<T>(_ type: T.Type = T.self, factory: @escaping () -> T) -> Factory<T> {
        // Without a place: a strict test then does not ask for its use, because this is also how the type is declared.
        typed(factory).register(factory: factory, fileID: "", line: 0, column: 0)
    }

    /// Returns the factory of a type, or `nil` if nothing is registered for it.
    public func factory<T>(_ type: T.Type = T.self) -> Factory<T>? {
        manager.registerAutomatically(self)
        let declaration = Declaration(site, product: T.self)
        let visible = visible
        let automatic = visible.manager.automaticRegistration(of: visible)
        guard let registered = visible.manager.state(of: declaration, over: automatic)?.registration else { return nil }
        return typed { registered.closure.typed(Void.self, T.self)(()) }
    }

    /// Resolves a type. Returns `nil` if nothing is registered for it.
    public func resolve<T>(
        _ type: T.Type = T.self,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T? { factory(type)?(fileID: fileID, line: line, column: column) }

    private func typed<T>(_ factory: @escaping () -> T) -> Factory<T> { Factory(self, site, nil, factory) }

    /// The site of a type, which has no line. Each container type has its own.
    private var site: Declaration.Site {
        Declaration.Site(key: "resolve", fileID: "registered by its type", identity: type(of: self as AnyObject))
    }
}
