/// A container. Extensions of its type declare dependencies, and its manager stores what is registered for them.
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
