extension Isolation {
    /// Binds a container as the shared one of its type.
    protocol Binding: Sendable {
        /// Identifies the container's type.
        var key: ObjectIdentifier { get }
        /// A binding of the container that is the shared one now.
        var refreshed: any Binding { get }
        /// Whether the container that is the shared one now is this one or descends from it.
        var isCurrent: Bool { get }

        func run<Result>(_ operation: () -> Result) -> Result
        func run<Result>(_ operation: () async -> Result) async -> Result
    }

    /// Binds a container of a known type.
    struct TypedBinding<C: SharedContainer>: Binding {
        private let container: C
        private let shared: TaskLocal<C>
        /// Retained, so that what the container's `autoRegister()` set stays.
        private let lifetime: ContainerManager.Lifetime?

        init(_ container: C, as shared: TaskLocal<C>) {
            // A singleton that is being built must not capture a copy.
            self.container = container.visible
            self.shared = shared
            lifetime = self.container.manager.lifetime
        }

        var key: ObjectIdentifier { ObjectIdentifier(shared) }

        var refreshed: any Binding {
            let current = shared.get().visible
            return current === container ? self : TypedBinding(current, as: shared)
        }

        var isCurrent: Bool { shared.get().manager.isOrDescends(from: container.manager) }

        func run<Result>(_ operation: () -> Result) -> Result { shared.withValue(container, operation: operation) }

        func run<Result>(_ operation: () async -> Result) async -> Result {
            await shared.withValue(container) { await operation() }
        }
    }
}
