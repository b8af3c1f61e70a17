public import Wiring

// A function for each usual number of dependencies: with a pack, a resolution without a scope takes longer. The packs are for more,
// for a single dependency that throws, and for a parameter.
//
// SAFETY: Where a closure borrows the container, only the factory calls it, and it keeps the container alive meanwhile.

extension ManagedContainer {
    /// Declares a dependency that a throwing function makes from other dependencies of the container. See `wire(_:_:)`.
    ///
    /// ```swift
    /// extension Container {
    ///     var ledger: ThrowingFactory<Ledger, any Error> { wire(Ledger.init(api:store:)) { ($0.api, $0.store) }.cached }
    /// }
    /// ```
    /// The dependencies may throw, too. The error is `any Error`. For a function of one ``Factory``, it has the type of the function's error.
    /// If the dependency takes a parameter, this is the first argument of the function: see ``ThrowingParameterFactory``.
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<each A, each D: ThrowingDependency, F: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (repeat each A) throws(F) -> T,
        _ dependencies: @escaping (Self) -> (repeat each D)
    ) -> ThrowingFactory<T, any Error> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        return ThrowingFactory(self, site, isolation) { (_: Void) throws in
            _ = recorded
            return try make(repeat try (each dependencies(self)).resolve(fileID: fileID, line: line, column: column))
        }
    }

    /// Declares a dependency that a throwing function makes from a parameter and other dependencies. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<P, each A, each D: ThrowingDependency, F: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (P, repeat each A) throws(F) -> T,
        _ dependencies: @escaping (Self) -> (repeat each D)
    ) -> ThrowingParameterFactory<P, T, any Error> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        return ThrowingParameterFactory(self, site, isolation) { (parameter: P) throws in
            _ = recorded
            return try make(
                parameter,
                repeat try (each dependencies(self)).resolve(fileID: fileID, line: line, column: column)
            )
        }
    }

    /// Declares a dependency that a throwing function makes from one dependency, with the type of its error. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<A, Failure: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (A) throws(Failure) -> T,
        _ dependencies: @escaping (Self) -> Factory<A>
    ) -> ThrowingFactory<T, Failure> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let container = Borrowed(self)
        return ThrowingFactory(self, site, isolation) { (_: Void) throws(Failure) in
            _ = recorded
            return try make(container.with { dependencies($0).resolve(fileID: fileID, line: line, column: column) })
        }
    }

    /// Declares a dependency that a throwing function makes from two dependencies. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<A: ThrowingDependency, B: ThrowingDependency, Failure: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (A.T, B.T) throws(Failure) -> T,
        _ dependencies: @escaping (Self) -> (A, B)
    ) -> ThrowingFactory<T, any Error> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let container = Borrowed(self)
        return ThrowingFactory(self, site, isolation) { (_: Void) throws in
            _ = recorded
            return try container.with {
                let (a, b) = dependencies($0)
                return try make(
                    a.resolve(fileID: fileID, line: line, column: column),
                    b.resolve(fileID: fileID, line: line, column: column)
                )
            }
        }
    }

    /// Declares a dependency that a throwing function makes from three dependencies. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<A: ThrowingDependency, B: ThrowingDependency, C: ThrowingDependency, Failure: Error, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (A.T, B.T, C.T) throws(Failure) -> T,
        _ dependencies: @escaping (Self) -> (A, B, C)
    ) -> ThrowingFactory<T, any Error> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let container = Borrowed(self)
        return ThrowingFactory(self, site, isolation) { (_: Void) throws in
            _ = recorded
            return try container.with {
                let (a, b, c) = dependencies($0)
                return try make(
                    a.resolve(fileID: fileID, line: line, column: column),
                    b.resolve(fileID: fileID, line: line, column: column),
                    c.resolve(fileID: fileID, line: line, column: column)
                )
            }
        }
    }

    /// Declares a dependency that a throwing function makes from four dependencies. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<
        A: ThrowingDependency,
        B: ThrowingDependency,
        C: ThrowingDependency,
        D: ThrowingDependency,
        Failure: Error,
        T
    >(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (A.T, B.T, C.T, D.T) throws(Failure) -> T,
        _ dependencies: @escaping (Self) -> (A, B, C, D)
    ) -> ThrowingFactory<T, any Error> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column, .throwing)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let container = Borrowed(self)
        return ThrowingFactory(self, site, isolation) { (_: Void) throws in
            _ = recorded
            return try container.with {
                let (a, b, c, d) = dependencies($0)
                return try make(
                    a.resolve(fileID: fileID, line: line, column: column),
                    b.resolve(fileID: fileID, line: line, column: column),
                    c.resolve(fileID: fileID, line: line, column: column),
                    d.resolve(fileID: fileID, line: line, column: column)
                )
            }
        }
    }
}
