// What the scope modifiers of a factory value return, where `modified` in `FastPath.swift` does not find it.

// SAFETY: As on the fast path.
extension Unmanaged where Instance == ContainerManager {
    // It has the same parameters as `modified`, so that it is a tail call.
    @inline(never)
    func modifiedSlowly(
        by scope: Scope.Kind,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        let declaration = Declaration(site, product: product, parameter: parameter)
        if let reference = _withUnsafeGuaranteedRef({ $0.reference(to: declaration, with: scope, of: container) }) {
            return .reference(reference)
        }
        return modified(.none, by: scope, declaration, of: container)
    }

    /// The modification of a value that had one, after a scope is set.
    @usableFromInline
    @inline(never)
    func modified(
        _ earlier: Modification.Modified,
        by scope: Scope.Kind,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        if case .reference(let reference) = earlier, _withUnsafeGuaranteedRef({ !$0.flags.isOn(.autoRegistration) }),
            let retention = reference.slot._withUnsafeGuaranteedRef({
                $0.retention(Retention(scope), after: reference.retention)
            })
        {
            return .reference(SlotReference(reference.slot, retention))
        }
        let declaration = Declaration(site, product: product, parameter: parameter)
        return modified(.some(earlier), by: scope, declaration, of: container)
    }

    private func modified(
        _ modification: Modification,
        by scope: Scope.Kind,
        _ declaration: Declaration,
        of container: AnyObject
    ) -> Modification.Modified {
        var dependency = Dependency(container, takeUnretainedValue(), declaration, modification)
        dependency.set(scope.scope)
        guard case .some(let modified) = dependency.modification else { fatalError("a scope has not been set") }
        return modified
    }

    /// The modification of a value after `scopeOnParameters`.
    @usableFromInline
    @inline(never)
    func scopedOnParameters<P: Hashable>(
        _ earlier: Modification,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: P.Type,
        of container: AnyObject
    ) -> Modification {
        if case .some(.reference(let reference)) = earlier,
            _withUnsafeGuaranteedRef({ !$0.flags.isOn(.autoRegistration) }),
            let retention = reference.slot._withUnsafeGuaranteedRef({
                $0.retention(.perParameter, after: reference.retention)
            })
        {
            return .some(.reference(SlotReference(reference.slot, retention)))
        }
        let declaration = Declaration(site, product: product, parameter: parameter)
        var dependency = Dependency(container, takeUnretainedValue(), declaration, earlier)
        dependency.setHashing { ParameterHashing<P>.Standard() }
        return dependency.modification
    }
}

extension ContainerManager {
    /// The slot reference of a factory value whose first modifier sets a scope; `nil` within `autoRegister()`, or if more is set.
    @inline(never)
    fileprivate func reference(
        to declaration: Declaration,
        with scope: Scope.Kind,
        of container: AnyObject
    ) -> SlotReference? {
        registerAutomatically(container)
        // What `autoRegister()` sets is recorded separately.
        guard !isAutoRegistering else { return nil }
        if let slot = slots.find(declaration) {
            return slot._withUnsafeGuaranteedRef { $0.retention(Retention(scope), after: .unspecified) }
                .map { SlotReference(slot, $0) }
        }
        return makeSlot(for: declaration, scope: scope).map { SlotReference($0, Retention(scope)) }
    }
}
