/// Resolves a dependency at each read, from the container that was shared when the property's owner was created.
///
/// Use it in a model that is created within `withContainer` and resolves later, in tasks and callbacks:
///
/// ```swift
/// @MainActor @Observable
/// final class SearchModel {
///     @ObservationIgnored @BoundInjected(\.api) private var api
/// }
/// ```
/// When the owner is created, the property captures the shared containers, their singletons and the context, as
/// `bind(_:)` does. A read resolves from the captured container, even in a detached task, on a queue, or in a callback
/// that was passed on without `bind(_:)`. There is one exception: if the container that is shared at the read is a copy
/// or a child of the captured one, the read resolves from that copy or child. A call of the owner's method within
/// `withContainer(changes:operation:)` or `withContainer(from:changes:operation:)` therefore sees the overrides. While
/// a read runs closures, the same rule applies to each other container type.
///
/// The property retains the containers. Reading it does not mutate the owner, so you can use it in an immutable struct, an actor,
/// or, with `@ObservationIgnored`, an `@Observable` class. It is `Sendable` if its type is. In a class that the compiler checks
/// for `Sendable`, store the wrapper in a `let`: see ``LazyInjected``.
///
/// - Complexity: A read costs a resolution and a search through the living ancestors of the current containers.
@propertyWrapper
public struct BoundInjected<Instance> {
    private let origin: Origin
    /// The place of the property.
    private let call: CallSite

    /// Names a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
    public init(
        _ keyPath: KeyPath<Container, Factory<Instance>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        origin = Origin(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// Names a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
    public init<C: TaskLocalContainer>(
        _ keyPath: KeyPath<C, Factory<Instance>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        origin = Origin(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// An instance, resolved at this read.
    public var wrappedValue: Instance { origin.run { $0.resolveFromKeyPath(at: call) } }

    /// The dependency's factory in the container that a read resolves from now.
    ///
    /// Resolving the factory does not make that container the shared one. Reading ``wrappedValue`` does.
    public var projectedValue: Factory<Instance> { origin.run { $0 } }

    /// Finds the factory in the current shared container, or in the one that was captured when the owner was created.
    private struct Origin {
        /// In the current shared container.
        private let factory: () -> Factory<Instance>
        /// What was current when the owner was created.
        private let isolation: Isolation
        /// Whether an isolation binds the captured container.
        private let isBound: (Isolation) -> Bool

        init<C: TaskLocalContainer>(_ keyPath: KeyPath<C, Factory<Instance>>) {
            factory = { C.shared[keyPath: keyPath] }
            isolation = Isolation(capturingWith: C.shared)
            isBound = { $0.isSharing(C.taskLocal) }
        }

        /// Passes the factory to `body`, which runs with its container as the shared one.
        func run<Result>(_ body: (Factory<Instance>) -> Result) -> Result {
            let others = isolation.withoutCurrentContainers
            return isBound(others)
                ? others.run { body(factory()) } : others.bindContainers { body(factory()) }
        }
    }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. The caller that sends a wrapper must ensure this, as for a factory value.
extension BoundInjected: @unchecked Sendable where Instance: Sendable {}
