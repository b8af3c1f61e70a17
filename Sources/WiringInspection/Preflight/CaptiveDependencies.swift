package import Wiring

/// Finds captive dependencies while a program runs, by the same rule as a preflight.
///
/// It learns what instances need from resolutions as they begin, so what was built before it is unknown to it.
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

    private struct Key: Hashable {
        let declaration: Declaration
        let container: ObjectIdentifier
    }

    private var nodes: [Key: DependencyGraph.Node] = [:]
    private var (needs, dependents): ([Key: [Key]], [Key: [Key]]) = ([:], [:])
    private var found: Set<[Key]> = []

    package init() {}

    /// Notes a resolution that begins.
    ///
    /// - Returns: The paths from singletons to what they hold that this completes, each once.
    package mutating func note(_ resolution: ObservedResolution) -> [Captive] {
        let key = Key(declaration: resolution.dependency, container: ObjectIdentifier(resolution.containerType))
        nodes[key, default: DependencyGraph.Node(resolution)].note(resolution)
        guard let step = resolution.dependent else { return [] }
        let dependent = Key(declaration: step.declaration, container: ObjectIdentifier(step.containerType))
        if needs[dependent]?.contains(key) != true {
            needs[dependent, default: []].append(key)
            dependents[key, default: []].append(dependent)
        }
        guard nodes[key]?.lifetime != .process else { return [] }
        return singletons(holding: dependent).flatMap { singleton in
            DependencyGraph.captivePaths(from: singleton) {
                needs[$0] ?? []
            } lifetime: {
                nodes[$0]?.lifetime
            }
        }
        .filter { found.insert($0).inserted }
        .map { path in
            let listed = path.compactMap { nodes[$0] }
            let (captive, node) = (path[path.count - 1], listed[listed.count - 1])
            return Captive(
                fault: WiringFault(captive: listed),
                dependency: captive.declaration,
                container: node.container
            )
        }
    }

    /// The singletons that hold an instance, directly or through others, or that it is.
    private func singletons(holding key: Key) -> [Key] {
        var (seen, queue, singletons): (Set<Key>, [Key], [Key]) = ([key], [key], [])
        while let next = queue.popLast() {
            switch nodes[next]?.lifetime {
            case .process: singletons.append(next)
            case .holder: queue += (dependents[next] ?? []).filter { seen.insert($0).inserted }
            case .container, nil: break
            }
        }
        return singletons
    }
}
