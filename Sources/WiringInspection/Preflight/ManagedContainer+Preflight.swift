public import Wiring

extension ManagedContainer {
    /// Finds faults in how dependencies are wired, all at once, without building anything.
    ///
    /// ```swift
    /// let recorded = try await graph(of: container) { _ = try await container.server() }
    /// for fault in container.preflight(\.server, \.tracking, observed: recorded) { print(fault) }
    /// ```
    /// What the named dependencies say about themselves is known without running a closure: a promise that nobody has kept, and hooks
    /// without a scope. What a closure needs is known only when it has run. So captive dependencies are found in a graph that was
    /// recorded before, and only among what was resolved then.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies to check. Those that they need are not checked: name them, too.
    ///   - graph: What was recorded.
    /// - Returns: The faults of the named dependencies in their order, and those of the graph; empty if there are none.
    public func preflight<each Dependency: DeclaredDependency>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        observed graph: DependencyGraph? = nil
    ) -> [WiringFault] {
        var faults: [WiringFault] = []
        for dependency in repeat each dependencies {
            let request = self[keyPath: dependency].registration.request
            faults += Explanation(request).faults(isPromised: request.modification.kind == .promise)
        }
        return faults + (graph?.captiveDependencies ?? [])
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
