/// A container: an object on whose extensions dependencies are declared, and that knows what is registered for them.
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
    /// What is registered and kept. The same object each time; no other container's.
    var manager: ContainerManager { get }
}

/// A container type with one container for all who do not have one in hand.
public protocol SharedContainer: ManagedContainer {
    /// The container that key paths and property wrappers resolve from.
    ///
    /// Declare it as `@TaskLocal static var`, so that a test can have its own, or else as `static let`. See
    /// ``TaskLocalContainer``.
    static var shared: Self { get }
}

/// A container that registers by itself before it is first used.
///
/// ```swift
/// extension AppContainer: AutoRegistering {
///     func autoRegister() {
///         api.onArg("mock-api") { MockAPI() }
///     }
/// }
/// ```
/// ``Container`` takes the conformance in your module, with `extension Container: @retroactive AutoRegistering`.
///
/// Conform a container in only one module. If two modules conform ``Container``, only one `autoRegister()` runs; it is
/// unspecified which, and there is no error. A module that registers something for others
/// offers a function, which the one `autoRegister()` calls.
public protocol AutoRegistering: ManagedContainer {
    /// Registers what this container shall know from the start.
    ///
    /// Runs once for each container, before its first resolution, registration, modifier or decorator takes effect, and
    /// again after it was reset with `.all` or `.registration`, and after a ``ContainerManager/pop()``. It runs with no lock
    /// held, on the thread that comes first; others that use the container wait for it. A `register` within it clears no
    /// instance. Settings of the container's manager do not wait for it: those it makes come after those that were made first.
    ///
    /// What it registers and sets belongs to this container. A child that `withContainer` makes, a test that inherits, and a
    /// state that `pop` restores run `autoRegister()` themselves. They take over only what others set, which takes precedence.
    /// So a closure that resolves from `self` resolves from the container that it is used in.
    ///
    /// When the last task and the last bound closure of a `withContainer` or a test end, its container releases what this
    /// registered. If the container is used again, this runs again. In a container of your own, and in one that is used so, a closure
    /// that captures `self` keeps the container alive. Where containers come and go, capture it unowned; a factory of the
    /// container holds it while it resolves:
    ///
    /// ```swift
    /// func autoRegister() {
    ///     letter.register { [unowned self] in Letter(to: name()) }
    /// }
    /// ```
    ///
    /// As a whole it counts as one resolution: all that it resolves shares the instances of the graph scope, with the
    /// outermost resolution that is under way on the thread, or else until it has ended.
    ///
    /// It is nonisolated, also where a module's code is on the main actor unless it says otherwise.
    func autoRegister()
}
