/// Lasts as long as a task or a closure has an isolation. At its end, what `autoRegister()` has set in the containers that were
/// made for the isolation is let go: a closure of it that has captured its container would keep it for ever.
final class IsolationLifetime: Sendable {
    /// That of the isolation around, whose containers are used within, too.
    private let outer: IsolationLifetime?
    private let managers = Protected<[ContainerManager]>([])

    init(within outer: IsolationLifetime?) { self.outer = outer }

    deinit { managers.withLock { $0 }.forEach { $0.forgetAutomaticRegistration() } }

    func add(_ manager: ContainerManager) { managers.withLock { $0.append(manager) } }
}
