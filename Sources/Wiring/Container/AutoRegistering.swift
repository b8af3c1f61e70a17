/// A type with a function that registers dependencies. A container that conforms does so before its first use.
///
/// ```swift
/// extension AppContainer: AutoRegistering {
///     func autoRegister() {
///         api.onArg("mock-api") { MockAPI() }
///     }
/// }
/// ```
/// To conform ``Container`` in your module, write `extension Container: @retroactive AutoRegistering`, with a `public` function.
///
/// Conform a container in only one module. If two modules conform ``Container``, only one `autoRegister()` runs. Which
/// one is unspecified, and there is no error. A library that registers dependencies for a program should offer a
/// ``ContainerModule``, which the program's `autoRegister()` installs.
///
/// Another type that conforms is not called. The conformance cannot be isolated to an actor, because a container can be used on any.
public protocol AutoRegistering: SendableMetatype {
    /// Registers dependencies.
    ///
    /// Wiring calls this once for each container that conforms, before the container's first resolution, registration, modifier or
    /// decorator takes effect, and again after a reset of `.all` or `.registration` and after
    /// ``ContainerManager/pop()``. It runs with no lock held, on the first thread that uses the container. Other
    /// threads that use the container wait for it. If two containers wait for each other's `autoRegister()`, one
    /// continues without waiting. Calling `register` within it clears no instance. Assigning a setting of the
    /// container's manager does not run it, and a setting that `autoRegister()` assigns replaces one that was assigned
    /// before the first use.
    ///
    /// Its registrations and settings belong to this container only. A copy that `withContainer` creates, a child, a
    /// test that inherits, and a container whose state `pop` restores run `autoRegister()` themselves, so a closure
    /// that resolves from `self` resolves from the container that uses it. They inherit only what was set elsewhere,
    /// which takes precedence over settings and over closures of the same kind. An override in `autoRegister()` still takes
    /// precedence over a registration that was set elsewhere, in this container or in a parent.
    ///
    /// In a container that you create yourself, a closure that captures `self` keeps the container alive. If your
    /// program creates and drops containers, capture `self` as `unowned`. A factory retains its container while it
    /// resolves:
    ///
    /// ```swift
    /// func autoRegister() {
    ///     letter.register { [unowned self] in Letter(to: name()) }
    /// }
    /// ```
    ///
    /// The container of a `withContainer` or of a test releases these registrations when its last task and its last
    /// bound closure end. If that container is used again, this method runs again. One run counts as one resolution:
    /// everything that it resolves shares the instances of the graph scope.
    ///
    /// It is nonisolated, even in a module whose default isolation is the main actor.
    func autoRegister()
}

/// What a run of `autoRegister()` has set, as a value that never changes.
package final class AutomaticRegistration: Sendable {
    fileprivate let layers: [ObjectIdentifier: SlotState.Layer]
    /// Whether the run had ended. If not, no instance that is built with it is kept.
    let isComplete: Bool

    fileprivate init(_ layers: [ObjectIdentifier: SlotState.Layer] = [:], isComplete: Bool = true) {
        self.layers = layers
        self.isComplete = isComplete
    }

    /// What it has set about the declaration of a slot.
    func layer(of slot: Slot) -> SlotState.Layer? { layers[ObjectIdentifier(slot)] }
}

extension AutomaticRegistration {
    /// A run of `autoRegister()` under way, as the completion of its frame. It sets everything aside, until it ends.
    fileprivate final class Run: Frame.Completion {
        var layers: [ObjectIdentifier: SlotState.Layer] = [:]

        /// What it has set so far.
        var registration: AutomaticRegistration { AutomaticRegistration(layers) }
    }
}

extension ContainerManager {
    /// Runs `autoRegister()` if it has yet to run, or waits until it has. Within `autoRegister()` this does nothing.
    @inline(__always)
    package func registerAutomatically(_ container: AnyObject) {
        if flags.isOn(.autoRegistration) { _ = runAutoRegister(container) }
    }

