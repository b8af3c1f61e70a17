// The fast path: how a factory value resolves when nothing but its declaration matters. Everything here is compiled once, in the
// library, for all types. A program compiles only the calls of these functions and the call of its own closure.
//
//     self { … }()                       self { … }.cached()
//     │                                  │
//     │                                  modified(by:)       finds the slot: one hash, five compared words
//     enter(_:)                          instance(_:)
//     │ switches & outermost == 0        │ switches & hits == 0
//     │   (nested: switches & nested)    │ Slot.Flags == the value's retention, apart from
//     │ no slot, or nothing set in it    │   replacement, contexts, automatic and decorations
//     pushes a frame                     locks the cell, copies the instance, unlocks
//     the caller calls its closure       returns it
//     finish(_:)
//     pops the frame
//
// `FastPathFlags` and `Slot.Flags` draw the bits of the two words. The first resolution of a cached instance is in
// `SlowPath.swift`; scopes that `modified` does not find, and other modifiers, are in `ScopeModifier.swift`. A value with hooks, a
// time to live or a decorator takes `markedInstance`. Everything else continues on the slow path, which is there, too.

// SAFETY: The caller has the container, which retains its manager; the manager retains its slots. The manager is not retained
// here: that would cost more than the rest. A function that is marked as releasing nothing releases only what it has retained,
// so that the caller need not retain the container either.
extension Borrowed where Object == ContainerManager {
    // MARK: - Without modifiers

    /// Begins a resolution of a declaration without modifiers, if it need only call its closure.
    ///
    /// - Returns: Whether the caller calls its closure, and passes the instance to ``ResolutionStack/finish(_:)``. If not, it must
    ///   call ``instance(_:of:at:)``, which continues.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func enter(
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Bool {
        guard let record = ThreadRecord.existing else { return enterFirst(site, product, parameter, of: container) }
        return enter(record, Declaration(site, product: product, parameter: parameter), of: container)
    }

