/// The instances of the graph scope in one outermost resolution, which belong to it: on one thread, or of an asynchronous factory, whose
/// tasks share them.
final class GraphInstances: Sendable {
    private struct Entry {
        /// A declaration in a container. Retained, so that no other slot can have its address.
        let slot: Instances
        /// The manager of the container.
        let owner: AnyObject
        let instances: Instances
    }

    private let entries = Protected<[Entry]>([])

    /// The instances of a slot. Linear in the number of slots.
    func instances(of slot: Instances, in owner: AnyObject) -> Instances {
        entries.withLock { entries in
            if let known = Self.find(Unmanaged.passUnretained(slot).toOpaque(), in: entries) { return known }
            let new = Instances(slot.declaration)
            entries.append(Entry(slot: slot, owner: owner, instances: new))
            return new
        }
    }

    /// The instances of a slot, if there have been any.
    func existingInstances(of slot: UnsafeMutableRawPointer) -> Instances? {
        entries.withLock { Self.find(slot, in: $0) }
    }

    // SAFETY: The address is only compared.
    private static func find(_ slot: UnsafeMutableRawPointer, in entries: [Entry]) -> Instances? {
        var index = entries.count
        while index > 0 {
            index -= 1
            if Unmanaged.passUnretained(entries[index].slot).toOpaque() == slot { return entries[index].instances }
        }
        return nil
    }

    /// Clears the instances of one slot, and returns what was there.
    func clear(_ clearing: Cell.Clearing, of slot: Instances) -> DeferredRelease {
        all { $0.slot === slot }.map { $0.clearInstances(clearing) }
    }

    /// Clears a container's instances, and returns what was there.
    func clear(_ clearing: Cell.Clearing, of owner: AnyObject) -> DeferredRelease {
        all { $0.owner === owner }.map { $0.clearInstances(clearing) }
    }

    private func all(where matches: (Entry) -> Bool) -> [Instances] {
        entries.withLock { $0.filter(matches).map(\.instances) }
    }

    /// Releases all instances.
    func end() {
        // One by one, after unlocking, so that the memory is reused. A `deinit` may resolve, with other instances.
        while entries.withLock({ $0.popLast() }) != nil {}
    }
}
