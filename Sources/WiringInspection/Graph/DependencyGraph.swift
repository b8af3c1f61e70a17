import Wiring

/// The dependencies that were resolved or declared, and which of them need which.
///
/// ``graph(of:recording:)`` records one; ``Wiring/ManagedContainer/declaredGraph(from:)`` makes one without
/// resolving anything.
///
/// ```swift
/// let recorded = try await graph(of: container) { _ = try await container.server() }
/// print(recorded.mermaid())
/// ```
public struct DependencyGraph: Sendable {
    /// A declaration, and what was recorded about it.
    public struct Node: Sendable {
        /// The name of the type of the container that resolves it.
        public let container: String
        /// Whether a child that `child()` or `withChildContainer` made resolves it. All such children of a container
        /// type share a node. `false` for a ``Wiring/ChildContainer``, which has a type of its own.
        package let isInChild: Bool
        /// The name of the property that declares it.
        public let name: String
        /// The declared type.
        public let type: any Any.Type
        /// The module that declares it.
        package let module: String
        /// Where it is declared, as `Module/File.swift:12`.
        public let location: String
        /// The name of the scope: `cached`, or `unique` if each resolution makes an instance; `nil` if its resolution
        /// was not recorded, only that of something that it needed.
        public internal(set) var scope: String?
        /// What keeps an instance.
        var lifetime = Lifetime.holder
        /// What replaces the declaration's closure, as of the last resolution: `override`, `registration`, a modifier
        /// such as `onTest`, or, for a part of a collection that has no declaration, `contribution`; `nil` if nothing
        /// does.
        package internal(set) var replacement: String?
        /// Where the replacement was set, as `Module/File.swift:12`; `nil` if that is unknown, and for the closure of a
        /// context.
        package internal(set) var replacementLocation: String?
        /// Whether the graph shows everything that it needs: `wire` declares it, or it is a collection to which only
        /// declarations were contributed; and nothing replaces or decorates it. Always `false` in a recorded graph.
        package internal(set) var isWired = false
        /// Whether the graph may lack some of what it needs.
        var hasUnknownNeeds = false
        /// Whether it is a promise that is not kept, although that is an error.
        var isUnkeptPromise = false
        /// What starts and stops an instance.
        var hooks: [LifecycleHook] = []
        /// Whether it belongs to the main actor, as far as its declaration says: in a debug build, and not for
        /// asynchronous factories.
        var isOnMainActor = false
        /// Whether it may belong to the main actor.
        var mayBeOnMainActor = false
        /// Whether it is a singleton of a ``Wiring/ChildContainer``, which a resolution does not allow.
        var isSingletonOfChild = false
        /// How often it was resolved; zero in a declared graph.
        package internal(set) var resolutionCount = 0
        /// How often a closure was called to make an instance; zero in a declared graph.
        package internal(set) var constructionCount = 0
        /// The total time of its resolutions, including those of what it needs; zero in a declared graph.
        package internal(set) var totalDuration = Duration.zero

        let declaration: Declaration

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
        let order = unsorted.indices.sorted { unsorted[$0].key < unsorted[$1].key }
        var position = order
        for (new, old) in order.enumerated() { position[old] = new }
        nodes = order.map { unsorted[$0] }
        self.edges = edges.map { Edge(dependent: position[$0.dependent], dependency: position[$0.dependency]) }
            .sorted { ($0.dependent, $0.dependency) < ($1.dependent, $1.dependency) }
    }
}

extension DependencyGraph.Node {
    init(_ declaration: Declaration, _ container: String, isInChild: Bool) {
        (self.container, self.isInChild) = (container, isInChild)
        self.declaration = declaration
        name = declaration.key
        type = declaration.product
        module = declaration.module
        location = declaration.location
    }

    /// The code that messages advise for it.
    var advice: Advice { Advice(declaration, of: container) }

    init(_ resolution: ObservedResolution) {
        self.init(resolution.dependency, resolution.container, isInChild: resolution.isInChild)
        note(resolution)
    }

    /// Notes what a resolution depends on.
    mutating func note(_ resolution: ObservedResolution) {
        (scope, lifetime) = (resolution.scope.name, resolution.scope.lifetime)
        isSingletonOfChild = lifetime == .process && resolution.containerType is any ChildContainer.Type
        switch resolution.replacement?.kind {
        case .override: replacement = "override"
        case .registration: replacement = "registration"
        case .contribution: replacement = "contribution"
        default: replacement = resolution.context?.modifier
        }
        isUnkeptPromise = resolution.isUnkeptPromise
        hooks = resolution.hooks
        replacementLocation = replacement == nil ? nil : resolution.replacement?.call?.description
    }

    /// Sorts nodes. Lines are compared as numbers.
    fileprivate var key: (String, String, String, Int, String, Int) {
        let place = location.split(separator: ":")
        let line = place.last.flatMap { Int($0) } ?? 0
        return (container, name, "\(place.first ?? "")", line, "\(type)", isInChild ? 1 : 0)
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
