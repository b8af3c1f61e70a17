/// Lasts as long as a task or a closure has an isolation that shares a container made for it. At its end, what the container's
/// `autoRegister()` has set is let go: a closure of it that has captured the container would keep it for ever.
final class ContainerLifetime: Sendable {
    private let manager: ContainerManager

    init(of manager: ContainerManager) { self.manager = manager }

    deinit { manager.forgetAutomaticRegistration() }
}
