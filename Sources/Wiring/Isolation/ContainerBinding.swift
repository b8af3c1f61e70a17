/// A container that is to be the shared one of its type, whatever that is.
protocol ContainerBinding: Sendable {
    /// Which shared container: that of a type.
    var key: ObjectIdentifier { get }
    /// The same with the container that is the shared one now.
    var refreshed: any ContainerBinding { get }

    func run<R>(_ operation: () -> R) -> R
    func run<R>(_ operation: () async -> R) async -> R
}

/// A container and where it is to be shared.
struct TypedContainerBinding<C: SharedContainer>: ContainerBinding {
    private let container: C
    private let shared: TaskLocal<C>
    /// That of the container, if an isolation has made it.
    private let lifetime: ContainerLifetime?

    init(_ container: C, as shared: TaskLocal<C>, lifetime: ContainerLifetime? = nil) {
        self.container = container
        self.shared = shared
        self.lifetime = lifetime
    }

    var key: ObjectIdentifier { ObjectIdentifier(shared) }

    var refreshed: any ContainerBinding {
        let current = shared.get()
        return current === container ? self : TypedContainerBinding(current, as: shared)
    }

    func run<R>(_ operation: () -> R) -> R { shared.withValue(container, operation: operation) }

    func run<R>(_ operation: () async -> R) async -> R { await shared.withValue(container) { await operation() } }
}
