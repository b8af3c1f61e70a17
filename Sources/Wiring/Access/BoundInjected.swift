/// Resolves a dependency at each read, from the shared container of its owner's creation or from a descendant of it.
///
/// ```swift
/// @MainActor @Observable
/// final class SearchModel {
///     @ObservationIgnored @BoundInjected(\.api) private var api
/// }
/// ```
/// The property captures what is current when the owner is created, as `bind(_:)` does: the shared containers, their singletons
/// and the context. A read resolves from the current shared container if the current containers are those or descend from them:
/// an override around a call of the owner's method is seen, in `withContainer(changes:operation:)` as in
/// `withContainer(from:changes:operation:)`. Any other read resolves as at the creation, for example in a detached task, a queue
/// or a callback that the owner starts without `bind(_:)`.
///
/// The property retains the containers. Reading it does not mutate the owner, so you can use it in an immutable struct, an actor,
/// or, with `@ObservationIgnored`, an `@Observable` class. It is `Sendable` if its type is. In a class that the compiler checks
/// for `Sendable`, store the wrapper in a `let`: see ``LazyInjected``.
///
/// - Complexity: A read costs a resolution and a search through the living ancestors of the current containers.
@propertyWrapper
public struct BoundInjected<T> {
    private let world: World

    /// Names a dependency that is declared on ``Container``.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { world = World(keyPath) }

    /// Names a dependency that is declared on a custom container type.
    public init<C: TaskLocalContainer>(_ keyPath: KeyPath<C, Factory<T>>) { world = World(keyPath) }

    /// An instance, resolved at this read.
    public var wrappedValue: T { world.run { $0.resolveFromKeyPath(at: .unknown) } }

    /// The dependency's factory in the container that a read resolves from now.
    public var projectedValue: Factory<T> { world.run { $0 } }

    /// Finds the factory where the owner belongs.
    private struct World {
        /// In the current shared container.
        private let factory: () -> Factory<T>
        /// What was current when the owner was created.
        private let isolation: Isolation

        init<C: TaskLocalContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
            factory = { C.shared[keyPath: keyPath] }
            isolation = Isolation(capturingWith: C.shared)
        }

        /// Passes the factory to `body`, which runs with its container as the shared one.
        func run<Result>(_ body: (Factory<T>) -> Result) -> Result {
            isolation.isCurrent ? body(factory()) : isolation.run { body(factory()) }
        }
    }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. Whoever sends a wrapper is responsible for that, as for a factory value.
extension BoundInjected: @unchecked Sendable where T: Sendable {}
