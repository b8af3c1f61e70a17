/// A container type whose `shared` container is task-local, so that each task can have its own.
///
/// `withContainer(for:changes:operation:)`, `bind(_:)` and the traits of `WiringTesting` require this conformance. To
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
