// What the modifiers of a factory value return: scopes, where `modified` in `FastPath.swift` does not find them, closures, a time to live
// and `scopeOnParameters`.

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
        var dependency = Dependency(container, object, declaration, .none)
        dependency.set(scope.scope)
        return dependency.modified
    }

    /// The modification of a value after any scope, or none, is set. If the slot has the scope already, nothing is written.
    @usableFromInline
    @inline(never)
    func modified<P, T>(
        _ earlier: Modification,
        by scope: Scope?,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        of container: AnyObject
    ) -> Modification {
        let (declaration, scope) = (Declaration(site, types), scope?.stored)
        if let scope, with({ !$0.flags.isOn(.autoRegistration) }), let slot = found(declaration)?.slot,
            let retention = slot.with({ $0.retention(of: scope) }),
            let changed = slot.with({ earlier.with(retention, knownBy: $0) })
        {
            return changed
        }
        var dependency = Dependency(container, object, declaration, earlier)
        dependency.set(scope)
        return dependency.modification
    }

    /// That of a collection on which nothing is set.
    package func modification(ofCollection declaration: Declaration) -> Modification {
        guard let reference = found(declaration), reference.slot.with(\.isCollection) else {
            return .collection(declaration)
        }
        return .some(.reference(reference))
    }

    // MARK: - Closures

    // Each takes the parts of a ``Modifier``, so that a hit need not make one. If the slot knows the modifier, no lock is taken. It runs
    // none of the user's code and releases nothing, so a declaration need not retain the container for it. What it continues with has the
    // same parameters, so that it is a tail call.

    /// The modification of a value after its declaration has set a closure that needs no detail.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func declared<P, T>(
        _ earlier: Modification,
        _ closure: ErasedClosure,
        _ kind: Modifier.Kind,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type
    ) -> Modification.Modified {
        if case .some(.reference(let reference)) = earlier,
            let changed = reference.addingLast(kind, closure, { _ in true })
        {
            return .reference(changed)
        }
        return declaredSlowly(earlier, closure, kind, site, types)
    }

    @inline(never)
    private func declaredSlowly<P, T>(
        _ earlier: Modification,
        _ closure: ErasedClosure,
        _ kind: Modifier.Kind,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type
    ) -> Modification.Modified {
        let declaration = Declaration(site, types)
        if case .none = earlier, let changed = found(declaration)?.addingLast(kind, closure, { _ in true }) {
            return .reference(changed)
        }
        return declared(earlier, Modifier(kind, closure), declaration)
    }

    /// The same for a closure that is for a launch argument.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func declared<P, T>(
        _ earlier: Modification,
        _ closure: ErasedClosure,
        argument: String,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type
    ) -> Modification.Modified {
        if case .some(.reference(let reference)) = earlier,
            let changed = reference.addingLast(.input, closure, { $0.hasArgument(literal: argument) })
        {
            return .reference(changed)
        }
        return declaredSlowly(earlier, closure, argument: argument, site, types)
    }

    @inline(never)
    private func declaredSlowly<P, T>(
        _ earlier: Modification,
        _ closure: ErasedClosure,
        argument: String,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type
    ) -> Modification.Modified {
        let declaration = Declaration(site, types)
        if case .none = earlier,
            let changed = found(declaration)?.addingLast(.input, closure, { $0.argument == argument })
        {
            return .reference(changed)
        }
        return declared(earlier, Modifier(argument: argument, closure), declaration)
    }

    /// The same for a hook without a limit.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    package func declared<P, T>(
        _ earlier: Modification,
        _ closure: ErasedClosure,
        hook kind: Modifier.Kind,
        of feature: any Following.Type,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type
    ) -> Modification.Modified {
        if case .some(.reference(let reference)) = earlier,
            let changed = reference.addingLast(kind, closure, { $0.limit == nil })
        {
            return .reference(changed)
        }
        return declaredSlowly(earlier, closure, hook: kind, of: feature, site, types)
    }

    @inline(never)
    private func declaredSlowly<P, T>(
        _ earlier: Modification,
        _ closure: ErasedClosure,
        hook kind: Modifier.Kind,
        of feature: any Following.Type,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type
    ) -> Modification.Modified {
        let declaration = Declaration(site, types)
        if case .none = earlier, let changed = found(declaration)?.addingLast(kind, closure, { $0.limit == nil }) {
            return .reference(changed)
        }
        return declared(earlier, Modifier(kind, closure, .hook(feature, within: nil)), declaration)
    }

    /// The same for any modifier.
    @inline(never)
    func declared(_ earlier: Modification, _ modifier: Modifier, _ declaration: Declaration) -> Modification.Modified {
        (earlier.modified ?? unmodified(declaration)).adding(modifier)
    }

    /// A value to which the first modifier of its declaration is to be added.
    private func unmodified(_ declaration: Declaration) -> Modification.Modified {
        // SAFETY: The container retains the slot.
        .reference(
            found(declaration) ?? SlotReference(Borrowed<Slot>(with { $0.makeSlot(for: declaration) }), .unspecified)
        )
    }

    /// The same, if there is a slot.
    @inline(__always)
    private func found(_ declaration: Declaration) -> SlotReference? {
        guard let table = with({ $0.slots.own.current }) else { return nil }
        return DeclarationTable<Slot>.findIdentical(declaration, in: table).map { SlotReference($0, .unspecified) }
    }

    /// The modification of a value after a closure has been set from outside its declaration, in the container.
    func modified(
        _ earlier: Modification,
        _ modifier: Modifier,
        _ declaration: Declaration,
        of container: AnyObject
    ) -> Modification.Modified {
        var dependency = Dependency(container, object, declaration, earlier)
        dependency.modify { $0.set(modifier) }
        return dependency.modified
    }

    /// A value after its declaration has set a time to live, if the slot has it and knows that the declaration sets it.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func known(_ timeToLive: TimeToLive, after earlier: SlotReference) -> SlotReference? {
        guard with({ !$0.flags.isOn(.autoRegistration) }), earlier.slot.with({ $0.has(timeToLive) }) else { return nil }
        return earlier.addingLast { $0.timeToLive == timeToLive }
    }

    /// The modification of a value after a time to live is set.
    @usableFromInline
    @inline(never)
    func modified<P, T>(
        _ earlier: Modification,
        _ timeToLive: TimeToLive,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        let declaration = Declaration(site, types)
        if case .none = earlier, let unmodified = found(declaration),
            let changed = known(timeToLive, after: unmodified)
        {
            return .reference(changed)
        }
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
