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
