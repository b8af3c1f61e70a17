// What the scope modifiers of a factory value return, where `modified` in `FastPath.swift` does not find it.

// SAFETY: As on the fast path.
extension Borrowed where Object == ContainerManager {
    // It has the same parameters as `modified`, so that it is a tail call.
    @inline(never)
    func modifiedSlowly<P, T>(
        by scope: Scope.Kind,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        let declaration = Declaration(site, types)
        if let reference = with({ $0.reference(to: declaration, with: scope, of: container) }) {
            return .reference(reference)
        }
        return modified(.none, by: scope, declaration, of: container)
    }

    /// The modification of a value that had one, after a scope is set.
    @usableFromInline
    @inline(never)
    func modified<P, T>(
        _ earlier: Modification.Modified,
        by scope: Scope.Kind,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        if with({ !$0.flags.isOn(.autoRegistration) }), let reference = earlier.reference,
            case .some(.some(let changed)) = reference.slot.with({
                Modification.some(earlier).with(Retention(scope), knownBy: $0)
            })
        {
            return changed
        }
        let declaration = Declaration(site, types)
        return modified(.some(earlier), by: scope, declaration, of: container)
    }

    private func modified(
        _ modification: Modification,
        by scope: Scope.Kind,
        _ declaration: Declaration,
        of container: AnyObject
    ) -> Modification.Modified {
        var dependency = Dependency(container, object, declaration, modification)
        dependency.set(scope.scope)
        return dependency.modified
    }

    // MARK: - Closures

    /// The modification of a value after its declaration has set a closure. The container stays as it is.
    ///
    /// If the slot knows the modifier, no lock is taken. It runs none of the user's code and releases nothing, so a declaration
    /// need not retain the container for it.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func declared<P, T>(
        _ earlier: Modification,
        _ modifier: Modifier,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type
    ) -> Modification.Modified {
        if modifier.capturesNothing, let reference = reference(earlier, site, types),
            let changed = reference.slot.with({ $0.known.addingLast(modifier, to: reference) })
        {
            return .reference(changed)
        }
        return declaredSlowly(earlier, modifier, Declaration(site, types))
    }

    @inline(never)
    private func declaredSlowly(
        _ earlier: Modification,
        _ modifier: Modifier,
        _ declaration: Declaration
    ) -> Modification.Modified {
        let slot = with { $0.makeSlot(for: declaration) }
        return earlier.adding(modifier, knownBy: slot) ?? .own(earlier.declaring(declaration) { $0.set(modifier) })
    }

    /// The modification of a value after a closure has been set from outside its declaration, in the container.
    @usableFromInline
    @inline(never)
    func modified(
        _ earlier: Modification,
        _ modifier: Modifier,
        _ key: LiteralText,
        _ fileID: LiteralText,
        _ declaration: Declaration,
        of container: AnyObject
    ) -> Modification.Modified {
        // The same literal may have several addresses.
        guard declaration.site.key != key || declaration.site.fileID != fileID else {
            return declaredSlowly(earlier, modifier, declaration)
        }
        var dependency = Dependency(container, object, declaration, earlier)
        dependency.modify { $0.set(modifier) }
        return dependency.modified
    }

    /// The slot and the modifiers of a value that has at most a retention and known modifiers.
    @inline(__always)
    private func reference<P, T>(
        _ earlier: Modification,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type
    ) -> SlotReference? {
        switch earlier {
        case .some(.reference(let reference)): return reference
        case .some(.capturing), .some(.own): return nil
        case .none:
            guard let table = with({ $0.slots.own.current }) else { return nil }
            let declaration = Declaration(site, types)
            return DeclarationTable<Slot>.findIdentical(declaration, in: table).map { SlotReference($0, .unspecified) }
        }
    }

    /// The modification of a value after a time to live is set.
    @usableFromInline
    @inline(never)
    func modified<P, T>(
        _ earlier: Modification,
        timeToLive seconds: Double,
        isSliding: Bool,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        let timeToLive = TimeToLive(seconds: seconds, isSliding: isSliding)
        let modifier = Modifier(timeToLive)
        if with({ !$0.flags.isOn(.autoRegistration) }),
            let reference = reference(earlier, site, types),
            let changed = reference.slot.with({ slot in
                slot.has(timeToLive) ? slot.known.addingLast(modifier, to: reference) : nil
            })
        {
            return .reference(changed)
        }
        let declaration = Declaration(site, types)
        var dependency = Dependency(container, object, declaration, earlier)
        dependency.set(timeToLive)
        return dependency.modified
    }

    // MARK: - Parameters

    /// The modification of a value after `scopeOnParameters`.
    @usableFromInline
    @inline(never)
    func scopedOnParameters<P: Hashable, T>(
        _ earlier: Modification,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        of container: AnyObject
    ) -> Modification {
        if with({ !$0.flags.isOn(.autoRegistration) }), let reference = earlier.modified?.reference,
            let changed = reference.slot.with({ earlier.with(.perParameter, knownBy: $0) })
        {
            return changed
        }
        let declaration = Declaration(site, types)
        var dependency = Dependency(container, object, declaration, earlier)
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
        checkOwner(container)
        // What `autoRegister()` sets is recorded separately.
        guard !isAutoRegistering else { return nil }
        if let slot = slots.find(declaration) {
            return slot.with { $0.retention(Retention(scope), after: .unspecified) }
                .map { SlotReference(slot, $0) }
        }
        if Self.isShared { logIfSetInAnotherImage(declaration, in: container) }
        // Copies take over the slot before it has a scope.
        guard !Sharing.exists || !slots.isShared else { return nil }
        return makeSlot(for: declaration, scope: scope).map { SlotReference($0, Retention(scope)) }
    }
}
