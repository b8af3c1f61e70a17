// Up to four dependencies have functions of their own. With a parameter pack, a resolution without a scope takes longer: see
// *Measuring*. The closure of each factory captures what `WireRecorder.record` returns: see there.
//
// `resolved` is not inlined: otherwise each function that resolves a declaration would contain the whole graph below it. It does not
// capture `make` as well: the compiler specializes a function for one closure, but not for two.
//
// SAFETY: The closures borrow the container. Only the factory calls its closure, and it keeps the container alive meanwhile. If the
// closure retained the container, every access would, even one that finds an instance.

extension ManagedContainer {
    /// Declares a dependency that is made from one dependency. See `wire(_:_:)` with any number of dependencies.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<A, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (A) -> T,
        _ dependencies: @escaping (Self) -> Factory<A>
    ) -> Factory<T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        @inline(never)
        func resolved() -> A { container.with { dependencies($0).resolve(at: call) } }
        return Factory(self, site, isolation) {
            _ = recorded
            return make(resolved())
        }
    }

    /// Declares a dependency that is made from two dependencies. See `wire(_:_:)` with any number of dependencies.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<A, B, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (A, B) -> T,
        _ dependencies: @escaping (Self) -> (Factory<A>, Factory<B>)
    ) -> Factory<T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        @inline(never)
        func resolved() -> (A, B) {
            container.with {
                let (a, b) = dependencies($0)
                return (a.resolve(at: call), b.resolve(at: call))
            }
        }
        return Factory(self, site, isolation) {
            _ = recorded
            let (a, b) = resolved()
            return make(a, b)
        }
    }

    /// Declares a dependency that is made from three dependencies. See `wire(_:_:)` with any number of dependencies.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<A, B, C, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (A, B, C) -> T,
        _ dependencies: @escaping (Self) -> (Factory<A>, Factory<B>, Factory<C>)
    ) -> Factory<T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        @inline(never)
        func resolved() -> (A, B, C) {
            container.with {
                let (a, b, c) = dependencies($0)
                return (a.resolve(at: call), b.resolve(at: call), c.resolve(at: call))
            }
        }
        return Factory(self, site, isolation) {
            _ = recorded
            let (a, b, c) = resolved()
            return make(a, b, c)
        }
    }

    /// Declares a dependency that is made from four dependencies. See `wire(_:_:)` with any number of dependencies.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func wire<A, B, C, D, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (A, B, C, D) -> T,
        _ dependencies: @escaping (Self) -> (Factory<A>, Factory<B>, Factory<C>, Factory<D>)
    ) -> Factory<T> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let (container, call) = (Borrowed(self), CallSite(fileID: fileID, line: line, column: column))
        @inline(never)
        func resolved() -> (A, B, C, D) {
            container.with {
                let (a, b, c, d) = dependencies($0)
                return (a.resolve(at: call), b.resolve(at: call), c.resolve(at: call), d.resolve(at: call))
            }
        }
        return Factory(self, site, isolation) {
            _ = recorded
            let (a, b, c, d) = resolved()
            return make(a, b, c, d)
        }
    }
}
