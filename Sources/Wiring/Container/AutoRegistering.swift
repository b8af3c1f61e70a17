/// A container that registers its dependencies before its first use.
///
/// ```swift
/// extension AppContainer: AutoRegistering {
///     func autoRegister() {
///         api.onArg("mock-api") { MockAPI() }
///     }
/// }
/// ```
/// To conform ``Container`` in your module, write `extension Container: @retroactive AutoRegistering`.
///
/// Conform a container in only one module. If two modules conform ``Container``, only one `autoRegister()` runs; it is
/// unspecified which, and there is no error. A module that registers dependencies for a program should offer a
/// `ContainerModule` that the program's `autoRegister()` installs.
public protocol AutoRegistering: ManagedContainer {
    /// Registers dependencies.
    ///
    /// Runs once for each container, before its first resolution, registration, modifier or decorator takes effect. It runs
    /// again after a reset of `.all` or `.registration`, and after ``ContainerManager/pop()``. It runs with no lock held, on
    /// the first thread that uses the container; other threads that use the container wait for it. If two containers wait for
    /// each other's `autoRegister()`, one continues without waiting. A `register` within it clears no instance. Assigning a
    /// setting of the container's manager does not run it. A setting that `autoRegister()` assigns replaces one that was
    /// assigned before the first use.
    ///
    /// What it registers and sets belongs to this container. A copy that `withContainer` creates, a child that
    /// `withChildContainer` or `child()` creates, a test that inherits, and a state that `pop` restores run `autoRegister()`
    /// themselves. They inherit only what others set, which takes precedence. Therefore a closure that resolves from `self`
    /// resolves from the container that uses it.
    ///
    /// When the last task and the last bound closure of a `withContainer` or a test end, its container releases what this
    /// registered. If the container is used again, this runs again. In a container that you create yourself, a closure that
    /// captures `self` keeps the container alive. If your program creates and drops containers, capture it `unowned`; a factory
    /// of the container retains it while it resolves:
    ///
    /// ```swift
    /// func autoRegister() {
    ///     letter.register { [unowned self] in Letter(to: name()) }
    /// }
    /// ```
    ///
    /// It counts as one resolution: everything that it resolves shares the instances of the graph scope.
    ///
    /// It is nonisolated, even in a module whose default isolation is the main actor.
    func autoRegister()
}
