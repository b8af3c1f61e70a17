extension ContainerManager {
    /// State that most containers never need, created on first use.
    final class LazyState: Sendable {
        let settings = Protected(Settings())
        /// The context that was set while the container was the shared one.
        let context = Protected<FactoryContext?>(nil)
        /// The states that `push()` saved, the last on top. Its lock serialises changes of the container as a whole.
        let saved = Protected<[SavedState]>([])
        /// Full once `autoRegister()` has run.
        let autoRegistration = Cell()
        /// Held while the switch for `autoRegister()` changes together with its cell.
        let autoRegistrationLock = Protected(())
        /// Counts the beginnings and the ends of restarts of `autoRegister()`: odd during one.
        let restarts = AtomicWord()
    }

    /// What ``push()`` saves.
    struct SavedState {
        let slots: [(slot: Slot, snapshot: Slot.Snapshot)]
        let settings: Settings
    }
}
