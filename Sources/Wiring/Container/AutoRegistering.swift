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
/// Conform a container in only one module. If two modules conform ``Container``, only one `autoRegister()` runs. Which
/// one is unspecified, and there is no error. A library that registers dependencies for a program should offer a
/// ``ContainerModule``, which the program's `autoRegister()` installs.
public protocol AutoRegistering: ManagedContainer {
    /// Registers dependencies.
    ///
    /// Wiring calls this once for each container, before the container's first resolution, registration, modifier or
    /// decorator takes effect, and again after a reset of `.all` or `.registration` and after
    /// ``ContainerManager/pop()``. It runs with no lock held, on the first thread that uses the container. Other
    /// threads that use the container wait for it. If two containers wait for each other's `autoRegister()`, one
    /// continues without waiting. Calling `register` within it clears no instance. Assigning a setting of the
    /// container's manager does not run it, and a setting that `autoRegister()` assigns replaces one that was assigned
    /// before the first use.
    ///
    /// Its registrations and settings belong to this container only. A copy that `withContainer` creates, a child, a
    /// test that inherits, and a container whose state `pop` restores run `autoRegister()` themselves, so a closure
    /// that resolves from `self` resolves from the container that uses it. They inherit only what was set elsewhere,
    /// which takes precedence.
    ///
    /// In a container that you create yourself, a closure that captures `self` keeps the container alive. If your
    /// program creates and drops containers, capture `self` as `unowned`. A factory retains its container while it
    /// resolves:
    ///
    /// ```swift
    /// func autoRegister() {
    ///     letter.register { [unowned self] in Letter(to: name()) }
    /// }
    /// ```
    ///
    /// The container of a `withContainer` or of a test releases these registrations when its last task and its last
    /// bound closure end. If that container is used again, this method runs again. One run counts as one resolution:
    /// everything that it resolves shares the instances of the graph scope.
    ///
    /// It is nonisolated, even in a module whose default isolation is the main actor.
    func autoRegister()
}
