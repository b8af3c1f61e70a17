extension ChildContainer {
    /// A declaration of the parent. It is resolved in the parent.
    ///
    /// Changing it, such as by an override, changes the parent. If the parent's declaration is isolated to an actor, write
    /// `session.parent.screen()` on that actor.
    public subscript<F: DeclaredDependency>(dynamicMember declaration: KeyPath<Parent, F>) -> F {
        parent[keyPath: declaration]
    }
}
