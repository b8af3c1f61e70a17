extension ContainerManager {
    /// What a resolution of a value with a retention does, whose frame has been pushed.
    package enum RetentionStep {
        /// Return a stored instance.
        case instance(StoredInstance.Strong)
        /// Await the flight of another task.
        case wait(Flight)
        /// Call the declaration's closure, and end the flight.
        case declaration(Flight)
        /// More is set.
        case resolution(Resolution)
    }

    /// Begins a resolution of a value with a retention and nothing else, and pushes its frame.
    ///
    /// - Parameters:
    ///   - waiters: What has the tasks that wait, if the declaration is asynchronous.
    ///   - request: For a declaration about which more is set.
    package func begin(
        _ reference: SlotReference,
        of container: AnyObject,
        waiters: (any Flight.Waiters.Type)? = nil,
        _ request: (Declaration) -> Resolution.Request
    ) -> RetentionStep {
        // SAFETY: The container retains its slots.
        let slot = reference.slot.object
        guard reference.isScopeOnly, let claim = claim(slot, reference.retention, of: container, waiters) else {
            return .resolution(Resolution.begin(request(slot.declaration)))
        }
        switch claim {
        case .instance(let instance):
            ResolutionStack.addDependencies(instance.followers)
            return .instance(instance)
        case .wait(let flight): return .wait(flight)
        case .failure, .retired:
            fatalError("a declaration whose closure throws does not come here, and the cell is not a parameter's")
        case .build(let flight):
            // Read after the claim, so that a closure that is registered later outdates the construction. The flags also say if
            // `autoRegister()` has set anything.
            if flags.isOn(.autoRegistration) {
                flight.abandon()
                ResolutionStack.pop()
                return .resolution(Resolution.begin(request(slot.declaration)))
            }
            guard slot.currentFlags == Slot.Flags(reference.retention),
                isUnaffectedByParents(reference.slot, reference.retention)
            else { return .resolution(Resolution.resume(flight, request(slot.declaration))) }
            return .declaration(flight)
        }
    }

    /// Pushes a frame and claims the instance of a declaration that has a retention and nothing else.
    ///
    /// - Returns: The instance, or the flight to end; `nil` if more is set. Then there is no frame.
    private func claim(
        _ slot: Slot,
        _ retention: Retention,
        of container: AnyObject,
        _ waiters: (any Flight.Waiters.Type)?
    ) -> Cell.Reference.Claim? {
        guard slot.currentFlags == Slot.Flags(retention), !retention.isPerParameter,
            isDestination(without: .observation | .construction),
            ResolutionStack.depth < ResolutionStack.cycleCheckDepth,
            isUnaffectedByParents(Borrowed(slot), retention),
            // Built from the root's point of view.
            retention.standard != .singleton || !flags.isOn(.parent),
            let scope = slot.scope(of: retention), scope.kind != .unique,
            // The flight of a singleton does not know the container, which starts what the singleton needs.
            scope.kind != .singleton || !FollowedContainers.exist
        else { return nil }
        ResolutionStack.push(Frame(declaration: slot.declaration, container: Frame.ContainerID(container, self)))
        return storage(of: slot.declaration, in: slot, scope.used(in: isolation))?
            .claim(waiters: waiters) { keepsInstances }
    }
}