    // The first resolution on a thread. It has the same parameters, so that it is a tail call and `enter` keeps nothing across
    // it.
    @inline(never)
    private func enterFirst(
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Bool {
        enter(ThreadRecord.current, Declaration(site, product: product, parameter: parameter), of: container)
    }

    /// The same on a thread that has a record.
    @inline(__always)
    func enter(
        _ record: UnsafeMutablePointer<ThreadRecord>,
        _ declaration: Declaration,
        of container: AnyObject
    ) -> Bool {
        guard record.pointee.hasRoom,
            with({
                $0.flags.isClear(for: declaration.site, isNested: record.pointee.depth > 0)
            })
        else {
            return enterOrLeave(declaration, to: record, of: container)
        }
        push(declaration, on: record, of: container)
        return true
    }

    // MARK: - Setting a scope

    /// The modification of a value that had none, after a scope is set.
    ///
    /// If the slot has this scope already, nothing is written and no lock is taken.
    @usableFromInline
    @inline(never)
    func modified<P, T>(
        by scope: Scope.Kind,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        let declaration = Declaration(site, types)
        // The closures are small enough to be inlined, so that the declaration stays in registers.
        if let table = with({ $0.registeredSlots }),
            let slot = DeclarationTable<Slot>.findIdentical(declaration, in: table),
            slot.with({ $0.currentFlags.retention.scopeOnly.rawValue }) == scope.rawValue
        {
            return .reference(SlotReference(slot, Retention(scope)))
        }
        return modifiedSlowly(by: scope, site, types, of: container)
    }

    // MARK: - Hits

    @inline(__always)
    private var allowsHits: Bool { with { !$0.flags.isOn(.hits) } }

    /// Whether a hit depends only on its slot in a child.
    @inline(never)
    private func allowsHitsInChild(_ reference: SlotReference) -> Bool {
        with { $0.allowsHitsInChild(reference) }
    }

    /// The reference with the retention that a hit in this container has; `nil` if the hit depends on more than its slot.
    @inline(__always)
    private func hit(_ reference: SlotReference) -> SlotReference? {
        allowsHits || allowsHitsInChild(reference) ? reference : replacedSingleton(reference)
    }

    @inline(never)
    private func replacedSingleton(_ reference: SlotReference) -> SlotReference? {
        with { $0.replacedSingleton(reference) }
    }

    /// Resolves a declaration with modifiers, or continues after ``enter(_:_:_:of:)``, unless that takes the caller's closure.
    ///
    /// - Returns: The stored instance, or one from a closure that replaces the declaration's.
    /// - Throws: `Miss` if the caller must call its closure, and pass the instance to ``ResolutionStack/finish(_:)``.
    @usableFromInline
    @inline(never)
    package func instance<T>(
        _ modification: Modification,
        of container: AnyObject,
        at call: CallSite
    ) throws(Miss) -> T {
        // A cached instance comes before all others. Each closure is small enough to be inlined.
        if case .some(.reference(let reference)) = modification {
            if reference.isMarked { return try markedInstance(modification, of: container, at: call) }
            if allowsHits || reference.retention == Retention(.cached) && allowsHitsInChild(reference),
                let slot = reference.cachedSlot
            {
                slot.with { $0.lock() }
                if let address = slot.with({ $0.plainAddress(for: ScopeID(.cached)) }) {
                    // SAFETY: The declaration has this type, so the cell holds it.
                    let instance = address.assumingMemoryBound(to: T.self).pointee
                    slot.with { $0.unlock() }
                    return instance
                }
                let isHeld = slot.with { $0.reference(for: ScopeID(.cached)) != nil }
                slot.with { $0.unlock() }
                if isHeld { return try markedInstance(modification, of: container, at: call) }
            }
        }
        return try instanceNotCached(modification, of: container, at: call)
    }

    /// The same for an instance that is not stored as one that is plainly cached. One that is yet to be built and a plain
    /// singleton come before all others.
    @inline(never)
    private func instanceNotCached<T>(
        _ modification: Modification,
        of container: AnyObject,
        at call: CallSite
    ) throws(Miss) -> T {
        if case .some(.reference(let reference)) = modification, allowsHits || allowsHitsInChild(reference) {
            if reference.isScopeOnly, reference.retention == Retention(.cached) {
                if with({ $0.beginFirst(reference.slot, of: container) }) { throw Miss() }
            } else if let cell = reference.singletonCell {
                cell.with { $0.lock() }
                if let address = cell.with({ $0.plainAddress(for: .singletons) }) {
                    // SAFETY: See `instance(_:of:at:)`.
                    let instance = address.assumingMemoryBound(to: T.self).pointee
                    cell.with { $0.unlock() }
                    return instance
                }
                cell.with { $0.unlock() }
            }
        }
        return try instance(modification, for: (), of: container, at: call)
    }

    /// The same for a value with hooks or with what is due at each resolution, and for an instance that is followed.
    @inline(never)
    private func markedInstance<T>(
        _ modification: Modification,
        of container: AnyObject,
        at call: CallSite
    ) throws(Miss) -> T {
        if case .some(.reference(let reference)) = modification, let reference = hit(reference) {
            if !reference.isObserved {
                if let (cell, scope) = reference.cell(within: nil) {
                    cell.with { $0.lock() }
                    if let stored = cell.with({ $0.reference(for: scope) }),
                        stored.isCopyable(awaitsReadiness: false, isFollowed: reference.isFollowed)
                    {
                        let instance = stored.strongValue(T.self)
                        cell.with { $0.unlock() }
                        return instance
                    }
                    cell.with { $0.unlock() }
                }
            } else if let (cell, scope, decorator, expiry) = reference.observed {
                cell.with { $0.lock() }
                if let address = cell.with({ $0.plainAddress(for: scope) }), cell.with({ $0.use(expiry) }) {
                    // SAFETY: See `instance(_:of:at:)`.
                    var instance = address.assumingMemoryBound(to: T.self).pointee
                    cell.with { $0.unlock() }
                    if let decorator { show(&instance, to: decorator, reference, of: container) }
                    return instance
                }
                cell.with { $0.unlock() }
            }
        }
        return try instance(modification, for: (), of: container, at: call)
    }

    /// Shows a stored instance to a decorator.
    @inline(never)
    private func show<T>(
        _ instance: inout T,
        to decorator: (function: UInt, kind: Modifier.Kind),
        _ reference: SlotReference,
        of container: AnyObject
    ) {
        push(reference.slot.with(\.declaration), on: ThreadRecord.current, of: container)
        decorator.kind.show(instance, isNew: false, to: ErasedClosure(decorator.function))
        ResolutionStack.finish(&instance)
    }

    /// The same for all other instances, and for a declaration that takes a parameter.
    @usableFromInline
    @inline(never)
    func instance<P, T>(
        _ modification: Modification,
        for parameters: P,
        of container: AnyObject,
        at call: CallSite
    ) throws(Miss) -> T {
        guard case .some(let modified) = modification else {
            return try instance(takeOver(parameters, of: container, at: call), parameters, T.self)
        }
        if let reference = modified.reference {
            if reference.retention == .unspecified {
                if modified.isReference, enterWithoutContext(reference, of: container) { throw Miss() }
            } else if let reference = hit(reference) {
                do {
                    guard reference.isObserved else { return try reference.instance(T.self, for: parameters) }
                    guard modified.isReference else { throw Miss() }
                    return try observedHit(reference, for: parameters, of: container, T.self)
                } catch {}
            }
        }
        return try object.instanceOnSlowPath(modified, for: parameters, of: container, at: call)
    }

    /// The stored instance of a throwing or asynchronous declaration, which has no decorator. Misses if the declaration has a time
    /// to live, or an instance for each parameter. Releases nothing, so the declaration need not retain its container for it.
    ///
    /// - Parameter awaitsReadiness: Whether the caller waits until the instance is ready. One that has yet to become ready misses.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    package func storedInstance<T>(_ modified: Modification.Modified, awaitsReadiness: Bool) throws(Miss) -> T {
        guard let reference = modified.reference, !reference.isTimedOrPerParameter, let reference = hit(reference)
        else {
            throw Miss()
        }
        return try reference.instance(T.self, awaitsReadiness: awaitsReadiness)
    }