    /// What `autoRegister()` has set, after it has run; `nil` if the container has no `autoRegister()`. Within `autoRegister()`, what
    /// it has set so far.
    package func automaticRegistration(of container: AnyObject) -> AutomaticRegistration? {
        while true {
            if flags.isOn(.autoRegistration) { return runAutoRegister(container) }
            if let registration = publishedRegistration { return registration }
            // Otherwise it is to run again, or has run again since: then the first switch is off as before.
            if !flags.isOn(.autoRegisters) { return nil }
        }
    }

    /// The same without running it.
    package var currentRegistration: AutomaticRegistration? { run?.registration ?? publishedRegistration }

    /// What the last run of `autoRegister()` has set, unless it is to run again.
    var publishedRegistration: AutomaticRegistration? {
        existingState?.autoRegistration.content(AutomaticRegistration.self)
    }

    @inline(never)
    private func runAutoRegister(_ container: AnyObject) -> AutomaticRegistration? {
        checkOwner(container)
        findParent(of: container)
        if let run { return run.registration }
        // As an object: the runtime takes four times as long to cast to a protocol that values conform to, too.
        guard let registering = container as? any AnyObject & AutoRegistering else {
            flags.turn(.autoRegistration, on: false)
            return nil
        }
        // Before the other is turned off, so that a thread that sees that it has run also sees this.
        flags.turn(.autoRegisters, on: true)
        let state = lazyState
        while true {
            // A change that makes it run again would clear what is registered now.
            while state.isRestarting.withLock({ $0 }) { state.saved.withLock { _ in } }
            let registration = run(registering, container)
            // Otherwise it is to run again.
            if !registration.isComplete || publish(registration) { return registration }
        }
    }

    /// Runs `autoRegister()`, or waits while another thread runs it.
    private func run(_ registering: any AnyObject & AutoRegistering, _ container: AnyObject) -> AutomaticRegistration {
        let run = AutomaticRegistration.Run()
        let step = PathStep(declaration: .autoRegistration, container: type(of: container), number: number)
        // Counted, so that a change need not search the frames of a thread that runs none.
        ThreadRecord.current.pointee.automaticRegistrations += 1
        defer { ThreadRecord.current.pointee.automaticRegistrations -= 1 }
        return ResolutionStack.withFrame(step, completion: run) {
            lazyState.autoRegistration.content(
                // Two containers need each other to register: continue without waiting, as on one thread.
                onCycle: { _ in AutomaticRegistration(isComplete: false) },
                make: {
                    registering.autoRegister()
                    CollectedFailure.collector?.noteAutomaticRegistration(of: self)
                    return run.registration
                }
            )
        }
    }

    /// Makes a registration effective for the fast path.
    ///
    /// - Returns: Whether it is that of the last run. If not, nothing is published.
    private func publish(_ registration: AutomaticRegistration) -> Bool {
        lazyState.isRestarting.withLock { isRestarting in
            guard !isRestarting, publishedRegistration === registration else { return false }
            // Until the switch is off, resolutions take the slow path, which reads the registration as a whole.
            for slot in slots.own.entries { slot.setAutomatic(registration.layer(of: slot)) }
            flags.turn(.autoRegistration, on: false)
            return true
        }
    }

    /// Whether `autoRegister()` has not been made to run again since it set this.
    func isCurrent(_ registration: AutomaticRegistration?) -> Bool {
        guard let registration else { return !flags.isOn(.autoRegistration) }
        return !registration.isComplete || publishedRegistration === registration || run != nil
    }

    /// The run of `autoRegister()` on this thread.
    private var run: AutomaticRegistration.Run? {
        ResolutionStack.automaticRegistration(of: number)?.completion as? AutomaticRegistration.Run
    }

    /// Whether `autoRegister()` is running on this thread.
    var isAutoRegistering: Bool { ResolutionStack.automaticRegistration(of: number) != nil }

