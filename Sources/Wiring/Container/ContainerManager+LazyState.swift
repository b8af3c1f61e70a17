extension ContainerManager {
    /// State that most containers never need, created on first use.
    package final class LazyState: Sendable {
        let settings = Protected(Settings())
        /// The context that was set while the container was the shared one.
        let context = Protected<FactoryContext?>(nil)
        /// The states that `push()` saved, the last on top. Its lock serializes changes of the container as a whole.
        let saved = Protected<[SavedState]>([])
        /// The lifetime, while something retains it.
        let lifetime = Protected(Weak<Lifetime>())
        /// The ``AutomaticRegistration``, once `autoRegister()` has run.
        let autoRegistration = Cell()
        /// The last children of other types, and those types, in a debug build.
        let typedChildren = Protected<[(manager: Weak<ContainerManager>, type: AnyObject.Type)]>([])
        /// What the container waits for before it ends, if it is a child: its operation, and the closures that keep it.
        let holders = Protected(1)
        /// Whether a change is under way after which `autoRegister()` runs again. The lock is held while the switch for
        /// `autoRegister()` changes together with its cell.
        let isRestarting = Protected(false)
        /// What follows the instances of the container.
        package let follower = Protected<(any ContainerFollower)?>(nil)
        /// What follows those of children, and of their children.
        package let childFollowers = Protected<[any ContainerFollower]>([])
    }

    /// A state that ``push()`` saves: the settings, and each slot before it changes for the first time. Only the last one on the stack takes
    /// over slots, and leaves them to the one before.
    final class SavedState {
        let settings: Settings
        private let sharing: Sharing
        private let version: Sharing.Version

        init(settings: Settings, of sharing: Sharing) {
            (self.settings, self.sharing) = (settings, sharing)
            version = sharing.save()
        }

        deinit { sharing.remove(version) }

        /// Ends the saving, and returns copies of the slots that have changed since.
        ///
        /// - Parameter earlier: The previous saved state.
        func end(before earlier: SavedState?) -> [Slot] {
            sharing.remove(version, before: earlier?.version)
            // SAFETY: The entries of a container are slots.
            return version.preserved.entries.map { unsafeDowncast($0, to: Slot.self) }
        }

        /// Clears the saved instances, and returns them.
        func clearInstances() -> DeferredRelease { version.preserved.entries.map { $0.clearInstances(.everything) } }
    }

    /// Lives as long as a task or a bound closure shares a container that was created for an isolation. Then it clears what the
    /// container's `autoRegister()` set: a closure that captured the container would retain it forever.
    final class Lifetime: Sendable {
        private let manager: ContainerManager

        fileprivate init(of manager: ContainerManager) { self.manager = manager }

        deinit { manager.clearAutomaticRegistration() }
    }

    /// The lifetime of a container with an `autoRegister()`, created if nothing retains one; `nil` if that cannot set anything, or if the
    /// container was not created for an isolation and is no child.
    func lifetime(of container: AnyObject) -> Lifetime? {
        guard mayRegisterAutomatically, isolation != nil || parent != nil, container is any AutoRegistering else {
            return nil
        }
        return lazyState.lifetime.withLock { known in
            if let lifetime = known.object { return lifetime }
            let lifetime = Lifetime(of: self)
            known = Weak(lifetime)
            return lifetime
        }
    }
}
