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
    /// thread that resolves. If a dependency is missing or has another type, the program does not compile. If the type
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
        // SAFETY: As in `wire(_:_:)`.
        let container = Borrowed(self)
        return Factory(self, site, isolation) {
            _ = recorded
            return container.with {
                make(repeat (each dependencies($0)).resolve(fileID: fileID, line: line, column: column))
            }
        }
    }
}
