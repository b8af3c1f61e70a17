/// A container. Declare dependencies in extensions of its type. Its manager stores registrations and instances.
///
/// ```swift
/// final class AppContainer: ManagedContainer {
///     let manager = ContainerManager()
/// }
///
/// extension AppContainer {
///     var api: Factory<any API> { self { LiveAPI() } }
/// }
/// ```
public protocol ManagedContainer: AnyObject, Sendable {
    /// Stores registrations and instances. It must be the same object each time, and belong to no other container.
    var manager: ContainerManager { get }
}

/// A container type with a shared container.
public protocol SharedContainer: ManagedContainer {
    /// The container that key paths and property wrappers resolve from.
    ///
    /// Declare it as `@TaskLocal static var`, so that a test can have its own, or as `static let`. See ``TaskLocalContainer``.
    static var shared: Self { get }
}

extension ManagedContainer {
    /// Sets a closure that sees everything that this container resolves, replacing an earlier one; `nil` removes it.
    ///
    /// It runs at each resolution, even if the scope already stores the instance, on the thread that resolves and with
    /// no lock held. The closures for an instance's dependencies run first. A factory's own `onResolve` replaces this
    /// one. If a child resolves a singleton from its root, only the root's closure sees it.
    ///
    /// Several threads may call it at once, whatever its isolation, so it must be thread-safe. Its type is not `@Sendable`,
    /// because programs written for Factory collect instances in a local variable.
    public func onResolve(_ action: ((Any) -> Void)?) {
        // First, so that this replaces a closure that `autoRegister()` sets.
        manager.registerAutomatically(self)
        manager.setDecorator(action)
    }

    /// Factory's name for ``onResolve(_:)``.
    public func decorator(_ decorator: ((Any) -> Void)?) { onResolve(decorator) }

    /// Clears what `options` names. See ``ContainerManager/reset(options:)``.
    public func reset(options: FactoryResetOptions = .all) { manager.reset(options: options) }

    /// Changes the container where it is created or assigned.
    ///
    /// ```swift
    /// let container = Container().with { $0.api.register { MockAPI() } }
    /// ```
    /// If the closure awaits, write `await` before the call. It has the caller's isolation unless it names another. A closure without an
    /// `await` is synchronous, unless it is declared `async`.
    ///
    /// - Returns: The container.
    @discardableResult
    public func with(_ transform: (Self) -> Void) -> Self {
        transform(self)
        return self
    }

    /// The same with an asynchronous closure. See `with(_:)`.
    @_documentation(visibility: internal)
    @discardableResult
    public func with(_ transform: (Self) async -> Void) async -> Self {
        await transform(self)
        return self
    }
}

extension SharedContainer {
    /// Clears what most tests change: the ``shared`` container, the current singletons, and the runtime arguments.
    ///
    /// ```swift
    /// override func tearDown() { Container.resetAll() }
    /// ```
    /// Settings of the container's manager stay, such as ``ContainerManager/defaultScope``, and so do the other properties
    /// of ``FactoryContext/current``. Call this for each container type that you use. To clear a custom singleton scope,
    /// call ``Scope/Singleton/reset()``.
    ///
    /// Prefer `withContainer` or a trait of `WiringTesting`: they need no clearing, and tests can run in parallel.
    /// Within one of these, this clears only what belongs to it.
    public static func resetAll() {
        shared.reset()
        Scope.singleton.reset()
        FactoryContext.current.runtimeArguments = [:]
    }

    /// Changes the container in place: `Container.shared { $0.api.register { MockAPI() } }`.
    ///
    /// If the closure awaits, write `await` before the call. It has the caller's isolation unless it names another. A closure without an
    /// `await` is synchronous, unless it is declared `async`: `await Container.shared { @MainActor container async in … }`.
    @discardableResult
    public func callAsFunction(_ transform: (Self) -> Void) -> Self {
        transform(self)
        return self
    }

    /// The same with an asynchronous closure. See `callAsFunction(_:)`.
    @_documentation(visibility: internal)
    @discardableResult
    public func callAsFunction(_ transform: (Self) async -> Void) async -> Self {
        await transform(self)
        return self
    }
}