    /// Whether the container may have an `autoRegister()`: it has run, or no resolution has checked yet.
    var mayRegisterAutomatically: Bool { flags.isOn(.autoRegistration | .autoRegisters) }

    /// Prevents `autoRegister()` from running, in a new container that no other thread has.
    package func disableAutoRegistration() {
        // If its initializer has run it, a reset makes it run again.
        flags.turn(publishedRegistration == nil ? .autoRegistration | .autoRegisters : .autoRegistration, on: false)
    }

    // MARK: - Changes

    /// Changes what the run of `autoRegister()` on this thread has set about the declaration of a slot.
    ///
    /// - Returns: The result; `nil` if it does not run here.
    func changeInAutoRegister<Result>(_ slot: Slot, _ change: (inout SlotState.Layer) -> Result) -> Result? {
        guard let run else { return nil }
        var layer = run.layers[ObjectIdentifier(slot)] ?? SlotState.Layer()
        let result = change(&layer)
        // Released when the layers are consistent again: a `deinit` may resolve.
        let old = run.layers.updateValue(layer, forKey: ObjectIdentifier(slot))
        extendLifetime(old)
        return result
    }

    /// Changes what `autoRegister()` has set about the declaration of a slot, if it has set anything.
    ///
    /// - Returns: What was taken out.
    func changeAutomatic(of slot: Slot, _ change: (inout SlotState.Layer) -> Void) -> DeferredRelease {
        guard isAutoRegistering || slot.currentFlags.contains(.automatic) else { return () }
        return changeLayers { layers in
            if var layer = layers[ObjectIdentifier(slot)] {
                change(&layer)
                layers[ObjectIdentifier(slot)] = layer
            }
        }
    }

    /// Clears what `options` names of what `autoRegister()` has set.
    func resetAutomatic(_ options: FactoryResetOptions) -> DeferredRelease {
        changeLayers { layers in
            for slot in layers.keys { layers[slot]?.reset(options) }
        }
    }

    /// Changes what the run of `autoRegister()` on this thread has set, or else the last one.
    ///
    /// - Returns: What was taken out.
    private func changeLayers(_ change: (inout [ObjectIdentifier: SlotState.Layer]) -> Void) -> DeferredRelease {
        if let run {
            let old = run.layers
            change(&run.layers)
            return old
        }
        guard let state = existingState else { return () }
        return state.isRestarting.withLock { _ -> DeferredRelease in
            guard let published = publishedRegistration else { return () }
            var layers = published.layers
            change(&layers)
            return state.autoRegistration.setContent(AutomaticRegistration(layers))
        }
    }

    /// Clears what `autoRegister()` set, so that its closures no longer retain the container. If the container is used again,
    /// `autoRegister()` runs again. Instances stay, and constructions under way are published.
    package func clearAutomaticRegistration() {
        guard mayRegisterAutomatically else { return }
        changeAsAWhole { _ in restartAutoRegister { change { $0 = $0.withoutAutomatic } } }
    }

    /// Runs a change, and makes `autoRegister()` run again before the next use. A resolution that begins meanwhile waits until the
    /// change has ended. One that has begun goes on with what `autoRegister()` had set. A run under way publishes nothing.
    ///
    /// - Returns: What was taken out.
    func restartAutoRegister(_ change: () -> DeferredRelease) -> DeferredRelease {
        // Within `autoRegister()` the current run continues. Without an `autoRegister()` nothing runs again.
        guard !isAutoRegistering, mayRegisterAutomatically else { return change() }
        let state = lazyState
        state.isRestarting.withLock { isRestarting in
            isRestarting = true
            flags.turn(.autoRegistration, on: true)
        }
        let released = change()
        return state.isRestarting.withLock { isRestarting -> DeferredRelease in
            isRestarting = false
            flags.turn(.autoRegistration, on: true)
            return (released, state.autoRegistration.replace(with: .empty))
        }
    }
}
