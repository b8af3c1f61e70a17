/// Resolves a dependency from the shared container on first use, and keeps the instance.
///
/// ```swift
/// final class Upload {
///     @LazyInjected(\.api) private var api
///     deinit { $api.resolvedOrNil()?.close() }
/// }
/// ```
/// The property is resolved at most once, on the thread that reads it first. Concurrent reads wait and get the same instance.
/// No lock is held while the factory's closure runs, or while a replaced instance is released. A read that finds the instance
/// takes only the property's lock.
///
/// Copies share the instance, whenever they are made. A value that is set through one copy is visible through all. Reading,
/// setting and resolving do not mutate the owner, so you can use the property in an immutable struct, an actor, or, with
/// `@ObservationIgnored`, an `@Observable` class. It is `Sendable` if its type is.
///
/// The compiler rejects property wrappers in a class that it checks for `Sendable`, because a wrapper is stored in a `var`.
/// Store the wrapper in a `let`, or mark the class `@unchecked Sendable`:
/// ```swift
/// final class UserStore: Sendable {
///     private let lazyAPI = LazyInjected(\.api)
///     private var api: any API { lazyAPI.wrappedValue }
/// }
/// ```
/// If a factory closure reads the property that is resolving it, the dependency depends on itself. The program then
/// stops with an error that prints the path, whatever the scope, and even if two threads wait for each other's
/// property.
@propertyWrapper
public struct LazyInjected<T> {
    let source: SharedFactory<T>
    let instance: LazyInstance

    /// Names a dependency that is declared on ``Container``.
    public init(
        _ keyPath: KeyPath<Container, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = .container(keyPath)
        instance = LazyInstance(at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Names a dependency that is declared on a custom container type.
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        instance = LazyInstance(at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// The instance. It is resolved on the first read, unless it was set before.
    ///
    /// A value that is set while the dependency is being resolved stays. Callers that are already waiting get the resolved
    /// instance.
    public var wrappedValue: T {
        get { instance.find(T.self) ?? instance.findOrResolve(source) { $0 } }
        nonmutating set { instance.set(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: LazyInjected<T> { self }

    /// The dependency's factory in the current shared container.
    public var factory: Factory<T> { source.current }

    /// Clears what `options` names, and resolves now, even if the property has been resolved before. Copies see the new
    /// instance. Until it exists, readers get the old one.
    public func resolve(
        reset options: FactoryResetOptions = .none,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        instance.set(
            source.resolve(reset: options, at: CallSite(fileID: fileID, line: line, column: column))
        )
    }

    /// The instance, if the property has been resolved or set. Neither resolves nor waits.
    public func resolvedOrNil() -> T? { instance.find(T.self) }
}

extension LazyInjected: Sendable where T: Sendable {}