    /// The same for a declaration that has a time to live, or an instance for each parameter. The latter calls the parameter's
    /// `hash(into:)` and `==`.
    @inline(never)
    package func storedInstance<P, T>(
        _ modified: Modification.Modified,
        for parameters: P,
        awaitsReadiness: Bool
    ) throws(Miss) -> T {
        guard let reference = modified.reference, reference.isTimedOrPerParameter, let reference = hit(reference) else {
            throw Miss()
        }
        guard reference.isObserved else {
            return try reference.instance(T.self, for: parameters, awaitsReadiness: awaitsReadiness)
        }
        guard modified.isReference else { throw Miss() }
        let due = reference.due
        return try reference.instance(T.self, for: parameters, within: due.timeToLive, awaitsReadiness: awaitsReadiness)
    }

    /// The stored instance, shown to the declaration's decorator, if it has one.
    @inline(never)
    private func observedHit<P, T>(
        _ reference: SlotReference,
        for parameters: P,
        of container: AnyObject,
        _ type: T.Type
    ) throws(Miss) -> T {
        let due = reference.due
        guard due.decorator == nil || ThreadRecord.current.pointee.hasRoom else { throw Miss() }
        var instance = try reference.instance(T.self, for: parameters, within: due.timeToLive)
        if let decorator = due.decorator { show(&instance, to: decorator, reference, of: container) }
        return instance
    }
}

extension ContainerManager {
    /// The table of slots, once `autoRegister()` has run.
    @inline(__always)
    var registeredSlots: AtomicPointerTable? { flags.isOn(.autoRegistration) ? nil : slots.own.current }
}

// SAFETY: The container retains the slot. A hit's cell is the slot itself, or belongs to the singletons that the container
// resolves with.
extension SlotReference {
    /// Whether a throwing or asynchronous declaration, which has no decorator, has a time to live or an instance for each parameter.
    @inline(__always)
    fileprivate var isTimedOrPerParameter: Bool { isObserved || retention.isPerParameter }

    /// Whether an instance that exists may have to be admitted by what follows those of the container.
    @inline(__always)
    fileprivate var isFollowed: Bool { isHooked && FollowedContainers.exist }

    /// The slot, if a hit of a value that is not ``isMarked`` depends only on its cell for cached instances.
    @inline(__always)
    fileprivate var cachedSlot: Borrowed<Slot>? {
        retention == Retention(.cached)
            && slot.with({ $0.currentFlags.allowsHit(for: Retention(.cached)) })
            ? slot : nil
    }

