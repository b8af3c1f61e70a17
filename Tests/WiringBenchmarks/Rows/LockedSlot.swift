import Synchronization

/// A service that is built at most once, by hand.
final class LockedSlot: Sendable {
    @TaskLocal static var current = LockedSlot()

    private let instance = Mutex<Service?>(nil)

    func service() -> Service {
        instance.withLock { instance in
            if let instance { return instance }
            let made = Service()
            instance = made
            return made
        }
    }
}
