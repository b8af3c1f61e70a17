/// What lives as long as the outermost resolution on a thread: the instances of the graph scope, and the trace.
final class OutermostResolution: ThreadSession {
    /// Used by one thread, so it needs no lock. A slot stands for a declaration in a container.
    private var instances: [ObjectIdentifier: (slot: AnySlot, owner: ContainerManager, instances: Instances)] =
        [:]
    private var lines: [(text: String, logger: (String) -> Void)] = []

    /// The calling thread's.
    static var current: OutermostResolution { ResolutionStack.session { OutermostResolution() } }

    /// The graph's instances of one slot.
    func instances(of slot: AnySlot, in owner: ContainerManager) -> Instances {
        if let found = instances[ObjectIdentifier(slot)] { return found.instances }
        let made = Instances(slot.declaration)
        instances[ObjectIdentifier(slot)] = (slot, owner, made)
        return made
    }

    /// Forgets the graph's instance of one slot.
    static func forget(_ slot: AnySlot) {
        guard ResolutionStack.hasSession else { return }
        _ = current.instances.removeValue(forKey: ObjectIdentifier(slot))
    }

    override func forgetInstances(of owner: AnyObject) -> Leftover {
        let forgotten = instances.filter { $0.value.owner === owner }
        forgotten.keys.forEach { instances[$0] = nil }
        return forgotten
    }

    /// Keeps a place for a line, because it stands above those of what it needs.
    func reserveLine() -> Int {
        lines.append(("", { _ in }))
        return lines.count - 1
    }

    func setLine(_ index: Int, _ text: String, logger: @escaping (String) -> Void) { lines[index] = (text, logger) }

    override func end() { lines.forEach { $0.logger($0.text) } }
}
