/// The default container, which every program can extend.
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
    /// The current task's container: that of the process, unless a value is bound.
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
