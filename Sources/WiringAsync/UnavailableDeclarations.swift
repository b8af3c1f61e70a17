// Declarations that the compiler rejects in any case. Each of these functions is the last choice of overload resolution, and its message
// says what to write instead.

public import Wiring

extension ManagedContainer {
    @available(*, unavailable, message: "State the type of the error: `self { () throws(E) in … }`.")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<T, E>(_ factory: @escaping () throws -> T) -> ThrowingFactory<T, E> { fatalError() }

    @available(*, unavailable, message: "State the type of the error: `self { () async throws(E) in … }`.")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<T, E>(_ factory: @escaping () async throws -> T) -> AsyncFactory<T, E> { fatalError() }
}
