public import Wiring

extension ManagedContainer {
    // Disfavored, so that a closure that neither throws nor awaits declares a `Factory` where the type does not say otherwise.

    /// Declares a dependency whose closure may throw. See ``ThrowingFactory``. Do not pass `isolation`.
    ///
    /// The closure may take a parameter: then it declares a ``ThrowingParameterFactory``. It may be one of the main actor, in a property
    /// that is not isolated, as for a ``Factory``.
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func callAsFunction<Success, Failure: Error>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ factory: @escaping () throws(Failure) -> Success
    ) -> ThrowingFactory<Success, Failure> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        return ThrowingFactory(self, site, isolation) { () throws(Failure) in try factory() }
    }

    /// Declares a dependency that takes a parameter and whose closure may throw. See ``ThrowingParameterFactory``.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func callAsFunction<Parameter, Success, Failure: Error>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ factory: @escaping (Parameter) throws(Failure) -> Success
    ) -> ThrowingParameterFactory<Parameter, Success, Failure> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        return ThrowingParameterFactory(self, site, isolation, factory)
    }

    /// Declares a dependency with a closure of the main actor that may throw, in a property that is not isolated.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<Success, Failure: Error>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @MainActor () throws(Failure) -> Success
    ) -> ThrowingFactory<Success, Failure> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        var declared = ThrowingFactory(self, site, nil) { () throws(Failure) in
            try onMainActor(for: ()) { () throws(Failure) in try factory() }
        }
        declared.storedRegistration.buildOnMainActor()
        return declared
    }

    /// Declares a dependency that takes a parameter with a closure of the main actor that may throw, in a property that is not
    /// isolated.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<Parameter, Success, Failure: Error>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping @MainActor (Parameter) throws(Failure) -> Success
    ) -> ThrowingParameterFactory<Parameter, Success, Failure> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        var declared = ThrowingParameterFactory(self, site, nil) { (parameter: Parameter) throws(Failure) in
            try onMainActor(for: parameter, factory)
        }
        declared.storedRegistration.buildOnMainActor()
        return declared
    }

    // A release build does not evaluate the isolation.

    #if DEBUG
        /// Declares a dependency whose closure may await and throw. See ``AsyncFactory``. Do not pass `isolation`.
        ///
        /// The closure may take a parameter: then it declares an ``AsyncParameterFactory``.
        @_disfavoredOverload
        @export(implementation)
        @inline(always)
        public func callAsFunction<Success, Failure: Error>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            isolation: (any Actor)? = #isolation,
            _ factory: @escaping () async throws(Failure) -> Success
        ) -> AsyncFactory<Success, Failure> {
            let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
            return AsyncFactory(self, site, isolation) { () async throws(Failure) in try await factory() }
        }

        /// Declares a dependency that takes a parameter and whose closure may await and throw. See ``AsyncParameterFactory``.
        @_documentation(visibility: internal)
        @_disfavoredOverload
        @export(implementation)
        @inline(always)
        public func callAsFunction<Parameter, Success, Failure: Error>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            isolation: (any Actor)? = #isolation,
            _ factory: @escaping (Parameter) async throws(Failure) -> Success
        ) -> AsyncParameterFactory<Parameter, Success, Failure> {
            let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
            return AsyncParameterFactory(self, site, isolation, factory)
        }
    #else
        /// Declares a dependency whose closure may await and throw. See ``AsyncFactory``.
        ///
        /// The closure may take a parameter: then it declares an ``AsyncParameterFactory``.
        @_disfavoredOverload
        @export(implementation)
        @inline(always)
        public func callAsFunction<Success, Failure: Error>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            _ factory: @escaping () async throws(Failure) -> Success
        ) -> AsyncFactory<Success, Failure> {
            let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
            return AsyncFactory(self, site, nil) { () async throws(Failure) in try await factory() }
        }

        /// Declares a dependency that takes a parameter and whose closure may await and throw. See ``AsyncParameterFactory``.
        @_documentation(visibility: internal)
        @_disfavoredOverload
        @export(implementation)
        @inline(always)
        public func callAsFunction<Parameter, Success, Failure: Error>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            _ factory: @escaping (Parameter) async throws(Failure) -> Success
        ) -> AsyncParameterFactory<Parameter, Success, Failure> {
            let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
            return AsyncParameterFactory(self, site, nil, factory)
        }
    #endif

    // MARK: - Promises

    /// The same with a closure that may throw. See `promised()`.
    @_documentation(visibility: internal)
    public func promised<Parameter, Success, Failure>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> ThrowingParameterFactory<Parameter, Success?, Failure> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        var factory = ThrowingParameterFactory<Parameter, Success?, Failure>(self, site, nil) { _ in
            self.unkeptPromise()
        }
        factory.storedRegistration.modification = modification(ofPromise: factory.declaration)
        return factory
    }

    /// Declares a dependency that another module or the program registers, with a closure that may await and throw:
    /// `var session: AsyncFactory<Session?, any Error> { promised() }`. See ``ManagedContainer/promised(key:fileID:line:column:)``.
    ///
    /// The type may also be an ``AsyncParameterFactory``, a ``ThrowingFactory`` or a ``ThrowingParameterFactory`` of an optional.
    public func promised<Parameter, Success, Failure>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> AsyncParameterFactory<Parameter, Success?, Failure> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        var factory = AsyncParameterFactory<Parameter, Success?, Failure>(self, site, nil) { _ in self.unkeptPromise() }
        factory.storedRegistration.modification = modification(ofPromise: factory.declaration)
        return factory
    }
}
