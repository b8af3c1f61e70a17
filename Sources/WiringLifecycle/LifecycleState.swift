import Wiring

/// The state of a ``Lifecycle`` and its transitions, as a value that tests use without threads.
struct LifecycleState {
    private enum Phase {
        case active
        /// Nothing starts any longer. The children are stopping, and the starts that are under way end.
        case ending
        /// The instances are stopping.
        case stopping
        case stopped
    }

    private var phase = Phase.active
    /// The number of the container.
    private let container: UInt64
    /// The instances that it has admitted, in the order in which they were built or first resolved, without those of children.
    private var own: [LifecycleNode] = []

    /// A child whose instances are stopping, with those of its own children.
    struct ChildEnding {
        /// Those of the child and its parents.
        fileprivate let numbers: [UInt64]
        let nodes: [LifecycleNode]
        /// Set when they have stopped.
        let stopped: Eventual<Void>

        var child: UInt64 { numbers[0] }
    }

    /// The instances of the children that have some and have not ended, by the numbers of the children.
    private var children: [UInt64: [LifecycleNode]] = [:]
    /// The numbers of the children that are a container with this number, or descend from it.
    private var descendants: [UInt64: Set<UInt64>] = [:]
    /// The children that are stopping.
    private var endings: [ChildEnding] = []
    /// Instances that were built while the container stopped, or the child, and were not admitted. They end then.
    private(set) var refused: [LifecycleNode] = []
    /// The singleton scopes that store some of them.
    private(set) var scopes: [Scope.Singleton] = []
    /// Admitted while named dependencies were being resolved. They start afterwards, when all hooks are known.
    private var waiting: [LifecycleNode] = []
    /// The instances whose `onRun` closures run, except those for a parameter and those of children. What is admitted meanwhile stops
    /// after them: a request of a server, which any task may handle, may have resolved it.
    private(set) var running: [Weak<LifecycleNode>] = []
    /// The calls that resolve named dependencies now.
    private var resolving = 0
    /// The calls that start named dependencies now.
    private var starting = 0
    /// Whether a call that stops everything has been cancelled while it was resolving what it names.
    private(set) var isCancelled = false
    /// The call that started the container.
    let origin: StartCall
    /// The first error of an instance, or of a start that stops everything. A `run` or `start` throws it.
    private(set) var failure: (any Error)?
    /// Whether that is the cancellation of a call.
    private var endsByCancellation = false
    /// The instance whose `onRun` closure was the first to return.
    private(set) var returned: PathStep?

    /// - Parameter container: The number of the container.
    init(_ origin: StartCall, of container: UInt64) {
        self.origin = origin
        self.container = container
    }

    var isActive: Bool { phase == .active }

    /// Whether the instances are stopping, or have stopped. Then it takes over no more of them.
    var isStoppingInstances: Bool { phase == .stopping || phase == .stopped }

    /// Whether everything has stopped.
    var hasStopped: Bool { phase == .stopped }

    /// Every instance that it has admitted, without those of children that have ended.
    var nodes: [LifecycleNode] { own + children.values.flatMap(\.self) }

    /// These, and those of children that are stopping.
    var unstopped: [LifecycleNode] { nodes + endings.flatMap(\.nodes) }

    /// The numbers of the child of the container that an instance belongs to, and of that child's parents up to the container; empty if
    /// it belongs to the container itself or to one that does not descend from it.
    private func children(of node: LifecycleNode) -> ArraySlice<UInt64> {
        node.containers.firstIndex(of: container).map { node.containers[..<$0] } ?? []
    }

    // MARK: - Starting

    enum Admission {
        /// Start it.
        case start
        /// It starts when the named dependencies have been resolved.
        case wait
        /// The container is shutting down, or the child.
        case refuse
        /// The operation of the child has ended.
        case childHasEnded
    }

    mutating func admit(_ node: LifecycleNode, storedIn scope: Scope.Singleton?) -> Admission {
        guard !isStopping(node.containers) else {
            refused.append(node)
            return .refuse
        }
        let numbers = children(of: node)
        if let child = numbers.first {
            children[child, default: []].append(node)
            for number in numbers { descendants[number, default: []].insert(child) }
        } else {
            own.append(node)
        }
        if let scope, !scopes.contains(where: { $0 === scope }) { scopes.append(scope) }
        guard resolving > 0 else { return .start }
        waiting.append(node)
        return .wait
    }

    /// Takes an instance over from a lifecycle that is stopping.
    ///
    /// - Parameter scopes: The singleton scopes of which one may store it.
    mutating func adopt(_ node: LifecycleNode, storedIn scopes: [Scope.Singleton]) {
        own.append(node)
        if node.isRunning { beginRun(of: node) }
        self.scopes += scopes.filter { scope in !self.scopes.contains { $0 === scope } }
    }

