package import Wiring

extension ContainerManager {
    /// A manager that prints no messages. A test that checks them sets a logger of its own.
    package static func silent() -> ContainerManager {
        let manager = ContainerManager()
        manager.logger = { _ in }
        return manager
    }
}
