extension ContainerManager {
    /// Runs `autoRegister()` if it has yet to run, or waits until it has. Within `autoRegister()` this does nothing.
    @inline(__always)
    func registerAutomatically(_ container: AnyObject) {
        if flags.isOn(.autoRegistration) { runAutoRegister(container) }
    }

    @inline(never)
    private func runAutoRegister(_ container: AnyObject) {
        findParent(of: container)
        let id = Frame.ContainerID(number: number, type: type(of: container))
        guard !isAutoRegistering else { return }
        guard let registering = container as? any AutoRegistering else {
            flags.turn(.autoRegistration, on: false)
            return
        }
        // A restart under way would clear what is registered now.
        _ = settledRestarts()
        let (state, run) = (lazyState, AutomaticRun())
        ResolutionStack.withAutomaticRegistration(of: id, completion: run) {
            _ = Cell.Reference.cell(state.autoRegistration).value(
                Cell.Policy(scope: Self.registrationScope),
                // Two containers need each other to register: continue without waiting, as on one thread.
                onCycle: { _ in StoredInstance.Strong(run.content) },
                make: {
                    registering.autoRegister()
                    return Construction.Output(instance: run.content, storage: .strong)
                }
            )
        }
        state.autoRegistrationLock.withLock { _ in
            // A restart may have begun since.
            let isToRunAgain = state.restarts.current % 2 == 1 || state.autoRegistration.snapshot().isEmpty
            guard !isToRunAgain else { return }
            // A restart would take this lock first, so it cannot clear a slot meanwhile. Until then resolutions take the slow
            // path: `autoRegister()` may set several things about one declaration.
            slots.entries.forEach { $0.endRestart() }
            flags.turn(.autoRegistration, on: false)
        }
    }

    /// The scope of the content of the cell for `autoRegister()`.
    private static var registrationScope: ScopeID { Scope.cached.id }

    /// One run of `autoRegister()`, as the completion of its frame.
    private final class AutomaticRun: Frame.Completion {
        let number = UInt64.unique()

        /// The content of the cell.
        var content: StoredInstance { StoredInstance(number, scope: ContainerManager.registrationScope) }
    }

    /// The number of the run of `autoRegister()` whose contributions count: the run on this thread, or else the one that has
    /// ended. A restart does not stop a run, which may contribute afterwards.
    var automaticRun: UInt64? {
        let frame = ResolutionStack.automaticRegistration(of: number)
        if let run = frame?.completion as? AutomaticRun { return run.number }
        return existingState.flatMap { try? $0.autoRegistration.value(UInt64.self, scope: Self.registrationScope) }
    }

    /// The contributions to a declaration, in ascending order, complete even if `autoRegister()` runs again meanwhile.
    func contributions(to declaration: Declaration, in container: AnyObject) -> [Contribution] {
        while true {
            let restarts = settledRestarts()
            registerAutomatically(container)
            let contributions = contributions(to: declaration, in: automaticRun)
            if hasNotRestarted(since: restarts) { return contributions }
        }
    }

    /// Whether `autoRegister()` has run, or is running on this thread.
    var hasAutoRegistered: Bool { !flags.isOn(.autoRegistration) || isAutoRegistering }

    /// Whether `autoRegister()` is running on this thread.
    var isAutoRegistering: Bool { ResolutionStack.isRegisteringAutomatically(number) }

    /// Whether the container may have an `autoRegister()`: it has run, or no resolution has checked yet.
    var mayRegisterAutomatically: Bool {
        flags.isOn(.autoRegistration) || existingState.map { !$0.autoRegistration.snapshot().isEmpty } ?? false
    }

    // MARK: - Restarts

    /// Clears what `autoRegister()` set, so that its closures no longer retain the container. If the container is used again,
    /// `autoRegister()` runs again. Instances stay, and constructions under way are published.
    func clearAutomaticRegistration() {
        guard mayRegisterAutomatically else { return }
        changeAsAWhole { _ in
            restartAutoRegister {
                (slots.entries.map { $0.clearAutomaticRegistration() }, change { $0 = $0.withoutAutomatic })
            }
        }
    }

    /// Runs a change that clears what `autoRegister()` set, and makes it run again before the next use. Until then, no
    /// resolution mistakes a cleared registration for a missing one: the count of restarts is odd during the change,
    /// and the slots' flags say that something is missing. A resolution that sees either starts over.
    ///
    /// This does not stop a run under way, which may contribute or decorate after its slot was cleared. Contributions
    /// and decorations have the number of their run, and only those of the current run apply.
    func restartAutoRegister<Result>(_ change: () -> Result) -> Result {
        // Within `autoRegister()` the current run continues. Without an `autoRegister()` nothing runs again.
        guard !isAutoRegistering, mayRegisterAutomatically else { return change() }
        let state = lazyState
        state.autoRegistrationLock.withLock { _ in
            state.restarts.set(state.restarts.current + 1)
            flags.turn(.autoRegistration, on: true)
        }
        let result = change()
        state.autoRegistrationLock.withLock { _ in
            // The cell holds nothing of the user's.
            _ = state.autoRegistration.replace(with: .empty)
            flags.turn(.autoRegistration, on: true)
            state.restarts.set(state.restarts.current + 1)
        }
        return result
    }

    /// Waits until no restart is under way, and returns the number of restarts.
    ///
    /// A caller that reads the number before `autoRegister()` runs, and finds it unchanged after reading the registrations, has
    /// seen everything that `autoRegister()` set.
    func settledRestarts() -> UInt64 {
        guard let state = existingState else { return 0 }
        while state.restarts.current % 2 == 1 { state.saved.withLock { _ in } }
        return state.restarts.current & ~1
    }

    /// Whether no restart has begun since ``settledRestarts()`` returned a number.
    func hasNotRestarted(since number: UInt64) -> Bool { existingState?.restarts.current ?? 0 == number }
}