    /// Removes an instance that has ended.
    mutating func remove(_ node: LifecycleNode) {
        endRun(of: node)
        let numbers = children(of: node)
        guard let child = numbers.first else { return own.remove(node) }
        children[child]?.remove(node)
        if children[child]?.isEmpty == true { remove(numbers) }
    }

    /// Records that the `onRun` closure of an instance runs, if it is one of the container.
    mutating func beginRun(of node: LifecycleNode) {
        guard children(of: node).isEmpty else { return }
        if node.step.declaration.parameter == Void.self { running.append(Weak(node)) }
    }

    /// Records that it has returned, or that the instance has ended.
    mutating func endRun(of node: LifecycleNode) { running.removeAll { $0.object === node } }

    /// Begins to resolve and start named dependencies.
    ///
    /// - Returns: Whether that is possible. It is not when an error is about to stop everything.
    mutating func beginStart() -> Bool {
        guard isActive, failure == nil else { return false }
        resolving += 1
        starting += 1
        return true
    }

    /// Ends the resolution of named dependencies, and returns what starts now. If everything is going to stop, nothing does.
    mutating func endResolving() -> [LifecycleNode] {
        resolving -= 1
        guard resolving == 0, isActive, failure == nil else { return [] }
        defer { waiting = [] }
        return waiting
    }

    /// Ends the start of named dependencies.
    ///
    /// - Parameter isCancelled: Whether the task of the call is cancelled. Another call does not throw that error.
    /// - Returns: The error that ends it; `nil` if everything has started. Later errors do not affect this start.
    mutating func endStart(isCancelled: Bool) -> (any Error)? {
        starting -= 1
        if let failure, isCancelled || !endsByCancellation { return failure }
        return failure == nil && isActive ? nil : LifecycleError.shutDown(origin)
    }

    /// Cancels the starts of the instances. What they throw because of that is not what the call throws.
    ///
    /// - Returns: The instances that it has admitted. Later ones are cancelled when they begin to start.
    mutating func cancelStarts() -> [LifecycleNode] {
        isCancelled = true
        if failure == nil, isActive { (failure, endsByCancellation) = (CancellationError(), true) }
        return nodes
    }

    /// The end of a start that has failed.
    struct FailedStart {
        /// The error that it throws.
        let error: any Error
        /// Whether its own error is another, which reaches no caller.
        let isReported: Bool
        /// What starts now.
        let starting: [LifecycleNode]
    }

    /// Ends the start of named dependencies with an error, or with a cancellation.
    ///
    /// - Parameters:
    ///   - isResolving: Whether they could not be resolved.
    ///   - stopsAll: Whether everything is going to stop. Then nothing that is waiting starts.
    ///   - isCancelled: Whether the task of the call is cancelled.
    mutating func endStart(_ error: any Error, isResolving: Bool, stopsAll: Bool, isCancelled: Bool) -> FailedStart {
        let earlier = failure
        if stopsAll, failure == nil, isActive {
            (failure, endsByCancellation) = (error, isCancelled && error is CancellationError)
        }
        let starting = isResolving ? endResolving() : []
        let end = endStart(isCancelled: isCancelled)
        // Otherwise it is that of an instance, which has been recorded.
        let isOwn = isResolving && !(error is CancellationError)
        let isReported = isOwn && stopsAll && earlier != nil
        let thrown = isOwn && !isReported ? error : end ?? error
        return FailedStart(error: thrown, isReported: isReported, starting: starting)
    }

    // MARK: - Ending

    enum ErrorSource: Equatable {
        /// A hook of the instance has thrown it.
        case hook(LifecycleHook)
        /// The instance was built with one that has not started, or has stopped.
        case missingStart
        /// Its scope has dropped it.
        case drop
        /// A dependency, for which it has been recorded, or the cancellation of a start.
        case elsewhere

        var hook: LifecycleHook? { if case .hook(let hook) = self { hook } else { nil } }
    }

    enum Failure {
        /// A `run` or `start` throws the error. While named dependencies start, the other starts are cancelled.
        case thrown(cancelled: [LifecycleNode])
        /// The error reaches no caller.
        case reported
        /// It follows from an earlier error, from a cancellation, or from the stop.
        case ignored
    }

    /// Records an error of an instance.
    ///
    /// - Parameters:
    ///   - node: If it belongs to a child, its error ends neither a `run` nor a `start`.
    ///   - source: Where it comes from.
    mutating func fail(_ error: any Error, of node: LifecycleNode, from source: ErrorSource) -> Failure {
        let isStopping = isStopping(node.containers)
        if source == .drop, failure != nil, !isStopping { return .reported }
        if node.isStopping || isStopping || failure != nil {
            return source.hook != nil && !(error is CancellationError) ? .reported : .ignored
        }
        // A `start` may itself replace what an earlier one has named, for example because it has expired.
        let isThrown = origin.isRun || starting > 0 && source != .drop
        guard children(of: node).isEmpty, isThrown else { return source == .elsewhere ? .ignored : .reported }
        failure = error
        return .thrown(cancelled: starting > 0 ? nodes : [])
    }

