import Wiring

/// Which instances stop, and what each waits for.
///
/// Lifecycles that end decide that one after the other. So one that hands an instance over and one that waits for it agree, and no
/// instance waits for a hook that waits for it.
actor StopOrder {
    /// The instances that stop before each other one.
    typealias Earlier = [ObjectIdentifier: [LifecycleNode]]

    static let shared = StopOrder()

    /// What stops together.
    struct Stop: Sendable {
        var nodes: [LifecycleNode] = []
        var lifecycles: [Lifecycle] = []

        static func all(of lifecycle: Lifecycle) -> Stop { Stop(lifecycles: [lifecycle]) }

        static func child(_ child: UInt64, _ nodes: [LifecycleNode], of lifecycle: Lifecycle) -> Stop {
            Stop(nodes: nodes, lifecycles: lifecycle.childLifecycles(of: child))
        }
    }

    private final class Wait: Sendable {
        /// The instances of the hooks that wait.
        let hooks: [LifecycleNode]
        let stop: Stop

        init(_ hooks: [LifecycleNode], for stop: Stop) { (self.hooks, self.stop) = (hooks, stop) }
    }

    /// What hooks wait for. No dictionary, which would make each program larger.
    private var waits: [Wait] = []

    // MARK: - Ends

    /// Decides what a lifecycle stops.
    ///
    /// - Parameter nodes: Those of its instances that it had when its end began.
    func end(_ lifecycle: Lifecycle, _ nodes: [LifecycleNode]) -> (nodes: [LifecycleNode], earlier: Earlier) {
        let nodes = handOver(lifecycle.state.withLock { $0.beginStop(of: nodes) }, from: lifecycle)
        return (nodes, earlier(among: nodes))
    }

    /// Hands instances of other containers to lifecycles that need them.
    ///
    /// - Returns: The others, which stop now.
    private func handOver(_ nodes: [LifecycleNode], from lifecycle: Lifecycle) -> [LifecycleNode] {
        // Another lifecycle that takes over what these were built with, and stops, waits for these.
        for node in nodes { node.noteAsDependent() }
        // The dependents that are noted by now are considered below. Later ones may not start.
        for node in nodes { node.refuseDependents() }
        var (rest, count) = (nodes, Int.max)
        // The lifecycle that takes over an instance also needs what that one was built with.
        while rest.count < count {
            count = rest.count
            rest.removeAll { isHandedOver($0, from: lifecycle) }
        }
        return rest
    }

    private func isHandedOver(_ node: LifecycleNode, from lifecycle: Lifecycle) -> Bool {
        let container = lifecycle.containers[0]
        guard !node.containers.contains(container) else { return false }
        let scopes = lifecycle.state.withLock(\.scopes)
        return (node.dependentsElsewhere.compactMap(\.lifecycle) + node.namers).contains { other in
            // Children stop first.
            guard !other.containers.contains(container) else { return false }
            guard !doesWait(node, for: [ObjectIdentifier(other)]) else { return false }
            return other.state.withLock { state in
                guard !state.isStoppingInstances, node.move(to: other) else { return false }
                state.adopt(node, storedIn: scopes)
                return true
            }
        }
    }

    // MARK: - Order

    /// The order of instances that stop together.
    static func earlier(among nodes: [LifecycleNode]) async -> Earlier {
        // Usually, they are all that has to be considered.
        nodes.contains { !$0.dependentsElsewhere.isEmpty }
            ? await shared.earlier(among: nodes) : earlier(among: nodes, afterOthers: [:])
    }

    private func earlier(among nodes: [LifecycleNode]) -> Earlier {
        let own = Set(nodes.map(ObjectIdentifier.init))
        var others: Earlier = [:]
        for node in nodes {
            // Those of lifecycles that stop, too. The others have taken the instance over, or lose it.
            let stopping = node.dependentsElsewhere.filter { other in
                guard other.lifecycle?.state.withLock(\.isStoppingInstances) ?? other.isStopping else { return false }
                return !own.contains(ObjectIdentifier(other)) && !doesWait(other, for: own)
            }
            if !stopping.isEmpty { others[ObjectIdentifier(node)] = stopping }
        }
        return Self.earlier(among: nodes, afterOthers: others)
    }

    /// - Parameter others: Instances of other lifecycles that stop before each of these.
    private static func earlier(among nodes: [LifecycleNode], afterOthers others: Earlier) -> Earlier {
        let own = Set(nodes.map(ObjectIdentifier.init))
        var earlier = others
        for node in nodes {
            // What lies between them may belong to other containers.
            let dependencies = node.dependenciesAtStop.transitiveClosure {
                own.contains(ObjectIdentifier($0)) ? [] : $0.dependenciesAtStop
            }
            for dependency in dependencies { earlier[ObjectIdentifier(dependency), default: []].append(node) }
        }
        addPrecedents(to: &earlier, among: nodes, own)
        for node in nodes {
            if let earlier = earlier[ObjectIdentifier(node)] { node.stop(after: earlier) }
        }
        return earlier
    }

    /// Makes instances stop after those that were running when they were admitted, except where that would close a cycle.
    ///
    /// - Parameter earlier: The instances that stop before each other one.
    private static func addPrecedents(
        to earlier: inout Earlier,
        among nodes: [LifecycleNode],
        _ own: Set<ObjectIdentifier>
    ) {
        var precedents: [LifecycleNode] = []
        var followers: Earlier = [:]
        for node in nodes {
            for precedent in node.precedents where own.contains(ObjectIdentifier(precedent)) {
                if followers[ObjectIdentifier(precedent)] == nil { precedents.append(precedent) }
                followers[ObjectIdentifier(precedent), default: []].append(node)
            }
        }
        for precedent in precedents {
            // What the precedent waits for does not wait for it. Nor does anything if it waits for another lifecycle, whose order
            // is unknown here.
            let awaited = [precedent].transitiveClosure { earlier[ObjectIdentifier($0), default: []] }
            let known = Set(awaited.map(ObjectIdentifier.init))
            guard known.isSubset(of: own) else { continue }
            for follower in followers[ObjectIdentifier(precedent), default: []]
            where !known.contains(ObjectIdentifier(follower)) {
                earlier[ObjectIdentifier(follower), default: []].append(precedent)
            }
        }
    }

    // MARK: - Waits of hooks

    /// Waits for a stop, unless that waits for a hook that this task is part of.
    ///
    /// - Returns: Whether it has waited.
    static func wait(for stop: @autoclosure () -> Stop, _ wait: () async -> Void) async -> Bool {
        let hooks = LifecycleCall.instances
        guard !hooks.isEmpty else {
            await wait()
            return true
        }
        let new = Wait(hooks, for: stop())
        guard await shared.begin(new) else { return false }
        await wait()
        await shared.end(new)
        return true
    }

    private func begin(_ wait: Wait) -> Bool {
        guard !doesWait(wait.stop, for: Set(wait.hooks.map(ObjectIdentifier.init))) else { return false }
        waits.append(wait)
        return true
    }

    private func end(_ wait: Wait) { waits.removeAll { $0 === wait } }

    /// Whether an instance stops after one of some instances or lifecycles because a hook waits.
    private func doesWait(_ node: LifecycleNode, for others: Set<ObjectIdentifier>) -> Bool {
        !waits.isEmpty && doesWait(Stop(nodes: [node]), for: others)
    }

    private func doesWait(_ stop: Stop, for others: Set<ObjectIdentifier>) -> Bool {
        var (remaining, known) = (stop, Set<ObjectIdentifier>())
        while true {
            if let node = remaining.nodes.popLast() {
                guard known.insert(ObjectIdentifier(node)).inserted else { continue }
                remaining.nodes += node.earlierAtStop
                for wait in waits where wait.hooks.contains(where: { $0 === node }) {
                    remaining.nodes += wait.stop.nodes
                    remaining.lifecycles += wait.stop.lifecycles
                }
            } else if let lifecycle = remaining.lifecycles.popLast() {
                guard known.insert(ObjectIdentifier(lifecycle)).inserted else { continue }
                remaining.nodes += lifecycle.state.withLock(\.unstopped)
                remaining.lifecycles += lifecycle.manager.childLifecycles
            } else {
                return !known.isDisjoint(with: others)
            }
        }
    }
}
