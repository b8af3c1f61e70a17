/// What lives as long as the outermost resolution on a thread: the instances of the graph scope, and the trace.
final class OutermostResolution: ThreadSession {
    // Used by one thread, so it needs no lock. A slot stands for a declaration in a container. Exclusive access is not
    // checked, because no access lasts while code of users runs.

    /// An instance for all parameters, or the first.
    private struct Node {
        /// Not retained: the owner keeps it.
        let slot: Unmanaged<Slot>
        let owner: ContainerManager
        /// Tells a construction from a later one of the same slot.
        let number: Int
        /// `nil` while it is being built.
        var instance: Kept?
        /// When it was last used, if its time to live is limited.
        var used: Duration?
    }

    @exclusivity(unchecked) private var nodes: [Node] = []
    @exclusivity(unchecked) private var lastNumber = 0
    /// The instances for parameters, where there is one for each.
    @exclusivity(unchecked) private var parameterized:
        [ObjectIdentifier: (owner: ContainerManager, instances: Instances)] = [:]
    @exclusivity(unchecked) private var lines: [(text: String, logger: (String) -> Void)] = []

    /// The calling thread's.
    static var current: OutermostResolution { ResolutionStack.session { OutermostResolution() } }

    /// The graph's instance of a slot, built by `make` if it is not there. Linear in the number of such instances.
    ///
    /// What is reset while it is being built is handed out, but not kept. A circle ends the program.
    ///
    /// - Parameter seconds: The time to live of an unused instance; `nil` for always.
    func held(of slot: Slot, in owner: ContainerManager, seconds: Double? = nil, make: () -> Built) -> Held {
        let timeToLive = seconds.map { TimeToLive(seconds: $0, now: MonotonicTime.now) }
        if let index = index(of: .passUnretained(slot)) {
            guard let instance = nodes[index].instance else { Failure.circularDependency(ResolutionStack.circle) }
            if timeToLive?.isAlive(since: nodes[index].used) ?? true {
                if let timeToLive { nodes[index].used = timeToLive.now }
                return Held(instance)
            }
            nodes.remove(at: index)
        }
        lastNumber += 1
        let number = lastNumber
        nodes.append(Node(slot: .passUnretained(slot), owner: owner, number: number))
        let built = make()
        if let index = index(ofNumber: number) {
            if let kept = built.kept {
                (nodes[index].instance, nodes[index].used) = (kept, timeToLive.map { _ in MonotonicTime.now })
            } else {
                nodes.remove(at: index)
            }
        }
        return Held(built.instance)
    }

    /// The memory of the graph's instance of a slot, if that is there. It stays until this thread changes something. A time
    /// to live is not looked at.
    static func memory(of slot: Unmanaged<Slot>) -> KeptMemory? {
        guard let session = ResolutionStack.currentSession(OutermostResolution.self) else { return nil }
        return session._withUnsafeGuaranteedRef { $0.instance(of: slot)?.memory }
    }

    // Holds because the address is only compared, while the caller has the slot; likewise below.
    private func instance(of slot: Unmanaged<Slot>) -> Kept? {
        index(of: slot).flatMap { nodes[$0].instance }
    }

    // Holds as above.
    private func index(of slot: Unmanaged<Slot>) -> Int? {
        // A loop, because a node that is handed to a closure is copied.
        var index = nodes.count
        while index > 0 {
            index -= 1
            if nodes[index].slot.toOpaque() == slot.toOpaque() { return index }
        }
        return nil
    }

    private func index(ofNumber number: Int) -> Int? {
        var index = nodes.count
        while index > 0 {
            index -= 1
            if nodes[index].number == number { return index }
        }
        return nil
    }

    /// The graph's instances of a slot, where there is one for each parameter.
    func instances(of slot: Slot, in owner: ContainerManager) -> Instances {
        if let found = parameterized[ObjectIdentifier(slot)] { return found.instances }
        let made = Instances(slot.declaration)
        parameterized[ObjectIdentifier(slot)] = (owner, made)
        return made
    }

    /// Clears the graph's instances of one slot.
    static func clear(_ clearing: Clearing, of slot: Slot) {
        guard ResolutionStack.hasSession else { return }
        let session = current
        // Holds because the address is only compared, while the caller has the slot.
        let address = Unmanaged.passUnretained(slot).toOpaque()
        // What was taken out is released here, after the store is consistent again: a `deinit` may resolve.
        _ = (
            session.takeNodes(clearing) { $0.slot.toOpaque() == address },
            session.parameterized[ObjectIdentifier(slot)]?.instances.clear(clearing)
        )
    }

    override func clear(_ clearing: Clearing, of owner: AnyObject) -> Leftover {
        (
            takeNodes(clearing) { $0.owner === owner },
            parameterized.values.filter { $0.owner === owner }.map { $0.instances.clear(clearing) }
        )
    }

    /// Takes out nodes; without their instances, if only constructions are cleared, those that are being built.
    private func takeNodes(_ clearing: Clearing, where isMeant: (Node) -> Bool) -> [Node] {
        func isTaken(_ node: Node) -> Bool {
            guard isMeant(node) else { return false }
            if case .constructions = clearing { return node.instance == nil }
            return true
        }
        let taken = nodes.filter(isTaken)
        if !taken.isEmpty { nodes = nodes.filter { !isTaken($0) } }
        return taken
    }

    /// Keeps a place for a line, because it stands above those of what it needs.
    func reserveLine() -> Int {
        lines.append(("", { _ in }))
        return lines.count - 1
    }

    func setLine(_ index: Int, _ text: String, logger: @escaping (String) -> Void) { lines[index] = (text, logger) }

    override func end() {
        let ended = lines
        if !ended.isEmpty {
            lines = []
            ended.forEach { $0.logger($0.text) }
        }
        // A `deinit` may resolve, with another store: this one is off the thread.
        nodes.removeAll(keepingCapacity: nodes.count <= Self.usualCount)
        if !parameterized.isEmpty { parameterized = [:] }
    }

    /// For so many instances memory is kept until the next outermost resolution.
    private static var usualCount: Int { 64 }
}
