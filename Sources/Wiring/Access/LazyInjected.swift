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
    private let cell = Cell()
    /// The place of the property.
    private let call: CallSite

    /// Names a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
    public init(
        _ keyPath: KeyPath<Container, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = .container(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// Names a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// The instance. It is resolved on the first read, unless it was set before.
    ///
    /// A value that is set while the dependency is being resolved stays. Callers that are already waiting get the resolved
    /// instance.
    public var wrappedValue: T {
        get { cell.content(T.self) ?? cell.content(of: source, at: call) { $0 } }
        nonmutating set { _ = cell.setContent(newValue) }
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
        // The previous instance is released here, after unlocking: a `deinit` may read the property.
        _ = cell.setContent(source.resolve(reset: options, at: CallSite(fileID: fileID, line: line, column: column)))
    }

    /// The instance, if the property has been resolved or set. Neither resolves nor waits.
    public func resolvedOrNil() -> T? { cell.content(T.self) }
}

extension LazyInjected: Sendable where T: Sendable {}

extension Cell {
    /// The content for a lazy property, which it shares with its copies, made from a resolved instance if there is none.
    ///
    /// A read that finds the instance takes the cell's lock, the closure runs without a lock, concurrent reads wait for its result, and
    /// a wait that would never end is reported as a cycle.
    ///
    /// - Parameters:
    ///   - call: The place of the property.
    ///   - stored: Makes what is stored out of the content, which callers that are waiting get. The same by default.
    ///   - content: Makes the content.
    func content<T, Content>(
        of source: SharedFactory<T>,
        at call: CallSite,
        storing stored: ((Content) -> Content)? = nil,
        _ content: (T) -> Content
    ) -> Content {
        let factory = source.current
        // `nil` is stored as well: the property has been resolved.
        return self.content(
            path: { ResolutionStack.path + [factory.registration.step] },
            onCycle: { Failure.circularDependency($0.path) },
            storing: stored,
            make: { content(factory.resolveFromKeyPath(at: call)) }
        )
    }
}

/// Resolves a dependency from the shared container on first use, and holds it weakly.
///
/// A scope or another owner must hold the object. When the object is gone, the property is `nil` until you call
/// ``resolve(reset:fileID:line:column:)``. Otherwise it behaves like ``LazyInjected``: it is resolved at most once,
/// copies share the object, and concurrent reads wait and get the same object.
@propertyWrapper
public struct WeakLazyInjected<T> {
    private let source: SharedFactory<T>
    private let cell = Cell()
    /// The place of the property.
    private let call: CallSite

    /// Names a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
    public init(
        _ keyPath: KeyPath<Container, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = .container(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// Names a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// The object, if something holds it. It is resolved on the first read, unless it was set before. `nil` for a value that is
    /// not an object.
    public var wrappedValue: T? {
        get {
            let held =
                cell.content(WeakInstance.self)
                ?? cell.content(of: source, at: call, storing: \.stored, WeakInstance.init)
            return held.value
        }
        nonmutating set { _ = cell.setContent(WeakInstance(newValue).stored) }
    }

    /// The wrapper itself.
    public var projectedValue: WeakLazyInjected<T> { self }

    /// The dependency's factory in the current shared container.
    public var factory: Factory<T> { source.current }

    /// Clears what `options` names, and resolves now, even if the property has been resolved before. Copies see the new
    /// object. Until it exists, readers get the old one.
    public func resolve(
        reset options: FactoryResetOptions = .none,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let call = CallSite(fileID: fileID, line: line, column: column)
        _ = cell.setContent(WeakInstance(source.resolve(reset: options, at: call)).stored)
    }

    /// The object, if the property has been resolved or set and something holds it. Neither resolves nor waits.
    public func resolvedOrNil() -> T? { cell.content(WeakInstance.self)?.value }
}

extension WeakLazyInjected: Sendable where T: Sendable {}

extension WeakLazyInjected {
    /// The content of the property's cell.
    private struct WeakInstance {
        private weak var object: AnyObject?
        /// The instance, for the callers that are waiting for it: nothing else may hold it yet.
        private let instance: T?

        /// - Parameter instance: Dropped if it is not an object.
        init(_ instance: T?) {
            object = Wiring.object(in: instance)
            self.instance = object == nil ? nil : instance
        }

        private init(_ object: AnyObject?) { (self.object, instance) = (object, nil) }

        /// The content for later readers, which does not keep the instance alive.
        var stored: Self { Self(object) }

        /// The instance, if something holds it; `nil` for a value that is not an object.
        var value: T? { instance ?? object.flatMap { $0 as? T } }
    }
}
