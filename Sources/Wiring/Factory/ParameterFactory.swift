/// A closure that makes an instance out of a parameter, as ``ParameterFactory`` takes it.
public typealias ParameterFactoryType<P, T> = (P) -> T

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
    @export(implementation)
    @inline(always)
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

    /// Resolves the dependency for a parameter. See ``Factory/callAsFunction(fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public consuming func callAsFunction(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T {
        resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency, where this is passed as a function: `map(factory.resolve)`.
    @_disfavoredOverload
    @export(implementation)
    public consuming func resolve(_ parameters: P) -> T { resolve(parameters, at: .unknown) }

    /// Resolves for a call at a place.
    @export(implementation)
    @inline(always)
    consuming func resolve(_ parameters: P, at call: @autoclosure () -> CallSite) -> T {
        let (registration, make) = (registration, make)
        // As in `Factory.resolve(at:)`.
        _ = consume self
        return (consume registration).resolve(parameters, at: call(), make)
    }

    /// Resolves the dependency for a parameter. See ``Factory/callAsFunction(fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public consuming func resolve(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Registers a closure to use in place of the declaration's, and clears the instances of all parameters. See
    /// ``Factory/register(fileID:line:column:factory:)``.
    @discardableResult
    public func register(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory: @escaping (P) -> T
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        registration.dependency.register(Closure(factory).kept, at: call)
        return self
    }

    /// Registers a closure. See ``register(fileID:line:column:factory:)``.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory: @escaping (P) -> T
    ) { register(fileID: fileID, line: line, column: column, factory: factory) }
}

// Not proved, as for `Factory`.
extension ParameterFactory: @unchecked Sendable where P: Sendable, T: Sendable {}