    /// Records that the `onRun` closure of an instance has returned.
    ///
    /// - Returns: Whether that ends the run.
    mutating func noteReturn(of node: LifecycleNode) -> Bool {
        guard isActive, returned == nil, children(of: node).isEmpty, !node.isStopping else { return false }
        returned = node.step
        return true
    }

    /// Whether everything is stopping, or one of some containers.
    ///
    /// - Parameter containers: The numbers of a container and its parents.
    func isStopping(_ containers: [UInt64]) -> Bool {
        !isActive || endings.contains { containers.contains($0.child) }
    }

    /// Begins to end.
    ///
    /// - Returns: The instances whose starts to cancel, and what must have stopped before they stop; `nil` if that is under way.
    mutating func beginEnd() -> (nodes: [LifecycleNode], endings: [Eventual<Void>])? {
        guard isActive else { return nil }
        phase = .ending
        return (nodes, endings.map(\.stopped))
    }

    /// Begins to stop the instances, when the children have stopped and the starts have ended.
    ///
    /// - Parameter nodes: Those of `beginEnd`. Some may have failed since.
    /// - Returns: These, and those that it has taken over since.
    mutating func beginStop(of nodes: [LifecycleNode]) -> [LifecycleNode] {
        phase = .stopping
        let known = Set(nodes.map(ObjectIdentifier.init))
        return nodes + own.filter { !known.contains(ObjectIdentifier($0)) }
    }

    /// Ends the stop. What is refused from now on ends at once.
    mutating func endStop() { phase = .stopped }

    /// What the end of a child stops.
    struct ChildEnd {
        /// The instances of the child and its own children.
        let nodes: [LifecycleNode]
        /// Set it when they have stopped; `nil` if there are none, or if the container is shutting down, and stops them.
        let stopped: Eventual<Void>?
        /// What other calls are stopping: the child, its own children, or a parent with all of them.
        let earlier: [ChildEnding]

        /// Whether the shutdown of the container stops them.
        var isPartOfShutdown: Bool { stopped == nil && !nodes.isEmpty }
    }

    /// Whether the end of a child, or of one of its own children, may have to stop something, or to wait for an earlier end.
    func mayStop(_ child: UInt64) -> Bool { descendants[child] != nil || !endings.isEmpty }

    /// Ends a child, and its own children. Linear in the number of those that have instances, and of other ends under way.
    ///
    /// - Parameter numbers: Those of the child and its parents.
    mutating func end(_ numbers: [UInt64]) -> ChildEnd {
        let child = numbers[0]
        let earlier = endings.filter { $0.numbers.contains(child) || numbers.contains($0.child) }
        let ended = descendants[child, default: []].compactMap { children[$0] }
        let nodes = ended.flatMap(\.self)
        guard isActive, !nodes.isEmpty else { return ChildEnd(nodes: nodes, stopped: nil, earlier: earlier) }
        let stopped = Eventual<Void>()
        for node in ended.compactMap(\.first) { remove(children(of: node)) }
        endings.append(ChildEnding(numbers: numbers, nodes: nodes, stopped: stopped))
        return ChildEnd(nodes: nodes, stopped: stopped, earlier: earlier)
    }

    /// - Parameter numbers: Those of the child and of its parents up to the container.
    private mutating func remove(_ numbers: ArraySlice<UInt64>) {
        guard let child = numbers.first else { return }
        children[child] = nil
        for ancestor in numbers {
            descendants[ancestor]?.remove(child)
            if descendants[ancestor]?.isEmpty == true { descendants[ancestor] = nil }
        }
    }

    /// Ends the stop of a child.
    ///
    /// - Returns: The instances that were refused, which end, and the value that says that the stop has ended.
    mutating func endStop(of child: UInt64) -> (refused: [LifecycleNode], stopped: Eventual<Void>?) {
        let nodes = refused.filter { $0.containers.contains(child) }
        refused.removeAll { $0.containers.contains(child) }
        let ending = endings.firstIndex { $0.child == child }.map { endings.remove(at: $0) }
        return (nodes, ending?.stopped)
    }
}

extension [LifecycleNode] {
    /// Those that end first are often the first ones, for example after a reset.
    fileprivate mutating func remove(_ node: LifecycleNode) {
        if let index = firstIndex(where: { $0 === node }) { remove(at: index) }
    }
}
