/// A dependency that is resolved without a parameter, and whose resolution neither throws nor awaits. Do not conform your own
/// types.
public protocol PlainDependency: DeclaredDependency {
    /// Resolves the dependency.
    func resolve(fileID: StaticString, line: UInt, column: UInt) -> T
}

extension Factory: PlainDependency {}

extension ManagedContainer {
    /// Declares a dependency that is made from others, which may be collections. See `wire(_:_:)`.
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
