public import Wiring

extension ManagedContainer {
    /// Returns the graph of what dependencies need, without resolving anything.
    ///
    /// ```swift
    /// print(container.declaredGraph(from: \.server).mermaid())
    /// ```
    /// It follows declarations with `wire` from the dependencies that you name, properties of instances, such as
    /// `\.date[\.now]`, and parts of collections that were contributed as declarations. A part that is a provider needs
    /// nothing until it is called. What any other closure needs is unknown until it runs, and
    /// ``DependencyGraph/text`` says so: record it with ``graph(of:_:recording:)``. What an `onResolve` closure needs is left
    /// out. If an override, a registration or a context replaces a declaration, the graph leaves out what the declaration
    /// names.
    ///
    /// A property says what its factory needs whenever it is read, so nothing is known of a factory that the program
    /// stores. Factories with the same place and type are one declaration: if a function makes several and does not pass
    /// its caller's `line` on, the graph has what the first one needs.
    ///
    /// It calls only the closures that name dependencies, each once, on the calling thread. If the container's
    /// `autoRegister()` has yet to run, it runs first. A cycle does no harm.
    ///
    /// - Parameter dependencies: Where the graph begins.
    /// - Returns: These dependencies, and those that they need, directly and through others.
    /// - Complexity: O(*n* log *n*) in the number of dependencies and of what they need.
    public func declaredGraph<each Dependency: DeclaredDependency>(
        from dependencies: repeat KeyPath<Self, each Dependency>
    ) -> DependencyGraph {
        wiring(of: Self.readers(of: repeat each dependencies)).graph
    }

    /// Reads a declaration, without resolving it.
    typealias Reader = (Self) -> any DeclaredDependency

    static func readers<each Dependency: DeclaredDependency>(
        of dependencies: repeat KeyPath<Self, each Dependency>
    ) -> [Reader] {
        var readers: [Reader] = []
        for dependency in repeat each dependencies { readers.append { $0[keyPath: dependency] } }
        return readers
    }

    /// The graph of what declarations need, and a request for each of its nodes, beginning with those.
    func wiring(of readers: [Reader]) -> (graph: DependencyGraph, requests: [Resolution.Request]) {
        WireCollector.collect { collector in
            var graph = GraphBuilder(collector)
            for reader in readers { graph.add(reader(self).request) }
            return graph.end()
        }
    }
}

/// A graph of what declarations need, while it grows.
private struct GraphBuilder {
    private typealias Node = DependencyGraph.Node
    private typealias Edge = DependencyGraph.Edge

    private let collector: WireCollector
    private var (nodes, edges): ([Node], Set<Edge>) = ([], [])
    private var indices: [PathStep.Identity: Int] = [:]
    /// For each node a request, the dependencies that are known, and whether it is a singleton or was first reached from one. Then it
    /// is built with what the root has.
    private var requests: [(request: Resolution.Request, needs: [Resolution.Request], isForSingleton: Bool)] = []

    init(_ collector: WireCollector) { self.collector = collector }

    /// Adds a dependency, without what it needs.
    mutating func add(_ request: Resolution.Request) { _ = index(of: request, forSingleton: false) }

    /// Adds everything that the dependencies need.
    mutating func end() -> (graph: DependencyGraph, requests: [Resolution.Request]) {
        var next = 0
        while next < nodes.count {
            for need in requests[next].needs {
                // While a singleton is built, the root resolves what its children are asked for.
                let index = index(of: need, forSingleton: requests[next].isForSingleton)
                edges.insert(Edge(dependent: next, dependency: index))
            }
            next += 1
        }
        return (DependencyGraph(nodes: nodes, edges: edges), requests.map(\.request))
    }

    /// - Parameter isForSingleton: Whether a singleton would be under construction. Then the root resolves the request in
    ///   place of a child.
    private mutating func index(of request: Resolution.Request, forSingleton isForSingleton: Bool) -> Int {
        var (routed, singleton) = (isForSingleton ? request.fromRoot ?? request : request.routed, Scope?.none)
        let (resolution, slot) = Resolution.prepare(&routed, &singleton, isForGraph: true)
        let observed = resolution.observedResolution(slot)
        if let known = indices[observed.step.identity] { return known }
        let parts = routed.contributedParts
        var node = Node(observed)
        node.isOnMainActor = request.isOnMainActor || node.replacement == nil && request.isBuiltOnMainActor
        let needs = node.replacement == nil ? parts?.declared ?? collector.dependencies(of: request) : nil
        let isWired = needs != nil && parts?.includesClosures != true && observed.decorations.isEmpty
        node.hasUnknownNeeds = !isWired && !node.isUnkeptPromise
        indices[observed.step.identity] = nodes.count
        nodes.append(node)
        requests.append((request, needs ?? [], isForSingleton || node.lifetime == .process))
        return nodes.count - 1
    }
}

extension DeclaredDependency {
    var request: Resolution.Request { registration.request }
}

extension Resolution.Request {
    /// The declarations that were contributed to a collection, in their order, and whether closures were contributed as well; `nil`
    /// unless this request, which is routed, is for a collection. A part that is a provider needs nothing until it is called.
    fileprivate var contributedParts: (declared: [Resolution.Request], includesClosures: Bool)? {
        guard modification.kind == .collection else { return nil }
        let contributions = manager.contributions(to: declaration, in: container)
        let declared = contributions.compactMap { ($0.factory?(container) as? any DeclaredDependency)?.request }
        return (declared, contributions.contains { $0.closure != nil })
    }
}
