public import Wiring

extension ManagedContainer {
    /// Returns the graph of what dependencies need, without resolving anything.
    ///
    /// ```swift
    /// print(container.declaredGraph(from: \.server).mermaid)
    /// ```
    /// It follows the declarations with `wire` from the dependencies that you name. What any other closure needs is
    /// unknown until it runs, and ``DependencyGraph/text`` says so: record it with ``graph(of:recording:)-3m53x``. If an
    /// override, a registration or a context replaces a declaration, the graph leaves out what the declaration names.
    ///
    /// It calls only the closures that name dependencies, each once, on the calling thread. If the container's
    /// `autoRegister()` has yet to run, it runs first. A cycle does no harm.
    ///
    /// - Parameter dependencies: Where the graph begins.
    /// - Returns: These dependencies, and those that they need, directly and through others.
    /// - Complexity: O(*n*) in the number of dependencies and of what they need.
    public func declaredGraph<each Dependency: DeclaredDependency>(
        from dependencies: repeat KeyPath<Self, each Dependency>
    ) -> DependencyGraph {
        wiring(of: Self.readers(of: repeat each dependencies)).graph
    }

    /// Reads a declaration, without resolving it.
    typealias Reader = (Self) -> Resolution.Request

    static func readers<each Dependency: DeclaredDependency>(
        of dependencies: repeat KeyPath<Self, each Dependency>
    ) -> [Reader] {
        var readers: [Reader] = []
        for dependency in repeat each dependencies { readers.append { $0[keyPath: dependency].registration.request } }
        return readers
    }

    /// The graph of what declarations need, and a request for each of its nodes, beginning with those.
    func wiring(of readers: [Reader]) -> (graph: DependencyGraph, requests: [Resolution.Request]) {
        var roots: [Resolution.Request] = []
        let wires = WireCollector.wires {
            for reader in readers { roots.append(reader(self)) }
        }
        return DependencyGraph.wiring(from: roots, wires)
    }
}

extension DependencyGraph {
    /// The graph of what some dependencies need, and a request for each of its nodes, beginning with those.
    fileprivate static func wiring(
        from roots: [Resolution.Request],
        _ wires: [WireCollector.Wire]
    ) -> (graph: DependencyGraph, requests: [Resolution.Request]) {
        let named = Dictionary(wires.map { (WireCollector.Key($0.dependent), $0.dependencies) }) { first, _ in first }
        var (nodes, edges, requests): ([Node], Set<Edge>, [Resolution.Request]) = ([], [], [])
        var indices: [Key: Int] = [:]
        var next = 0
        func index(of request: Resolution.Request, forSingleton isBuiltForSingleton: Bool) -> Int {
            let observed = request.observed(forSingleton: isBuiltForSingleton)
            let key = Key(observed)
            if let known = indices[key] { return known }
            var node = Node(observed)
            node.isBuiltForSingleton = isBuiltForSingleton || node.lifetime == .process
            node.isOnMainActor = request.isOnMainActor
            node.mayBeOnMainActor = request.isOnMainActor || request.declaration.isAsynchronous
            node.isWired = node.replacement == nil && named[WireCollector.Key(request)] != nil
            node.hasUnknownNeeds = !node.isWired && !node.isUnkeptPromise
            indices[key] = nodes.count
            nodes.append(node)
            requests.append(request)
            return nodes.count - 1
        }
        for root in roots { _ = index(of: root, forSingleton: false) }
        while next < nodes.count {
            if nodes[next].isWired {
                for dependency in named[WireCollector.Key(requests[next])] ?? [] {
                    let index = index(of: dependency, forSingleton: nodes[next].isBuiltForSingleton)
                    edges.insert(Edge(dependent: next, dependency: index))
                }
            }
            next += 1
        }
        return (DependencyGraph(nodes: nodes, edges: edges), requests)
    }

    /// Identifies a node.
    struct Key: Hashable {
        let declaration: Declaration
        /// The name of the container's type.
        let container: String
        let isInChild: Bool
    }
}

extension DependencyGraph.Key {
    init(_ resolution: ObservedResolution) {
        self.init(
            declaration: resolution.dependency,
            container: resolution.container,
            isInChild: resolution.isInChild
        )
    }
}

extension Resolution.Request {
    /// What its resolution would be.
    ///
    /// - Parameter isForSingleton: Whether a singleton would be under construction. Then the outermost container resolves it
    ///   in place of a child.
    fileprivate func observed(forSingleton isForSingleton: Bool) -> ObservedResolution {
        var (request, singleton) = (isForSingleton ? fromRoot ?? self : routed, Scope?.none)
        let (resolution, slot) = Resolution.prepare(&request, &singleton)
        return resolution.observedResolution(slot)
    }
}
