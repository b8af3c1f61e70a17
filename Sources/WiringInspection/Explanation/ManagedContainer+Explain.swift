public import Wiring

extension ManagedContainer {
    /// Explains what a resolution of a dependency would do now: which closure would make the instance, and why no
    /// other.
    ///
    /// ```swift
    /// print(container.explain(\.api))
    /// ```
    /// It builds no instance and evicts none, not even an expired one. If `wire` declares the dependency, it calls the
    /// closure that names what the declaration needs. It calls no other closure of a declaration. If the container's
    /// `autoRegister()` has yet to run, it runs first, as it would before a resolution. If other threads change the
    /// container meanwhile, the explanation describes a moment before or after each change. Within a resolution, it does not
    /// see the instances of the graph scope.
    ///
    /// - Precondition: The declaration of a ``ChildContainer`` is not a singleton. A resolution would stop the program,
    ///   too.
    public func explain<Dependency: DeclaredDependency>(_ dependency: KeyPath<Self, Dependency>) -> Explanation {
        let (request, needs) = WireCollector.collect { collector in
            let request = self[keyPath: dependency].request
            return (request, collector.dependencies(of: request))
        }
        return Explanation(request, needs: needs)
    }
}

extension DeclaredDependency {
    /// Explains what a resolution of this factory would do now.
    package var explanation: Explanation { Explanation(request) }
}
