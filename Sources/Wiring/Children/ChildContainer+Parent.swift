extension ChildContainer {
    /// A declaration of the parent: a ``Factory``, a ``ParameterFactory`` or a collection. It is resolved in the parent.
    ///
    /// Changing it, such as by an override, changes the parent. If the parent's declaration is isolated to an actor, write
    /// `session.parent.screen()` on that actor.
    public subscript<F: FactoryModifying>(dynamicMember declaration: KeyPath<Parent, F>) -> F {
        parent[keyPath: declaration]
    }

    /// A declaration of the parent whose closure throws or awaits. It is resolved in the parent.
    public subscript<F: EffectfulFactory>(dynamicMember declaration: KeyPath<Parent, F>) -> F {
        parent[keyPath: declaration]
    }
}
