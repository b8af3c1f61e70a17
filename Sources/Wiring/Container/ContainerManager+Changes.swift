extension ContainerManager {
    /// What a container stores once it has been changed as a whole, or has an `autoRegister()`.
    final class Changes: Sendable {
        let settings = Protected(Settings())
        /// The context that was set while the container was the shared one.
        let context = Protected<FactoryContext?>(nil)
        /// The states that `push()` saved, the last on top. Its lock serialises changes of the container as a whole.
        let saved = Protected<[SavedState]>([])
        /// Full once `autoRegister()` has run.
        let autoRegistration = Cell()
        /// Held while the switch for `autoRegister()` changes together with its cell.
        let registrationChange = Protected(())
        /// Counts the beginnings and the ends of restarts of `autoRegister()`: odd during one.
        let restarts = AtomicWord()
    }

    /// What ``push()`` saves.
    struct SavedState {
        let slots: [(slot: Slot, snapshot: Slot.Snapshot)]
        let settings: Settings
    }
}
