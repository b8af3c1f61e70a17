package import Wiring

extension ContainerManager {
    /// All overrides, registered closures, closures that decorate, and contributed closures, including those of `autoRegister()` that
    /// others replace.
    package var replacements: [ObservedResolution.Replacement] {
        layers().flatMap { $0.layer.replacements(of: $0.dependency) }
    }

    /// Those that have been set since this container was copied, and maybe others. Linear in what has been used or changed since.
    package var replacementsSinceCopy: [ObservedResolution.Replacement] {
        layers(sinceCopy: true).flatMap { $0.layer.replacements(of: $0.dependency) }
    }

    /// The contexts that have closures that were set in this container outside the declarations.
    var contextsSetOutside: [(dependency: Declaration, context: FactoryContextType, isAutomatic: Bool)] {
        layers().flatMap { set in set.layer.modifiers.contexts.map { (set.dependency, $0, set.isAutomatic) } }
    }
}

extension SlotState.Layer {
    /// The closures that it holds about a declaration.
    package func replacements(of dependency: Declaration) -> [ObservedResolution.Replacement] {
        let single = [(override, ObservedResolution.Replacement.Kind.override), (registration, .registration)]
        let closures = (single + decorations.map { ($0, .decoration) }).compactMap { closure, kind in
            closure.map { ObservedResolution.Replacement(dependency: dependency, kind: kind, stored: $0) }
        }
        return closures + contributions.compactMap(ObservedResolution.Replacement.init)
    }
}
