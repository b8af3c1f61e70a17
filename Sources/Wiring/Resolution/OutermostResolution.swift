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
    /// What is being built, the innermost last.
    @exclusivity(unchecked) private var constructions: [(number: Int, rule: KeepingRule)] = []
    /// The instances for parameters, where there is one for each.
    @exclusivity(unchecked) private var parameterized:
        [ObjectIdentifier: (owner: ContainerManager, instances: Instances)] = [:]
    @exclusivity(unchecked) private var lines: [(text: String, logger: (String) -> Void)] = []

    /// The calling thread's.
    static var current: OutermostResolution {
        // SAFETY: There is no other kind of session.
        unsafeDowncast(ResolutionStack.session { OutermostResolution() }, to: OutermostResolution.self)
    }

    /// The calling thread's, if it has one already.
    private static var existing: OutermostResolution? {
        // SAFETY: As above.
        ResolutionStack.currentSession.map { unsafeDowncast($0, to: OutermostResolution.self) }
    }

    /// What a caller that asks for the graph's instance gets.
    enum Claim {
        case instance(Held)
        /// The caller builds, and passes the instance to ``end(with:)``.
        case build
    }

    /// Claims the graph's instance of a slot for a construction, unless it is there. Linear in the number of such instances.
    ///
    /// A circular dependency ends the program.
    func claim(_ slot: Slot, in owner: ContainerManager, _ rule: KeepingRule) -> Claim {
        if let index = index(of: .passUnretained(slot)) {
            guard let instance = nodes[index].instance else { Failure.circularDependency(ResolutionStack.circle) }
            let timeToLive = rule.timeToLive()
            if timeToLive?.isAlive(since: nodes[index].used) ?? true {
                if let timeToLive { nodes[index].used = timeToLive.now }
                return .instance(Held(instance))
            }
            // Released after the store is consistent again.
            let expired = nodes.remove(at: index)
            _ = consume expired
        }
        lastNumber += 1
        nodes.append(Node(slot: .passUnretained(slot), owner: owner, number: lastNumber))
        constructions.append((lastNumber, rule))
        return .build
    }

    /// Ends the innermost construction, and keeps its instance. What was reset meanwhile is not kept.
    override func end<T>(with instance: T) {
        guard let (number, rule) = constructions.popLast(), let index = index(ofNumber: number) else { return }
        if let kept = rule.built(instance).kept {
            (nodes[index].instance, nodes[index].used) = (kept, rule.timeToLive()?.now)
        } else {
            nodes.remove(at: index)
        }
    }

    /// Ends the innermost construction, which has made nothing.
    override func abandon() {
        guard let (number, _) = constructions.popLast(), let index = index(ofNumber: number) else { return }
        nodes.remove(at: index)
    }

    /// The graph's instance of a slot on this thread, if it is there. A time to live is not looked at.
    static func value<Value>(_ type: Value.Type, of slot: Unmanaged<Slot>) throws(Missing) -> Value {
        guard let session = existing, let index = session.index(of: slot), let kept = session.nodes[index].instance
        else {
            throw Missing()
        }
        // SAFETY: The graph holds its instances strongly.
        return kept.reference.strongValue(Value.self)
    }

    // SAFETY: The address is only compared, while the caller has the slot.
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
        guard let session = existing else { return }
        // Holds because the address is only compared, while the caller has the slot.
        let address = Unmanaged.passUnretained(slot).toOpaque()
        // What was taken out is released here, after the store is consistent again: a `deinit` may resolve.
        _ = (
            session.takeNodes(clearing) { $0.slot.toOpaque() == address },
            session.parameterized[ObjectIdentifier(slot)]?.instances.clearInstances(clearing)
        )
    }

    override func clear(_ clearing: Clearing, of owner: AnyObject) -> Leftover {
        (
            takeNodes(clearing) { $0.owner === owner },
            parameterized.values.filter { $0.owner === owner }.map { $0.instances.clearInstances(clearing) }
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

    override func endOutermost() {
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