    /// The cell of the singletons that the container resolves with, if a hit of a value that is not ``isMarked`` depends only on it.
    @inline(__always)
    fileprivate var singletonCell: Borrowed<Instances>? {
        retention == Retention(.singleton) ? slot.with { $0.hitCell(Retention(.singleton)) }?.cell : nil
    }

    /// The stored instance, if a hit depends only on the retention, the parameter and a time to live.
    @inline(__always)
    fileprivate func instance<P, Value>(
        _ type: Value.Type,
        for parameter: P,
        within timeToLive: TimeToLive? = nil,
        awaitsReadiness: Bool = false
    ) throws(Miss) -> Value {
        guard retention.isPerParameter else {
            return try instance(Value.self, within: timeToLive, awaitsReadiness: awaitsReadiness)
        }
        // A time to live begins anew only when the parameters have been compared.
        guard timeToLive == nil else { throw Miss() }
        return try parameterInstance(Value.self, for: parameter, awaitsReadiness: awaitsReadiness)
    }

    /// The stored instance, if a hit depends only on the retention and a time to live.
    @inline(__always)
    fileprivate func instance<Value>(
        _ type: Value.Type,
        within timeToLive: TimeToLive? = nil,
        awaitsReadiness: Bool
    ) throws(Miss) -> Value {
        guard retention != Retention(.graph) else {
            guard timeToLive == nil else { throw Miss() }
            return try graphInstance(Value.self)
        }
        guard let (cell, scope) = cell(within: timeToLive) else { throw Miss() }
        return try cell.value(
            Value.self,
            scope: scope,
            within: timeToLive.map { TimeToLive.Expiry($0) },
            awaitsReadiness: awaitsReadiness,
            isFollowed: isFollowed
        )
    }

    /// What a hit of a value with what is due at each resolution needs, if it depends only on the retention and that.
    @inline(__always)
    fileprivate var observed:
        (Borrowed<Instances>, ScopeID, decorator: (function: UInt, kind: Modifier.Kind)?, TimeToLive.Expiry?)?
    {
        let due = due
        guard due.decorator == nil || ThreadRecord.current.pointee.hasRoom,
            let (cell, scope) = cell(within: due.timeToLive)
        else { return nil }
        return (cell, scope, due.decorator, due.timeToLive.map { TimeToLive.Expiry($0) })
    }

    /// What holds the instance, if a hit depends only on the retention and a time to live.
    @inline(__always)
    fileprivate func cell(within timeToLive: TimeToLive?) -> (cell: Borrowed<Instances>, scope: ScopeID)? {
        // A hit that begins a time to live anew is a change, which copies do not see.
        guard timeToLive == nil || !Sharing.exists else { return nil }
        let ignored = timeToLive == nil ? Slot.Flags() : .timeToLive
        return slot.with { $0.hitCell(retention, ignoring: ignored) }
    }

    private func graphInstance<Value>(_ type: Value.Type) throws(Miss) -> Value {
        guard !isFollowed, slot.with({ $0.currentFlags.allowsHit(for: retention) }) else { throw Miss() }
        return try ResolutionSession.value(Value.self, of: slot.with { ObjectIdentifier($0) }, ScopeID(.graph))
    }

    private func parameterInstance<P, Value>(
        _ type: Value.Type,
        for parameter: P,
        awaitsReadiness: Bool
    ) throws(Miss) -> Value {
        guard let (home, scope) = slot.with({ $0.hitCell(retention) }),
            let hashing = slot.with({ $0.hashing.unretained }),
            let cells = home.with({ $0.parameterCells })
        else { throw Miss() }
        // SAFETY: The declaration has this parameter, and the slot retains its hashing.
        let typed = Borrowed<ParameterHashing<P>>(at: hashing.address)
        return try cells.value(
            for: parameter,
            typed,
            Value.self,
            scope: scope,
            awaitsReadiness: awaitsReadiness,
            isFollowed: isFollowed
        )
    }
}

extension PathStep {
    @inline(__always)
    package init(_ declaration: Declaration, of container: AnyObject, _ manager: ContainerManager) {
        self.init(declaration: declaration, container: type(of: container), number: manager.number)
    }
}
