extension ContainerManager {
    /// What a resolution of a value with a retention does, whose frame has been pushed.
    package enum RetentionStep {
        /// Return a stored instance.
        case instance(StoredInstance.Strong)
        /// Await the flight of another task.
        case wait(Flight)
        /// Call a closure, and end the flight. `nil` for the declaration's closure.
        case build(Flight, ErasedClosure?)
        /// More is set.
        case resolution(Resolution)
    }

    /// Begins a resolution of a value with a retention, and pushes its frame. It is shorter than ``Resolution/begin(_:)`` if at most
    /// closures that replace the declaration's are set.
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
            guard !flags.isOn(.autoRegistration),
                case .closure(let closure) = directClosure(
                    for: slot.declaration,
                    in: reference.slot,
                    reference.retention
                )
            else {
                flight.abandon()
                ResolutionStack.pop()
                return .resolution(Resolution.begin(request(slot.declaration)))
            }
            return .build(flight, closure)
        }
    }

    /// Pushes a frame and claims the instance of a declaration that has a retention and at most replacing closures.
    ///
    /// - Returns: The instance, or the flight to end; `nil` if more is set. Then there is no frame.
    private func claim(
        _ slot: Slot,
        _ retention: Retention,
        of container: AnyObject,
        _ waiters: (any Flight.Waiters.Type)?
    ) -> Cell.Reference.Claim? {
        guard !retention.isPerParameter,
            isDestination(without: .observation | .construction),
            ResolutionStack.depth < ResolutionStack.cycleCheckDepth,
            case .closure = directClosure(for: slot.declaration, in: Borrowed(slot), retention),
            case let route = retention.standard == .singleton ? singletonRoute(for: slot.declaration) : .scope,
            // Built from the root's point of view.
            route != .root,
            let scope = route == .child ? Scope.cached : slot.scope(of: retention), scope.kind != .unique,
            // The flight for any other scope does not know the container, which starts what the instance needs.
            scope.isStoredInContainer || !FollowedContainers.exist
        else { return nil }
        ResolutionStack.push(Frame(step: PathStep(slot.declaration, of: container, self)))
        return storage(of: slot.declaration, in: slot, scope.used(in: isolation))?
            .claim(waiters: waiters) { keepsInstances }
    }
}
