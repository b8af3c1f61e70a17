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

    /// Clears the graph's instances of one slot.
    static func clear(_ clearing: Clearing, of slot: AnySlot) {
        guard ResolutionStack.hasSession else { return }
        _ = current.instances[ObjectIdentifier(slot)]?.instances.clear(clearing)
    }

    override func clear(_ clearing: Clearing, of owner: AnyObject) -> Leftover {
        instances.values.filter { $0.owner === owner }.map { $0.instances.clear(clearing) }
    }

    /// Keeps a place for a line, because it stands above those of what it needs.
    func reserveLine() -> Int {
        lines.append(("", { _ in }))
        return lines.count - 1
    }

    func setLine(_ index: Int, _ text: String, logger: @escaping (String) -> Void) { lines[index] = (text, logger) }

    override func end() { lines.forEach { $0.logger($0.text) } }
}
