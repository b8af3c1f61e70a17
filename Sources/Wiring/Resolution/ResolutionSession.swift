/// The state of an outermost resolution: the instances of the graph scope, and the trace.
final class ResolutionSession: ThreadSession {
    // One thread uses it, so it needs no lock. Exclusive access is not checked, because no access lasts while the user's code
    // runs.

    /// An instance of the graph scope. A slot identifies a declaration in a container.
    private struct Node {
        /// Not retained: the owner retains it.
        let slot: Unmanaged<Slot>
        let owner: ContainerManager
        /// Distinguishes a construction from a later one of the same slot.
        let number: Int
        /// `nil` while it is being built.
        var instance: StoredInstance?
        /// When it was last used, if it has a time to live.
        var used: Duration?
    }

    @exclusivity(unchecked) private var nodes: [Node] = []
    @exclusivity(unchecked) private var lastNumber = 0
    /// The constructions under way, the innermost last.
    @exclusivity(unchecked) private var constructions:
        [(number: Int, policy: Cell.Policy, dependencies: [AnyLifecycleNode])] = []
    /// The instances of declarations that have one for each parameter.
    @exclusivity(unchecked) private var parameterized:
        [ObjectIdentifier: (owner: ContainerManager, instances: Instances)] = [:]
    /// The instances that the asynchronous resolution around this one shares; `nil` until that is known.
    @exclusivity(unchecked) private var asyncInstances: GraphInstances??
    @exclusivity(unchecked) private var lines: [(text: String, logger: (String) -> Void)] = []

    /// The calling thread's session.
    static var current: ResolutionSession {
        // SAFETY: There is no other subclass of `ThreadSession`.
        unsafeDowncast(ResolutionStack.session { ResolutionSession() }, to: ResolutionSession.self)
    }

    /// The calling thread's session, if it exists.
    private static var existing: ResolutionSession? {
        // SAFETY: As above.
        ResolutionStack.currentSession.map { unsafeDowncast($0, to: ResolutionSession.self) }
    }

    enum Claim {
        case instance(StoredInstance.Strong)
        /// The caller builds the instance, and passes it to ``end(with:)``.
        case build
    }

    /// Claims the instance of a slot for a construction, unless it exists. Linear in the number of instances.
    ///
    /// A cycle stops the program.
    func claim(_ slot: Slot, in owner: ContainerManager, _ policy: Cell.Policy) -> Claim {
        if let index = index(of: .passUnretained(slot)) {
            guard let instance = nodes[index].instance else { Failure.circularDependency(ResolutionStack.cycle) }
            let timeToLive = policy.timeToLive()
            if timeToLive?.isAlive(since: nodes[index].used) ?? true, let keepAlive = instance.keepAlive {
                if let timeToLive { nodes[index].used = timeToLive.now }
                return .instance(StoredInstance.Strong(instance, keepAlive))
            }
            // Released when the session is consistent again.
            let expired = nodes.remove(at: index)
            _ = consume expired
        }
        lastNumber += 1
        nodes.append(Node(slot: .passUnretained(slot), owner: owner, number: lastNumber))
        constructions.append((lastNumber, policy, []))
        return .build
    }

    /// Ends the innermost construction, and stores its instance unless it was reset meanwhile.
    override func end<T>(with instance: inout T) {
        guard let (number, policy, reached) = constructions.popLast() else { return }
        let dependencies = reached.isEmpty ? [] : reached.withoutDuplicates
        if let index = index(ofNumber: number) {
            if let stored = policy.output(instance, dependencies).stored {
                (nodes[index].instance, nodes[index].used) = (stored, policy.timeToLive()?.now)
            } else {
                nodes.remove(at: index)
            }
        }
        ResolutionStack.addDependenciesOfEnclosing(dependencies)
    }

    override func addDependencies(_ nodes: [AnyLifecycleNode]) -> Bool {
        guard !constructions.isEmpty else { return false }
        constructions[constructions.count - 1].dependencies += nodes
        return true
    }

    /// Ends the innermost construction without an instance.
    override func abandon() {
        guard let (number, _, _) = constructions.popLast(), let index = index(ofNumber: number) else { return }
        nodes.remove(at: index)
    }

    /// The instance of a slot on this thread, if it exists. A time to live is not checked.
    static func value<Value>(_ type: Value.Type, of slot: Unmanaged<Slot>) throws(Miss) -> Value {
        guard let session = existing, let index = session.index(of: slot),
            let stored = session.nodes[index].instance?.reference, stored.isPlain
        else {
            throw Miss()
        }
        // The session stores the instance, and no other code runs until it is copied.
        defer { extendLifetime(session) }
        return stored.strongValue(Value.self)
    }

    // SAFETY: The address is only compared, while the caller has the slot.
    private func index(of slot: Unmanaged<Slot>) -> Int? {
        // Passing a node to a closure would copy it.
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

    /// Whether cells hold the instances, because an asynchronous resolution shares them.
    var isAsynchronous: Bool { shared != nil }

    private var shared: GraphInstances? {
        if let known = asyncInstances { return known }
        let shared = AsyncStep.current?.graph
        asyncInstances = .some(shared)
        return shared
    }

    /// The instances of a slot that has one for each parameter, or that an asynchronous resolution shares.
    func instances(of slot: Slot, in owner: ContainerManager) -> Instances {
        if let shared { return shared.instances(of: slot, in: owner) { Instances(slot.declaration) } }
        if let found = parameterized[ObjectIdentifier(slot)] { return found.instances }
        let made = Instances(slot.declaration)
        parameterized[ObjectIdentifier(slot)] = (owner, made)
        return made
    }

    /// Clears the instances of one slot on this thread.
    static func clear(_ clearing: Cell.Clearing, of slot: Slot) {
        // What is taken out is released here, when nothing is locked and the session is consistent again: a `deinit` may resolve.
        _ = AsyncStep.current?.graph?.clear(clearing, of: slot as Instances)
        guard let session = existing else { return }
        // SAFETY: The address is only compared, while the caller has the slot.
        let address = Unmanaged.passUnretained(slot).toOpaque()
        _ = (
            session.takeNodes(clearing) { $0.slot.toOpaque() == address },
            session.parameterized[ObjectIdentifier(slot)]?.instances.clearInstances(clearing)
        )
    }

    override func clear(_ clearing: Cell.Clearing, of owner: AnyObject) -> DeferredRelease {
        (
            takeNodes(clearing) { $0.owner === owner },
            parameterized.values.filter { $0.owner === owner }.map { $0.instances.clearInstances(clearing) }
        )
    }

    /// Removes nodes: all, or only constructions under way.
    private func takeNodes(_ clearing: Cell.Clearing, where matches: (Node) -> Bool) -> [Node] {
        func isTaken(_ node: Node) -> Bool {
            guard matches(node) else { return false }
            if case .constructions = clearing { return node.instance == nil }
            return true
        }
        let taken = nodes.filter(isTaken)
        if !taken.isEmpty { nodes = nodes.filter { !isTaken($0) } }
        return taken
    }

    /// Reserves a line of the trace, because it precedes the lines of what the resolution needs.
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
        // A `deinit` may resolve, with another session: this one is off the thread.
        if nodes.count > Self.usualCount { nodes = [] }
        while nodes.popLast() != nil {}
        if !parameterized.isEmpty { parameterized = [:] }
        if asyncInstances != nil { asyncInstances = nil }
    }

    /// The memory for this many instances is reused by the next outermost resolution.
    private static var usualCount: Int { 64 }
}
