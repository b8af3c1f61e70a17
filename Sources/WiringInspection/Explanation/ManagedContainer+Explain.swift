public import Wiring

extension ManagedContainer {
    /// Explains what a resolution of a dependency would do now: which closure would make the instance, and why no other.
    ///
    /// ```swift
    /// print(container.explain(\.api))
    /// ```
    /// It builds no instance, calls no closure of the declaration, and clears nothing. If the container's `autoRegister()` has
    /// yet to run, it runs first, as it would before a resolution. Other threads may change the container meanwhile; the
    /// explanation then describes a moment before or after.
    ///
    /// - Precondition: The declaration of a ``ChildContainer`` is not a singleton. A resolution would stop the program, too.
    public func explain<Dependency: DeclaredDependency>(_ dependency: KeyPath<Self, Dependency>) -> Explanation {
        self[keyPath: dependency].explanation
    }
}

extension DeclaredDependency {
    /// Explains what a resolution of this factory would do now.
    package var explanation: Explanation { Explanation(registration.request) }
}
