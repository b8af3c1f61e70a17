package import Wiring

/// Finds captive dependencies while a program runs, by the same rule as a preflight.
///
/// It learns what an instance needs while that is built, so what was built before it is unknown to it. Several instances of a
/// declaration may need different things, for example because an override was set in between.
package struct CaptiveDependencies {
    /// A singleton that holds an instance which a container keeps.
    package struct Captive {
        /// Describes it.
        package let fault: WiringFault
        /// The declaration of the instance that the singleton holds.
        package let dependency: Declaration
        /// The name of the type of the container that keeps it.
        package let container: String
    }

    private typealias Key = PathStep.Identity

    /// The number of the container whose resolutions are remembered.
    private let container: UInt64?
    /// A path from a dependent to what it holds. Nodes, because those of children are forgotten.
    private typealias Path = [DependencyGraph.Node]

    private var nodes: [Key: DependencyGraph.Node] = [:]
    /// How many resolutions are under way.
    private var underWay: [Key: Int] = [:]
    /// The dependents of the resolutions that are under way.
    private var dependents: [Key: [Key]] = [:]
    /// The paths from the last instance of a declaration to what it holds, if no container keeps that instance.
    private var held: [Key: [Path]] = [:]
    /// The same for instances that are under construction.
    private var growing: [Key: [Path]] = [:]
    private var found: Set<WiringFault> = []

    /// - Parameter container: The number of the container that is observed. A program may make any number of children and
    ///   copies of it, so what they resolve is forgotten when the resolution ends. `nil` to remember all but children.
    package init(of container: UInt64? = nil) { self.container = container }

    /// Notes a resolution that begins.
    ///
    /// - Returns: The paths from singletons to what they hold that this completes, each once.
    package mutating func begin(_ resolution: ObservedResolution) -> [Captive] {
        let key = resolution.step.identity
        nodes[key, default: DependencyGraph.Node(resolution)].note(resolution)
        underWay[key, default: 0] += 1
        guard let dependent = resolution.dependent?.identity else { return [] }
        dependents[key, default: []].append(dependent)
        return nodes[key]?.lifetime == .container ? hold([path([key])], by: dependent) : []
    }

    /// Notes the end of a resolution that has begun.
    ///
    /// - Returns: What ``begin(_:)`` returns.
    package mutating func end(_ resolution: ObservedResolution) -> [Captive] {
        let key = resolution.step.identity
        underWay[key, default: 1] -= 1
        defer { if container.map({ $0 != resolution.step.containerNumber }) ?? resolution.isOfChild { forget(key) } }
        let dependent = resolution.dependent?.identity
        if let dependent, let index = dependents[key]?.lastIndex(of: dependent) { dependents[key]?.remove(at: index) }
        if resolution.isConstruction {
            let paths = growing.removeValue(forKey: key)
            // Which of the instances for several parameters a later resolution finds is unknown.
            held[key] = key.declaration.parameter == Void.self ? paths : nil
            return []
        }
        guard let dependent, let paths = held[key] else { return [] }
        return hold(paths, by: dependent)
    }

    /// Forgets a dependency when no resolution of it is under way.
    private mutating func forget(_ key: Key) {
        guard underWay[key] == 0 else { return }
        (underWay[key], dependents[key], nodes[key], held[key]) = (nil, nil, nil, nil)
    }

    /// Notes that a dependent, and whatever holds the dependent, holds what some paths lead to.
    private mutating func hold(_ paths: [Path], by dependent: Key) -> [Captive] {
        var captives: [Path] = []
        let ways = shortestPaths(from: dependent) { nodes[$0]?.lifetime == .holder ? dependents[$0] ?? [] : [] }
        for way in ways {
            let holder = way[way.count - 1]
            switch nodes[holder]?.lifetime {
            case .process: captives += paths.map { path(way.reversed()) + $0 }
            case .holder: growing[holder, default: []] += paths.map { path(way.reversed()) + $0 }
            case .container, nil: break
            }
        }
        return captives.map(captive).filter { found.insert($0.fault).inserted }
    }

    /// The nodes of what is under way.
    private func path(_ keys: [Key]) -> Path { keys.compactMap { nodes[$0] } }

    private func captive(_ path: Path) -> Captive {
        let end = path[path.count - 1]
        return Captive(fault: WiringFault(captive: path), dependency: end.declaration, container: end.container)
    }
}

extension ObservedResolution {
    /// Whether its container is a child.
    fileprivate var isOfChild: Bool { isInChild || step.containerType is any ChildContainer.Type }
}
