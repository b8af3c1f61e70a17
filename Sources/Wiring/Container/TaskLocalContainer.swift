/// A container type whose `shared` container is task-local, so that a task can have one of its own.
///
/// `withContainer(for:changes:operation:)`, `bind(_:)` and the traits of `WiringTesting` ask for it, because a
/// protocol cannot name `$shared`. A type conforms with three lines:
/// ```swift
/// extension PaymentContainer: TaskLocalContainer {
///     static var taskLocal: TaskLocal<PaymentContainer> { $shared }
/// }
/// ```
/// ``Container`` does.
public protocol TaskLocalContainer: SharedContainer {
    /// What `shared` is stored in: `$shared`, where `shared` is declared as `@TaskLocal static var`.
    static var taskLocal: TaskLocal<Self> { get }

    /// Makes a container with nothing registered.
    init()
}

extension Container: TaskLocalContainer {
    /// What ``shared`` is stored in.
    public static var taskLocal: TaskLocal<Container> { $shared }
}
