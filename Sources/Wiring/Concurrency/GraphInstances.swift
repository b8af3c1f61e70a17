/// The instances of the graph scope in one asynchronous resolution. Its tasks share them.
final class GraphInstances: Sendable {
    private struct Entry {
        /// Retained, so that no other slot can have its address.
        let slot: Instances
        let owner: AnyObject
        let instances: Instances
    }

    private enum State {
        case open([ObjectIdentifier: Entry])
        case ended
    }

    private let state = Protected(State.open([:]))

    /// Whether the resolution has ended.
    var hasEnded: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

    /// The instances of a slot.
    func instances(of slot: Instances, in owner: AnyObject, _ make: () -> Instances) -> Instances {
        let new = make()
        return state.withLock { state in
            guard case .open(var entries) = state else { return new }
            if let existing = entries[ObjectIdentifier(slot)] { return existing.instances }
            entries[ObjectIdentifier(slot)] = Entry(slot: slot, owner: owner, instances: new)
            state = .open(entries)
            return new
        }
    }

    /// Clears the instances of one slot, and returns what was there.
    func clear(_ clearing: Cell.Clearing, of slot: Instances) -> DeferredRelease {
        entries.filter { $0.slot === slot }.map { $0.instances.clearInstances(clearing) }
    }

    /// Clears a container's instances, and returns what was there.
    func clear(_ clearing: Cell.Clearing, of owner: AnyObject) -> DeferredRelease {
        entries.filter { $0.owner === owner }.map { $0.instances.clearInstances(clearing) }
    }

    private var entries: [Entry] {
        state.withLock { if case .open(let entries) = $0 { Array(entries.values) } else { [] } }
    }

    /// Releases the instances.
    func end() {
        // Released here, after unlocking.
        _ = state.withLock { state in
            let old = state
            state = .ended
            return old
        }
    }
}
