/// A ``Factory`` whose closure takes a parameter.
///
/// ```swift
/// extension Container {
///     var letter: ParameterFactory<String, Letter> { self { Letter(to: $0) } }
/// }
///
/// let letter = container.letter("Ada")
/// ```
/// With a scope, the instance that the first parameter made is kept for all, unless
/// ``FactoryModifying/scopeOnParameters`` keeps one for each.
public struct ParameterFactory<P, T>: FactoryModifying {
    /// The declaration, its container, and what modifiers have set.
    public var registration: FactoryRegistration<P, T>
    @usableFromInline let make: (P) -> T

    /// Declares a dependency. `self { … }` in a container's extension is the same. See
    /// ``Factory/init(_:key:fileID:line:column:_:)``.
    @inlinable
    @inline(__always)
    public init(
        _ container: any ManagedContainer,
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping (P) -> T
    ) {
        registration = FactoryRegistration(
            container,
            Site(key: key, fileID: fileID, line: line, column: column)
        )
        make = factory
    }

    /// Resolves the dependency for a parameter. See ``Factory/callAsFunction()``.
    @inlinable
    @inline(__always)
    public consuming func callAsFunction(_ parameters: P) -> T {
        let (registration, make) = (registration, make)
        // As in ``Factory/callAsFunction()``.
        _ = consume self
        return (consume registration).resolve(parameters, make)
    }

    /// Resolves the dependency for a parameter. See ``Factory/callAsFunction()``.
    @inlinable
    @inline(__always)
    public consuming func resolve(_ parameters: P) -> T { callAsFunction(parameters) }

    /// Registers a closure to use in place of the declaration's, and clears the instances of all parameters. See
    /// ``Factory/register(factory:)``.
    @discardableResult
    public func register(factory: @escaping (P) -> T) -> Self {
        registration.dependency.register(Closure(factory).kept)
        return self
    }

    /// Registers a closure. See ``register(factory:)``.
    public func callAsFunction(factory: @escaping (P) -> T) { register(factory: factory) }
}

// Not proved, as for `Factory`.
extension ParameterFactory: @unchecked Sendable where P: Sendable, T: Sendable {}
