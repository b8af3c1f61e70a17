import Wiring

extension [DependencyGraph] {
    /// The faults of single dependencies: promises that nobody kept, hooks without a scope, and singletons of a child. A fault that
    /// several graphs have is reported once, with the longest of the paths that they know.
    var faultsOfNodes: [WiringFault] {
        var paths: [[DependencyGraph.Node]] = []
        for path in flatMap(\.pathsToFaults) {
            if let known = paths.firstIndex(where: { $0.hasSameFault(as: path) }) {
                if paths[known].count < path.count { paths[known] = path }
            } else {
                paths.append(path)
            }
        }
        return paths.flatMap { [$0.unkeptPromise, $0.hooksWithoutScope, $0.singletonOfChild].compactMap(\.self) }
    }
}

extension DependencyGraph {
    fileprivate var pathsToFaults: [[Node]] {
        lazy var dependents = Dictionary(grouping: edges, by: \.dependency).mapValues { $0.map(\.dependent) }
        return nodes.indices.filter { nodes[$0].hasFault }.map { path(to: $0, dependents) }
    }

    /// A shortest path to a node from one that nothing needs, or else the node alone.
    private func path(to node: Int, _ dependents: [Int: [Int]]) -> [Node] {
        let paths = shortestPaths(from: node) { dependents[$0] ?? [] }
        let path = paths.first { dependents[$0[$0.count - 1]] == nil } ?? [node]
        return path.reversed().map { nodes[$0] }
    }

    /// A fault for each dependency of the main actor that is needed by one that may be built elsewhere.
    ///
    /// An asynchronous dependent is not reported: its isolation is unknown.
    var faultsOfIsolation: [WiringFault] {
        edges.compactMap { edge in
            let (dependent, dependency) = (nodes[edge.dependent], nodes[edge.dependency])
            let mayBeOnMainActor = dependent.isOnMainActor || dependent.declaration.isAsynchronous
            guard dependency.isOnMainActor, !mayBeOnMainActor else { return nil }
            let text = """
                \(dependent.title) may be built off the main actor, and needs \(dependency.title), which belongs to it
                \([dependent, dependency].listing)
                Isolate `\(dependent.name)` to the main actor, too: `@MainActor var \(dependent.name)`.
                """
            return WiringFault(kind: .mainActorDependency, description: text)
        }
    }
}

extension DependencyGraph.Node {
    fileprivate var hasHooksOfShared: Bool { !hooks.isEmpty && (scope == "shared" || scope == "a custom shared scope") }
    fileprivate var hasHooksWithoutScope: Bool { !hooks.isEmpty && scope == "unique" || hasHooksOfShared }
    fileprivate var hasFault: Bool { isUnkeptPromise || hasHooksWithoutScope || isSingletonOfChild }
}

/// The faults of the last node of a path.
extension [DependencyGraph.Node] {
    private var end: DependencyGraph.Node { self[count - 1] }

    fileprivate func hasSameFault(as other: Self) -> Bool {
        let (left, right) = (end, other.end)
        return left.title == right.title && left.location == right.location
            && left.isUnkeptPromise == right.isUnkeptPromise && left.hasHooksWithoutScope == right.hasHooksWithoutScope
            && left.isSingletonOfChild == right.isSingletonOfChild
    }

    fileprivate var unkeptPromise: WiringFault? {
        guard end.isUnkeptPromise else { return nil }
        let text = """
            \(end.title) was promised, but nothing is registered
            \(listing)
            Install the module that provides it, or register it: `\(end.advice.registering)`.
            """
        return WiringFault(kind: .unkeptPromise, description: text)
    }

    fileprivate var hooksWithoutScope: WiringFault? {
        guard end.hasHooksWithoutScope else { return nil }
        let (problem, advice) =
            end.hasHooksOfShared
            ? (
                "and a shared scope, which does not keep its instances",
                "Declare `self { … }.cached`, and let the instance go with a reset or a `timeToLive`."
            )
            : ("but no scope", "Declare a scope, so that each instance is started once: `self { … }.cached`.")
        let text = """
            \(end.title) has \(end.hooks.map(\.rawValue).joined(separator: " and ")), \(problem)
            \(listing)
            \(advice)
            """
        return WiringFault(kind: .hooksWithoutScope, description: text)
    }

    fileprivate var singletonOfChild: WiringFault? {
        guard end.isSingletonOfChild else { return nil }
        let text = """
            \(end.title) is a singleton of a child container: it would keep the values of the first \(end.container) \
            forever
            \(listing)
            Declare it in the parent of \(end.container), or keep an instance in each child: `.cached` instead of \
            `.singleton`.
            """
        return WiringFault(kind: .captiveDependency, description: text)
    }
}

extension [DependencyGraph.Node] {
    /// A path, one node on each line, with the places of the declarations.
    var listing: String {
        enumerated().map { index, node in
            "    \(index == 0 ? "  " : "→ ")\(node.title)  \(node.location)"
        }.joined(separator: "\n")
    }
}
