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
        if _withUnsafeGuaranteedRef({ !$0.flags.isOn(.autoRegistration) }), let reference = earlier.reference,
            case .some(.some(let changed)) = reference.slot._withUnsafeGuaranteedRef({
                Modification.some(earlier).with(Retention(scope), knownBy: $0)
            })
        {
            return changed
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

    // MARK: - Closures

    /// The modification of a value after a closure is set.
    ///
    /// If the slot knows the modifier, nothing is written and no lock is taken.
    @usableFromInline
    @inline(never)
    func modified(
        _ earlier: Modification,
        _ kind: Modifier.Kind,
        _ closure: ErasedClosure,
        _ argument: String?,
        _ key: LiteralText,
        _ fileID: LiteralText,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification {
        if closure.capturesNothing, site.key.word == key.word, site.fileID.word == fileID.word,
            let reference = reference(earlier, site, product, parameter),
            let changed = reference.slot._withUnsafeGuaranteedRef({ slot in
                slot.adding(to: reference, isObserved: kind.isObserved) {
                    $0.sets(kind, to: closure) && (kind != .argument || $0.hasArgument(argument))
                }
            })
        {
            return .some(.reference(changed))
        }
        let modifier = Modifier(kind: kind, argument: argument, closure: closure)
        return modifiedSlowly(earlier, by: modifier, key, fileID, site, product, parameter, of: container)
    }

    /// The modification of a value after a closure is set that stops an instance.
    @usableFromInline
    @inline(never)
    func modified(
        _ earlier: Modification,
        stop closure: ErasedClosure,
        _ limit: Duration?,
        _ key: LiteralText,
        _ fileID: LiteralText,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification {
        if closure.capturesNothing, site.key.word == key.word, site.fileID.word == fileID.word,
            let reference = reference(earlier, site, product, parameter),
            let changed = reference.slot._withUnsafeGuaranteedRef({ slot in
                slot.adding(to: reference, isObserved: false) { $0.sets(.stop, to: closure) && $0.hasLimit(limit) }
            })
        {
            return .some(.reference(changed))
        }
        let modifier = Modifier(kind: .stop, limit: limit, closure: closure)
        return modifiedSlowly(earlier, by: modifier, key, fileID, site, product, parameter, of: container)
    }

    /// The slot and the modifiers of a value that has at most a retention and known modifiers.
    @inline(__always)
    private func reference(
        _ earlier: Modification,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type
    ) -> SlotReference? {
        switch earlier {
        case .some(.reference(let reference)):
            return _withUnsafeGuaranteedRef { $0.flags.isOn(.autoRegistration) } ? nil : reference
        case .some(.capturing), .some(.own): return nil
        case .none:
            guard let table = _withUnsafeGuaranteedRef({ $0.registeredSlots }) else { return nil }
            let declaration = Declaration(site, product: product, parameter: parameter)
            return DeclarationTable<Slot>.findIdentical(declaration, in: table).map { SlotReference($0, .unspecified) }
        }
    }

    @inline(never)
    private func modifiedSlowly(
        _ earlier: Modification,
        by modifier: Modifier,
        _ key: LiteralText,
        _ fileID: LiteralText,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification {
        let isDeclaring = site.key == key && site.fileID == fileID
        if isDeclaring, _withUnsafeGuaranteedRef({ !$0.flags.isOn(.autoRegistration) }),
            let reference = earlier.modified?.reference,
            let changed = reference.slot._withUnsafeGuaranteedRef({ earlier.adding(modifier, knownBy: $0) })
        {
            return changed
        }
        let declaration = Declaration(site, product: product, parameter: parameter)
        var dependency = Dependency(container, takeUnretainedValue(), declaration, earlier)
        dependency.set(modifier, isDeclaring: isDeclaring)
        return dependency.modification
    }

    /// The modification of a value after a time to live is set.
    @usableFromInline
    @inline(never)
    func modified(
        _ earlier: Modification,
        timeToLive seconds: Double,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification {
        if let reference = reference(earlier, site, product, parameter),
            let changed = reference.slot._withUnsafeGuaranteedRef({ slot in
                slot.timeToLive == seconds
                    ? slot.adding(to: reference, isObserved: true, where: { $0.setsTimeToLive(seconds) }) : nil
            })
        {
            return .some(.reference(changed))
        }
        let declaration = Declaration(site, product: product, parameter: parameter)
        var dependency = Dependency(container, takeUnretainedValue(), declaration, earlier)
        dependency.set(timeToLive: seconds)
        return dependency.modification
    }

    // MARK: - Parameters

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
        if _withUnsafeGuaranteedRef({ !$0.flags.isOn(.autoRegistration) }), let reference = earlier.modified?.reference,
            let changed = reference.slot._withUnsafeGuaranteedRef({ earlier.with(.perParameter, knownBy: $0) })
        {
            return changed
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
