// Up to four dependencies have functions of their own. With a parameter pack, a resolution without a scope takes longer: see
// *Measuring*. The closure of each factory captures what `WireRecorder.record` returns: see there.
//
// `resolved` is not inlined: otherwise each function that resolves a declaration would contain the whole graph below it. It does not
// capture `make` as well: the compiler specializes a function for one closure, but not for two.
//
// SAFETY: The closures borrow the container. Only the factory calls its closure, and it keeps the container alive meanwhile. If the
// closure retained the container, every access would, even one that finds an instance.

/// A dependency that is resolved without a parameter, and whose resolution neither throws nor awaits. Do not conform your own
/// types.
@_documentation(visibility: internal)
public protocol PlainDependency: DeclaredDependency {
    /// Resolves the dependency.
    func resolve(fileID: StaticString, line: UInt, column: UInt) -> T
}

extension Factory: PlainDependency {}

extension ManagedContainer {
    /// Declares a dependency that an initializer or a function makes from other dependencies of the container.
    ///
    /// ```swift
    /// extension Container {
    ///     var atlas: Factory<Atlas> { wire(Atlas.init) { $0.api } }
    ///     var bookshelf: Factory<Bookshelf> {
    ///         wire(Bookshelf.init) { ($0.api, $0.store) }.cached
    ///     }
    /// }
    /// ```
    /// The last declaration is a short form of `self { Bookshelf(api: self.api(), store: self.store()) }.cached`. To
    /// make an instance, it resolves the dependencies from left to right, and then calls the function once, on the
    /// thread that resolves. If a dependency is missing or its type does not fit, the program does not compile. If the type
    /// has several initializers, name one: `wire(Bookshelf.init(api:store:))`.
    ///
    /// If the dependency takes a parameter, this is the first argument of the function:
    /// ```swift
    /// extension Container {
    ///     var parcel: ParameterFactory<Int, Parcel> { wire(Parcel.init(number:store:)) { $0.store } }
    /// }
    /// ```
    ///
    /// The closure only names dependencies, and must not have side effects. It runs whenever the declaration makes an
    /// instance. `WiringInspection` also calls it, on any thread, to learn what a declaration needs without resolving
    /// anything. A dependency may also be a collection of `WiringModules`.
    ///
    /// - Parameters:
    ///   - key: The declaration's name in errors and traces. It is a part of its identity.
    ///   - fileID: The declaration's file. Like `key`, `line` and `column`, it is a part of the declaration's identity.
    ///   - line: The declaration's line.
    ///   - column: The declaration's column.
    ///   - isolation: The actor that the declaration is isolated to. Do not pass it.
    ///   - make: Makes an instance.
    ///   - dependencies: Names the dependencies, in the order of the parameters of `make`: one, or a tuple.
    @_disfavoredOverload
    @export(implementation)
    @inline(always)
    public func wire<each A, each D: PlainDependency, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        isolation: (any Actor)? = #isolation,
        _ make: @escaping (repeat each A) -> T,
        _ dependencies: @escaping (Self) -> (repeat each D)
    ) -> Factory<T> where repeat (each D).T == each A {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        let recorded = WireRecorder.record(self, site, Declaration.Types<Void, T>.self, dependencies)
        let container = Borrowed(self)
        return Factory(self, site, isolation) {
            _ = recorded
            return container.with {
                make(repeat (each dependencies($0)).resolve(fileID: fileID, line: line, column: column))
            }
        }
    }

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

    // MARK: - Parameters

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
