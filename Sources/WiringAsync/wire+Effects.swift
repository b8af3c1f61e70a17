public import Wiring

/// A dependency that is resolved without a parameter, and whose resolution does not await. Do not conform your own types.
@_documentation(visibility: internal)
public protocol ThrowingDependency: DeclaredDependency {
    /// Resolves the dependency.
    func resolve(fileID: StaticString, line: UInt, column: UInt) throws -> T
}

/// A dependency that is resolved without a parameter, and whose resolution does not throw. Do not conform your own types.
@_documentation(visibility: internal)
public protocol NonthrowingDependency: DeclaredDependency {
    /// Resolves the dependency.
    func resolve(fileID: StaticString, line: UInt, column: UInt) async -> T
}

/// A dependency that is resolved without a parameter. Do not conform your own types.
@_documentation(visibility: internal)
public protocol AsyncDependency: DeclaredDependency {
    /// Resolves the dependency.
    func resolve(fileID: StaticString, line: UInt, column: UInt) async throws -> T
}

extension Factory: ThrowingDependency, NonthrowingDependency, AsyncDependency {}
extension ThrowingParameterFactory: ThrowingDependency, AsyncDependency where Parameter == Void {}
extension AsyncParameterFactory: AsyncDependency where Parameter == Void {}

extension AsyncParameterFactory: NonthrowingDependency where Parameter == Void, Failure == Never {
    // The compiler does not take the function of all factories (Swift 6.3).
    @_documentation(visibility: internal)
    public func resolve(fileID: StaticString, line: UInt, column: UInt) async -> Success {
        await find((), at: CallSite(fileID: fileID, line: line, column: column))
    }
}

extension ManagedContainer {
    /// Declares a dependency that an asynchronous throwing function makes from other dependencies of the container.
    ///
    /// ```swift
    /// extension Container {
    ///     var backup: AsyncFactory<Backup, any Error> { wire(Backup.init(of:api:)) { ($0.ledger, $0.api) }.singleton }
    /// }
    /// ```
    /// The dependencies may await and throw, too. They are resolved one after the other. Then the function runs once, on the
    /// global executor or on its own actor. See `wire(_:_:)`.
    ///
    /// If neither the function nor a dependency throws, the result is an `AsyncFactory<_, Never>`. If the dependency takes a parameter,
    /// this is the first argument of the function: see ``AsyncParameterFactory``.
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<each A: Sendable, each D: AsyncDependency, F: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping @concurrent (repeat each A) async throws(F) -> T,
        _ dependencies: @escaping @Sendable (Self) -> (repeat each D)
    ) -> AsyncFactory<T, any Error> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        return AsyncFactory(self, site, isolation) { (_: Void) async throws in
            _ = recorded
            return try await make(
                repeat try await (each dependencies(self)).resolve(fileID: fileID, line: line, column: column)
            )
        }
    }

    /// Declares an asynchronous dependency that a function makes which may throw, but does not await. Its dependencies may
    /// do both.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<each A, each D: AsyncDependency, F: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (repeat each A) throws(F) -> T,
        _ dependencies: @escaping @Sendable (Self) -> (repeat each D)
    ) -> AsyncFactory<T, any Error> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        return AsyncFactory(self, site, isolation) { (_: Void) async throws in
            _ = recorded
            return try make(
                repeat try await (each dependencies(self)).resolve(fileID: fileID, line: line, column: column)
            )
        }
    }

    /// Declares a dependency that a function, which may await and throw, makes from a parameter and other dependencies. See
    /// `wire(_:_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<P: Sendable, each A: Sendable, each D: AsyncDependency, F: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping @concurrent (P, repeat each A) async throws(F) -> T,
        _ dependencies: @escaping @Sendable (Self) -> (repeat each D)
    ) -> AsyncParameterFactory<P, T, any Error> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        return AsyncParameterFactory(self, site, isolation) { (parameter: P) async throws in
            _ = recorded
            return try await make(
                parameter,
                repeat try await (each dependencies(self)).resolve(fileID: fileID, line: line, column: column)
            )
        }
    }

    /// Declares an asynchronous dependency that takes a parameter, with a function that may throw, but does not await.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<P, each A, each D: AsyncDependency, F: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (P, repeat each A) throws(F) -> T,
        _ dependencies: @escaping @Sendable (Self) -> (repeat each D)
    ) -> AsyncParameterFactory<P, T, any Error> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        return AsyncParameterFactory(self, site, isolation) { (parameter: P) async throws in
            _ = recorded
            return try make(
                parameter,
                repeat try await (each dependencies(self)).resolve(fileID: fileID, line: line, column: column)
            )
        }
    }

    /// Declares a dependency that an asynchronous function makes from other dependencies, none of which throws. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<each A: Sendable, each D: NonthrowingDependency, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping @concurrent (repeat each A) async -> T,
        _ dependencies: @escaping @Sendable (Self) -> (repeat each D)
    ) -> AsyncFactory<T, Never> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        return AsyncFactory(self, site, isolation) { (_: Void) async in
            _ = recorded
            return await make(
                repeat await (each dependencies(self)).resolve(fileID: fileID, line: line, column: column)
            )
        }
    }

    /// Declares an asynchronous dependency whose dependencies may await, with a function that does not.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<each A, each D: NonthrowingDependency, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (repeat each A) -> T,
        _ dependencies: @escaping @Sendable (Self) -> (repeat each D)
    ) -> AsyncFactory<T, Never> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        return AsyncFactory(self, site, isolation) { (_: Void) async in
            _ = recorded
            return make(repeat await (each dependencies(self)).resolve(fileID: fileID, line: line, column: column))
        }
    }

    /// Declares a dependency that an asynchronous function makes from a parameter and other dependencies, none of which throws. See
    /// `wire(_:_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<P: Sendable, each A: Sendable, each D: NonthrowingDependency, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping @concurrent (P, repeat each A) async -> T,
        _ dependencies: @escaping @Sendable (Self) -> (repeat each D)
    ) -> AsyncParameterFactory<P, T, Never> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        return AsyncParameterFactory(self, site, isolation) { (parameter: P) async in
            _ = recorded
            return await make(
                parameter,
                repeat await (each dependencies(self)).resolve(fileID: fileID, line: line, column: column)
            )
        }
    }

    /// Declares an asynchronous dependency that takes a parameter, with a function that does not await.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<P, each A, each D: NonthrowingDependency, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (P, repeat each A) -> T,
        _ dependencies: @escaping @Sendable (Self) -> (repeat each D)
    ) -> AsyncParameterFactory<P, T, Never> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .asynchronous)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        return AsyncParameterFactory(self, site, isolation) { (parameter: P) async in
            _ = recorded
            return make(
                parameter,
                repeat await (each dependencies(self)).resolve(fileID: fileID, line: line, column: column)
            )
        }
    }
}
