/// What a container has once it has been changed as a whole, or registers by itself.
final class ContainerChanges: Sendable {
    let settings = Protected(Settings())
    /// The context that was set while the container was the shared one.
    let context = Protected<FactoryContext?>(nil)
    /// Saved states, the last on top. Its lock is held during a change of the container as a whole.
    let saved = Protected<[SavedState]>([])
    /// Full once `autoRegister()` has run.
    let autoRegistration = Cell()
    /// Held while the switch for it is made to agree.
    let registrationChange = Protected(())
    /// Counts the begins and the ends of letting go what `autoRegister()` has set.
    let forgettings = Word()

    /// What a ``ContainerManager/push()`` has saved.
    struct SavedState {
        let slots: [(slot: Slot, snapshot: Slot.Snapshot)]
        let settings: Settings
    }
}
