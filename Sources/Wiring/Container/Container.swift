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
    /// Stores registrations and instances. Make it a stored property, `let manager = ContainerManager()`.
    ///
    /// It must be the same object each time, which a debug build checks, and belong to no other container. Nothing else retains it: in a
    /// release build, a container that makes a manager at each access uses memory that has been freed.
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

/// A container type whose `shared` container is task-local, so that each task can have its own.
///
/// `withContainer(for:_:changes:operation:)`, `bind(_:)` and the traits of `WiringTesting` require this conformance. To
/// conform a type, write three lines:
/// ```swift
/// extension PaymentContainer: TaskLocalContainer {
///     static var taskLocal: TaskLocal<PaymentContainer> { $shared }
/// }
/// ```
/// A `public` type also declares `public init() {}`. ``Container`` conforms.
public protocol TaskLocalContainer: SharedContainer {
    /// The storage of `shared`: `$shared`, if `shared` is declared as `@TaskLocal static var`.
    static var taskLocal: TaskLocal<Self> { get }

    /// Creates a container without registrations.
    init()
}

extension Container: TaskLocalContainer {
    /// The storage of ``shared``.
    @_documentation(visibility: internal)
    public static var taskLocal: TaskLocal<Container> { $shared }
}

/// The default container. Declare dependencies in extensions of it.
///
/// ```swift
/// extension Container {
///     var store: Factory<Store> { self { Store() }.singleton }
/// }
///
/// let store = Container.shared.store()
/// ```
/// Its registrations and instances are released with it.
public final class Container: SharedContainer {
    /// The current task's container. This is the container of the process, unless the task has another one.
    ///
    /// ```swift
    /// let api = Container.$shared.withValue(Container()) { Container.shared.api() }
    /// ```
    @TaskLocal public static var shared = Container()

    /// Stores registrations and instances.
    public let manager = ContainerManager()

    /// Creates a container without registrations.
    public init() {}
}

/// A container with a parent of another type, for values that are known only at run time.
///
/// ```swift
/// final class SessionContainer: ChildContainer {
///     let manager = ContainerManager()
///     let parent: Container
///     let caller: Caller
///
///     init(parent: Container, caller: Caller) {
///         self.parent = parent
///         self.caller = caller
///     }
/// }
///
/// extension SessionContainer {
///     var log: Factory<AuditLog> {
///         self { AuditLog(caller: self.caller, store: self.auditStore()) }
///             .cached
///     }
/// }
/// ```
/// Declare the child's dependencies in extensions of its type, where they can use its stored values. The parent's
/// declarations are also members of the child: `session.auditStore()` is `session.parent.auditStore()`. They are
/// resolved in the parent, which stores their instances, so they cannot depend on the child. The child's own members
/// take precedence.
///
/// The child retains its parent, which may itself be a child. The child stores the registrations, overrides and
/// instances of its own declarations, and releases them when it is released. If the parent has been started, an
/// instance with `onStart`, `onRun` or `onStop` stays until you call the child's ``ManagedContainer/shutdown()``, or
/// until the parent stops. If you do not assign a setting of the child's manager, such as ``ContainerManager/trace``,
/// the parent's applies, unless the parent's `autoRegister()` assigned it.
///
/// Two mistakes stop the program with an error that names the path:
///
/// - A declaration of a child has the scope ``DeclaredDependency/singleton``. It would keep the values of the first child.
///   Declare it in the parent, or use ``DeclaredDependency/cached``.
/// - A singleton's closure, in any container, resolves from a child that existed before the closure began. The
///   singleton would outlive the child. See <doc:ChildContainers>.
@dynamicMemberLookup
public protocol ChildContainer: ManagedContainer {
    /// The type of the parent.
    associatedtype Parent: ManagedContainer

    /// The parent. Declare it as a stored `let`.
    ///
    /// It is read at the first use of the child, possibly on several threads, and at each access to a member of the parent. It
    /// must return the same object each time.
    var parent: Parent { get }
}
