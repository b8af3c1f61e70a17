import Wiring

/// The dependencies that were resolved or declared, and which of them need which.
///
/// ``graph(of:_:recording:)`` records one; ``Wiring/ManagedContainer/declaredGraph(from:)`` makes one without
/// resolving anything.
///
/// ```swift
/// let recorded = try await graph(of: container) { _ = try await container.server() }
/// print(recorded.mermaid())
/// ```
public struct DependencyGraph: Sendable {
    /// A declaration, and what was recorded about it.
    public struct Node: Sendable {
        let declaration: Declaration
        /// The name of the type of the container that resolves it.
        public let container: String
        /// Whether a child that `child()` or `withChildContainer` made resolves it. All such children of a container
        /// type share a node. `false` for a ``Wiring/ChildContainer``, which has a type of its own.
        package let isInChild: Bool
        /// The name of the property that declares it.
        public var name: String { declaration.key }
        /// The declared type.
        public var type: any Any.Type { declaration.product }
        /// Where it is declared, as `Module/File.swift:12`.
        public var location: String { declaration.location }
        /// The name of the scope: `cached`, or `unique` if each resolution makes an instance; `nil` if its resolution
        /// was not recorded, only that of something that it needed.
        public internal(set) var scope: String?
        /// What keeps an instance.
        var lifetime = Lifetime.holder
        /// What replaces the declaration's closure, as of the last resolution: `override`, `registration`, a modifier
        /// such as `onTest`, or, for a part of a collection that has no declaration, `contribution`; `nil` if nothing
        /// does.
        package internal(set) var replacement: String?
        /// Whether a declared graph may lack some of what it needs. It does not if `wire` declares it, or if it is a collection
        /// to which only declarations were contributed; and nothing replaces or decorates it.
        package internal(set) var hasUnknownNeeds = false
        /// Whether it is a promise that is not kept, although that is an error.
        var isUnkeptPromise = false
        /// What starts and stops an instance.
        var hooks: [LifecycleHook] = []
        /// Whether it belongs to the main actor, as far as its declaration says: in a debug build, and not for
        /// asynchronous factories.
        var isOnMainActor = false
        /// Whether it is a singleton of a ``Wiring/ChildContainer``, which a resolution does not allow.
        var isSingletonOfChild = false

        enum Lifetime {
            /// Whatever holds it: no scope does, or not beyond a resolution, or weakly.
            case holder
            case container
            case process
        }

        /// The container, the name and the type: `Container.api<API>`, or `Container.api<API> in a child`.
        package var title: String { "\(container).\(name)<\(type)>\(isInChild ? " in a child" : "")" }
    }

    /// An arrow from a declaration to one that it needs.
    public struct Edge: Sendable, Hashable {
        /// The index in ``DependencyGraph/nodes`` of the declaration that needs the other.
        public let dependent: Int
        /// The index in ``DependencyGraph/nodes`` of the declaration that it needs.
        public let dependency: Int
    }

    /// The declarations, sorted by container, name and place.
    public let nodes: [Node]
    /// The edges, sorted by both indices. Each occurs once.
    public let edges: [Edge]

    /// Sorts nodes, and the edges between them.
    init(nodes unsorted: [Node], edges: some Sequence<Edge>) {
        let keys = unsorted.map(\.key)
        let order = unsorted.indices.sorted { keys[$0] < keys[$1] }
        var position = order
        for (new, old) in order.enumerated() { position[old] = new }
        nodes = order.map { unsorted[$0] }
        self.edges = edges.map { Edge(dependent: position[$0.dependent], dependency: position[$0.dependency]) }
            .sorted { ($0.dependent, $0.dependency) < ($1.dependent, $1.dependency) }
    }
}

extension DependencyGraph.Node {
    init(_ resolution: ObservedResolution) {
        self.init(declaration: resolution.dependency, container: resolution.container, isInChild: resolution.isInChild)
        note(resolution)
    }

    /// The code that messages advise for it.
    var advice: Advice { Advice(declaration, of: container) }

    /// Notes what a resolution depends on.
    mutating func note(_ resolution: ObservedResolution) {
        (scope, lifetime) = (resolution.scope.name, resolution.scope.lifetime)
        isSingletonOfChild = lifetime == .process && resolution.step.containerType is any ChildContainer.Type
        let (source, isContributed) = (resolution.closureSource, resolution.replacement?.kind == .contribution)
        replacement = source != .declaration ? source.text : isContributed ? "contribution" : nil
        isUnkeptPromise = resolution.isUnkeptPromise
        hooks = resolution.hooks
    }

    /// Sorts nodes. Lines are compared as numbers.
    fileprivate var key: (String, String, String, Int, String, Int) {
        (container, name, declaration.fileID, declaration.line, "\(type)", isInChild ? 1 : 0)
    }
}

extension Declaration {
    /// The module that it is in.
    var module: String { String(fileID.prefix { $0 != "/" }) }
}

extension Scope {
    fileprivate var lifetime: DependencyGraph.Node.Lifetime {
        switch self {
        case is Singleton: .process
        case is Cached: .container
        default: .holder
        }
    }
}
