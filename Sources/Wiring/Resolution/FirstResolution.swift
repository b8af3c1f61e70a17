// The first resolution of a cached instance, where nothing but the declaration and its scope matters. It is shorter than the slow
// path, because a container for each request or each test pays for it again.

extension ContainerManager {
    /// Begins to build a cached instance with the declaration's closure, if there is no instance yet.
    ///
    /// The caller has checked that a hit would depend only on the slot.
    ///
    /// - Parameter slot: The slot of the declaration, whose instances are cached.
    /// - Returns: Whether the caller must call its closure, and pass the instance to ``ResolutionStack/finish(_:)``. If not,
    ///   nothing has changed.
    @inline(never)
    func beginFirst(_ slot: Borrowed<Slot>, of container: AnyObject) -> Bool {
        let record = ThreadRecord.current
        guard record.pointee.hasRoom else { return false }
        let policy = Cell.Policy(scope: ScopeID(.cached))
        let retention = Retention(.cached)
        // SAFETY: The container retains its slots. The flight retains the container's manager, and with it the slot.
        let declaration = slot.with(\.declaration)
        let stamp = stamp(for: policy.scope, of: declaration)
        // A parent's later change outdates the construction, as the stamp counts it.
        guard slot.with({ $0.currentFlags == Slot.Flags(retention) }),
            isUnaffectedByParents(slot, retention)
        else { return false }
        let start = Flight.Start(stamp: stamp, mayPublish: stamp.isQuiet && !flags.isOn(.ended))
        let flight = Flight.make()
        guard slot.with({ $0.claimIfEmpty(flight, policy.scope, at: start) }) else {
            flight.recycle()
            return false
        }
        flight.build(
            .slot(Borrowed(at: slot.address)),
            policy,
            outdatedBy: Generation.Watch(source: self, declaration: declaration),
            at: start
        )
        record.pointee.pendingCompletions += 1
        record.pointee.push(Frame(step: PathStep(declaration, of: container, self), completion: consume flight))
        // Read after the claim, so that a closure that is registered later outdates the construction. The switches are read
        // first: what a restart of `autoRegister()` has cleared since then shows in the slot's flags.
        if !flags.isOn(.autoRegistration | .observation | .construction),
            slot.with({ $0.currentFlags == Slot.Flags(retention) })
        {
            return true
        }
        record.pointee.innermostCompletion?.with { $0.abandon() }
        ResolutionStack.pop()
        return false
    }
}
