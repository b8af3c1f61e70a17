// A function for each usual number of dependencies: with a pack, a resolution without a scope would take longer. The pack is for
// more. `resolved` is not inlined, as in `wire(_:_:)`.
//
// SAFETY: Where a closure borrows the container, only the factory calls it, and it keeps the container alive meanwhile.

extension ManagedContainer {
    /// Declares a dependency that is made from a parameter and other dependencies. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<P, each A, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (P, repeat each A) -> T,
        _ dependencies: @escaping (Self) -> (repeat Factory<each A>)
    ) -> ParameterFactory<P, T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        return ParameterFactory(self, site, isolation) { parameter in
            _ = recorded
            return container.with { make(parameter, repeat (each dependencies($0)).resolve(at: call)) }
        }
    }

    /// Declares a dependency that is made from a parameter and one dependency. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<P, A, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (P, A) -> T,
        _ dependencies: @escaping (Self) -> Factory<A>
    ) -> ParameterFactory<P, T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        @inline(never)
        func resolved() -> A { container.with { dependencies($0).resolve(at: call) } }
        return ParameterFactory(self, site, isolation) {
            _ = recorded
            return make($0, resolved())
        }
    }

    /// Declares a dependency that is made from a parameter and two dependencies. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<P, A, B, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (P, A, B) -> T,
        _ dependencies: @escaping (Self) -> (Factory<A>, Factory<B>)
    ) -> ParameterFactory<P, T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        @inline(never)
        func resolved() -> (A, B) {
            container.with {
                let (a, b) = dependencies($0)
                return (a.resolve(at: call), b.resolve(at: call))
            }
        }
        return ParameterFactory(self, site, isolation) {
            _ = recorded
            let (a, b) = resolved()
            return make($0, a, b)
        }
    }

    /// Declares a dependency that is made from a parameter and three dependencies. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<P, A, B, C, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (P, A, B, C) -> T,
        _ dependencies: @escaping (Self) -> (Factory<A>, Factory<B>, Factory<C>)
    ) -> ParameterFactory<P, T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        @inline(never)
        func resolved() -> (A, B, C) {
            container.with {
                let (a, b, c) = dependencies($0)
                return (a.resolve(at: call), b.resolve(at: call), c.resolve(at: call))
            }
        }
        return ParameterFactory(self, site, isolation) {
            _ = recorded
            let (a, b, c) = resolved()
            return make($0, a, b, c)
        }
    }

    /// Declares a dependency that is made from a parameter and four dependencies. See `wire(_:_:)`.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<P, A, B, C, D, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (P, A, B, C, D) -> T,
        _ dependencies: @escaping (Self) -> (Factory<A>, Factory<B>, Factory<C>, Factory<D>)
    ) -> ParameterFactory<P, T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<P, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        @inline(never)
        func resolved() -> (A, B, C, D) {
            container.with {
                let (a, b, c, d) = dependencies($0)
                return (a.resolve(at: call), b.resolve(at: call), c.resolve(at: call), d.resolve(at: call))
            }
        }
        return ParameterFactory(self, site, isolation) {
            _ = recorded
            let (a, b, c, d) = resolved()
            return make($0, a, b, c, d)
        }
    }
}
