public import Wiring

extension ManagedContainer {
    /// Finds faults in how dependencies are wired, all at once, without building anything.
    ///
    /// ```swift
    /// for fault in container.preflight(\.server, \.tracking) { print(fault) }
    /// ```
    /// It checks the named dependencies and, through declarations with `wire`, everything that they need. It finds
    /// promised dependencies that are not registered, `onStart`, `onRun` and `onStop` closures without a scope, cycles,
    /// and captive dependencies. What any other closure needs is known only after it has run. To check that, too,
    /// record a graph first, and pass it:
    ///
    /// ```swift
    /// let recorded = try await graph(of: container) { _ = try await container.server() }
    /// let faults = container.preflight(\.server, observed: recorded)
    /// ```
    /// - Parameters:
    ///   - dependencies: The dependencies to check.
    ///   - graph: What was recorded.
    /// - Returns: The faults of single dependencies, and then those of the graphs; empty if there are none.
    public func preflight<each Dependency: DeclaredDependency>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        observed graph: DependencyGraph? = nil
    ) -> [WiringFault] {
        let wiring = wiring(of: repeat each dependencies)
        var faults = wiring.requests.flatMap { request in
            Explanation(request).faults(isPromised: request.modification.kind == .promise)
        }
        faults += wiring.graph.cycles
        let captives = wiring.graph.captiveDependencies
        faults += captives + (graph?.captiveDependencies ?? []).filter { !captives.contains($0) }
        return faults
    }

    /// Throws if ``preflight(_:observed:)`` finds a fault, for the start of a program.
    ///
    /// - Throws: A ``WiringFaults`` with all faults.
    public func validate<each Dependency: DeclaredDependency>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        observed graph: DependencyGraph? = nil
    ) throws {
        let faults = preflight(repeat each dependencies, observed: graph)
        if !faults.isEmpty { throw WiringFaults(faults: faults) }
    }
}

extension Explanation {
    /// What is wrong with the dependency itself.
    ///
    /// - Parameter isPromised: Whether it must be registered.
    fileprivate func faults(isPromised: Bool) -> [WiringFault] {
        let title = "\(containers[0]).\(name)<\(type)>"
        let path = "      \(title)  \(location)"
        var faults: [WiringFault] = []
        if isPromised, winner?.source == .declaration {
            let text = """
                \(title) was promised, but nothing is registered
                \(path)
                Install the module that provides it, or register it: `container.\(name).register { … }`.
                """
            faults.append(WiringFault(kind: .unkeptPromise, description: text))
        }
        if !hooks.isEmpty, scope == "unique" {
            let text = """
                \(title) has \(hooks.joined(separator: " and ")), but no scope
                \(path)
                Declare a scope, so that each instance is started once: `self { … }.cached`.
                """
            faults.append(WiringFault(kind: .hooksWithoutScope, description: text))
        }
        return faults
    }
}
