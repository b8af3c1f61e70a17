import Wiring

extension DependencyGraph {
    /// The faults of single dependencies: promises that nobody kept, hooks without a scope, and singletons of a child.
    var faultsOfNodes: [WiringFault] {
        nodes.flatMap { [$0.unkeptPromise, $0.hooksWithoutScope, $0.singletonOfChild].compactMap(\.self) }
    }

    /// A fault for each dependency of the main actor that is needed by one that may be built elsewhere.
    ///
    /// An asynchronous dependent is not reported: its isolation is unknown.
    var faultsOfIsolation: [WiringFault] {
        edges.map { (dependent: nodes[$0.dependent], dependency: nodes[$0.dependency]) }
            .filter { $0.dependency.isOnMainActor && !$0.dependent.mayBeOnMainActor }
            .map { dependent, dependency in
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
    fileprivate var unkeptPromise: WiringFault? {
        guard isUnkeptPromise else { return nil }
        let text = """
            \(title) was promised, but nothing is registered
            \([self].listing)
            Install the module that provides it, or register it: `container.\(name).register { … }`.
            """
        return WiringFault(kind: .unkeptPromise, description: text)
    }

    fileprivate var hooksWithoutScope: WiringFault? {
        guard !hooks.isEmpty, scope == "unique" else { return nil }
        let text = """
            \(title) has \(hooks.map(\.rawValue).joined(separator: " and ")), but no scope
            \([self].listing)
            Declare a scope, so that each instance is started once: `self { … }.cached`.
            """
        return WiringFault(kind: .hooksWithoutScope, description: text)
    }

    fileprivate var singletonOfChild: WiringFault? {
        guard isSingletonOfChild else { return nil }
        let text = """
            \(title) is a singleton of a child container: it would keep the values of the first \(container) forever
            \([self].listing)
            Declare it in the parent of \(container), or keep an instance in each child: `.cached` instead of `.singleton`.
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
