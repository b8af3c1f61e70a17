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

/// The instance that a lazy property and its copies share. It is resolved at most once until it is set or resolved again.
///
/// It is stored in a cell, as scopes store instances: a read that finds the instance takes the cell's lock, the closure runs
/// without a lock, concurrent reads wait for its result, and a wait that would never end is reported as a cycle.
final class LazyInstance: Sendable {
    private let cell = Cell()
    /// The place of the property.
    private let call: CallSite

    init(at call: CallSite) { self.call = call }

    /// The content of the cell, if there is one.
    func find<Content>(_ type: Content.Type) -> Content? { try? cell.value(Content.self, scope: Self.scope) }

    /// The content of the cell, made from a resolved instance if there is none.
    ///
    /// - Parameters:
    ///   - content: Makes the content for the callers that are waiting.
    ///   - stored: Makes the content to store; `nil` to store the same.
    func findOrResolve<T, Content>(
        _ source: SharedFactory<T>,
        content: (T) -> Content,
        stored: ((T) -> Content)? = nil
    ) -> Content {
        let factory = source.current
        let result = Cell.Reference.cell(cell).value(
            Cell.Policy(scope: Self.scope),
            path: { ResolutionStack.path + [factory.registration.step] },
            onCycle: { Failure.circularDependency($0.path) },
            make: {
                let instance = factory.resolveFromKeyPath(at: call)
                let output = StoredInstance(content(instance), scope: Self.scope)
                // `nil` is stored as well: the property has been resolved.
                guard let stored else { return Flight.Output(instance: output, storage: .strong) }
                return Flight.Output(
                    instance: output,
                    storage: .other(StoredInstance(stored(instance), scope: Self.scope))
                )
            }
        )
        // SAFETY: Only a retired cell returns `nil`, and this one is never retired.
        return result!.value(Content.self)
    }

    /// Replaces the content. A construction under way goes to its callers, but is not stored.
    func set<Content>(_ content: Content) {
        // The previous content is released here, after unlocking: a `deinit` may read the property.
        _ = cell.replace(with: .full(StoredInstance(content, scope: Self.scope), used: nil))
    }

    /// The cell belongs to the property alone, so any scope will do.
    static var scope: ScopeID { ScopeID(number: 0) }
}
