/// Resolves a dependency from the shared container at its first use, and keeps it.
///
/// ```swift
/// final class Upload {
///     @LazyInjected(\.api) private var api
///     deinit { $api.resolvedOrNil()?.close() }
/// }
/// ```
/// The property is resolved at most once, on the thread that reads it first; others that read it meanwhile wait and get the
/// same instance. No lock is held while the factory's closure runs, nor while a replaced instance is released. A read that
/// finds the instance takes the lock of the property alone.
///
/// Copies share the instance, whenever they are made, and what is set through one is seen through all. Reading, setting and
/// resolving change no owner: the property can stand in an immutable struct, an actor, or, with `@ObservationIgnored`, an
/// `@Observable` class. It is `Sendable` where its type is.
///
/// The language lets no class that is checked to be `Sendable` have a property wrapper, because the wrapper is stored in a
/// `var`. Store the wrapper in a `let`, or mark the class `@unchecked Sendable`:
/// ```swift
/// final class UserStore: Sendable {
///     private let lazyAPI = LazyInjected(\.api)
///     private var api: any API { lazyAPI.wrappedValue }
/// }
/// ```
/// A factory closure that reads the very property that resolves it depends on itself, whatever its scope. That ends the program
/// with an error that names the path, also if two threads wait for each other's property.
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

    /// Names a dependency that is declared on a container type of one's own.
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        instance = LazyInstance(at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// The instance, resolved when it is first read and was not set before.
    ///
    /// A value that is set while the dependency is being resolved stays; those who asked before get what was resolved.
    public var wrappedValue: T {
        get { instance.find(T.self) ?? instance.findOrResolve(source) { $0 } }
        nonmutating set { instance.set(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: LazyInjected<T> { self }

    /// The dependency's factory in the container that is the shared one now.
    public var factory: Factory<T> { source.current }

    /// Resolves now, even if the property has been resolved before, after clearing what `options` names. Copies see the new
    /// instance; until it is there, readers get the old one.
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

    /// The instance if there is one. Resolves nothing, and waits for nobody.
    public func resolvedOrNil() -> T? { instance.find(T.self) }
}

extension LazyInjected: Sendable where T: Sendable {}
