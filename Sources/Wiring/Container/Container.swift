/// The container that is there for every program to extend.
///
/// ```swift
/// extension Container {
///     var store: Factory<Store> { self { Store() }.singleton }
/// }
///
/// let store = Container.shared.store()
/// ```
/// What it registers and keeps goes with it. Its memory is a few hundred bytes until something is registered or kept.
public final class Container: SharedContainer {
    /// The current task's container: that of the process, unless a value is bound.
    ///
    /// ```swift
    /// let api = Container.$shared.withValue(Container()) { Container.shared.api() }
    /// ```
    @TaskLocal public static var shared = Container()

    /// What is registered and kept.
    public let manager = ContainerManager()

    /// Makes a container with nothing registered.
    public init() {}
}
