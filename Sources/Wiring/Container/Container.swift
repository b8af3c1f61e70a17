/// The container that is there for every program to extend.
///
/// ```swift
/// extension Container {
///     var api: Factory<any API> { self { LiveAPI() }.singleton }
/// }
/// let api = Container.shared.api()
/// ```
/// What it registers and keeps goes with it. Its memory is a few hundred bytes until something is registered or kept.
public final class Container: SharedContainer {
    /// The current task's container: that of the process, unless a value is bound.
    ///
    /// ```swift
    /// Container.$shared.withValue(Container()) { … }
    /// ```
    @TaskLocal public static var shared = Container()

    public let manager = ContainerManager()

    /// Makes a container with nothing registered.
    public init() {}
}
