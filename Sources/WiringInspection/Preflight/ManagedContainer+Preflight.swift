public import Wiring

extension ManagedContainer {
    /// Finds the faults in how dependencies are wired, without building anything, and throws them.
    ///
    /// ```swift
    /// try container.preflight(\.server, \.tracking)
    /// ```
    /// It checks the dependencies that you name, everything that they need through declarations with `wire`, and the
    /// registrations, overrides and contexts that were set in the container. It does not report a decoration or a contribution of a
    /// child that a singleton cannot see. <doc:SeeingTheWiring#Check-before-the-program-runs> lists what it finds.
    /// If `autoRegister()` has yet to run, it runs first, and what would stop the program there is a fault, too. In that
    /// case its registrations are dropped, and it runs again before the next resolution, which stops the program.
    ///
    /// What any other closure needs is unknown until it runs. To check that, call
    /// ``Wiring/TaskLocalContainer/preflight(building:_:)``, or record a graph first, and pass it:
    ///
    /// ```swift
    /// let recorded = try await graph(of: container) { _ = try await container.server() }
    /// try container.preflight(\.server, recorded: recorded)
    /// ```
    /// - Parameters:
    ///   - dependencies: The dependencies to check.
    ///   - graph: A recorded graph to check as well.
    /// - Throws: The faults, if there are any, as ``WiringFaults``: each once, and at least one of several cycles.
    public func preflight<each Dependency: DeclaredDependency>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        recorded graph: DependencyGraph? = nil
    ) throws {
        let faults = findFaults(repeat each dependencies, recorded: graph)
        if !faults.isEmpty { throw WiringFaults(faults: faults) }
    }

    /// The faults that ``preflight(_:recorded:)`` throws.
    package func findFaults<each Dependency: DeclaredDependency>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        recorded graph: DependencyGraph? = nil
    ) -> [WiringFault] {
        let collector = FailureCollector()
        let faults = CollectedFailure.$collector.withValue(collector) {
            self.faults(of: Self.readers(of: repeat each dependencies), recorded: graph)
        }
        return collector.end() + faults
    }
}

extension ManagedContainer {
    /// The faults that do not stop the program in `autoRegister()`, each once.
    func faults(of readers: [Reader], recorded graph: DependencyGraph?) -> [WiringFault] {
        let wiring = wiring(of: readers)
        let graphs = [wiring.graph, graph].compactMap(\.self)
        // Those before a `once()` can be changed from outside.
        let contexts = wiring.requests.map { ($0.declaration, $0.modification.modifiers?.contexts ?? []) }
        var faults = graphs.faultsOfNodes + wiring.graph.faultsOfIsolation
        faults += selections(of: wiring.requests).conflicts
        faults += unusableReplacements(Dictionary(contexts) { first, _ in first })
        faults += replacementsUnusableForSingletons(in: wiring.graph) + wiring.graph.cycles
        faults += graphs.flatMap(\.captiveDependencies)
        return faults.withoutDuplicates
    }
}

extension [Selection] {
    /// A fault for each launch argument or variable that declarations of several modules have closures for.
    ///
    /// Within a module, one argument may select several closures on purpose.
    fileprivate var conflicts: [WiringFault] {
        let ofText = Dictionary(grouping: self) { $0.text }
        return ofText.sorted { $0.key < $1.key }.compactMap { text, selections in
            let declarations = Set(selections.map(\.declaration)).sorted { $0.location < $1.location }
            guard Set(declarations.map(\.module)).count > 1 else { return nil }
            let listing = declarations.map { "      \($0.key)<\($0.product)>  \($0.location)" }.joined(separator: "\n")
            let kind = selections[0].type.isVariable ? "variable" : "argument"
            let description = """
                the \(kind) '\(text)' selects closures in several modules
                \(listing)
                A program that passes it for one module also replaces closures of the others. Use a different \(kind) in \
                each module.
                """
            return WiringFault(kind: .ambiguousArgument, description: description)
        }
    }
}
