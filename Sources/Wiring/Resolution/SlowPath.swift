// The slow path: what the fast path hands over. See `FastPath.swift`.

// SAFETY: As on the fast path.
extension Unmanaged where Instance == ContainerManager {
    // MARK: - Without modifiers

    /// Begins the pending resolution of the calling thread, if at most a closure is registered in a container without parents.
    ///
    /// - Returns: As ``enter(_:_:of:)``. If a registered closure is called, no resolution is pending any more.
    @inline(never)
    func enterPending(_ record: UnsafeMutablePointer<ThreadRecord>, of container: AnyObject) -> Bool {
        guard let declaration = record.pointee.pendingDeclaration else { return false }
        switch beginDirectly(declaration, on: record, of: container) {
        case .declaration: return true
        case .closure: record.pointee.pendingDeclaration = nil
        case .undecided: break
        }
        return false
    }

    /// Begins a resolution without modifiers.
    ///
    /// - Returns: Whether the caller calls its closure, and then ``ResolutionStack/finish(_:)``. If not,
    ///   ``ResolutionStack/instanceWithoutDeclaration(_:_:)`` returns the instance.
    @inline(never)
    func begin(
        _ declaration: Declaration,
        of container: AnyObject,
        at call: CallSite,
        _ parameter: @autoclosure () -> AnyParameter? = nil
    ) -> Bool {
        begin(declaration, of: container) {
            Resolution.Request(
                container: container,
                manager: takeUnretainedValue(),
                declaration: declaration,
                call: call,
                parameter: parameter()
            )
        }
    }

    /// Begins the resolution of a collection. No default scope applies to it.
    ///
    /// - Returns: Whether the caller resolves the parts, and then calls ``ResolutionStack/finish(_:)``. If not,
    ///   ``ResolutionStack/instanceWithoutDeclaration(_:_:)`` returns the instance.
    func begin(collection declaration: Declaration, of container: AnyObject, at call: CallSite) -> Bool {
        begin(declaration, .collection, of: container, at: call)
    }

    /// Begins the resolution of a part that was contributed without a declaration. No default scope applies to it.
    ///
    /// - Returns: Whether the caller calls the part's closure, and then ``ResolutionStack/finish(_:)``. If not,
    ///   ``ResolutionStack/instanceWithoutDeclaration(_:_:)`` returns the instance.
    func begin(_ part: Contribution, of container: AnyObject) -> Bool {
        let record = ThreadRecord.current
        if enter(record, part.declaration, of: container) { return true }
        guard let declaration = record.pointee.pendingDeclaration else { return false }
        return begin(declaration, .factory, from: part, of: container, at: part.call)
    }

    private func begin(
        _ declaration: Declaration,
        _ kind: Modification.Own.Kind,
        from contribution: Contribution? = nil,
        of container: AnyObject,
        at call: CallSite
    ) -> Bool {
        begin(declaration, of: container) {
            Resolution.Request(
                container: container,
                manager: takeUnretainedValue(),
                declaration: declaration,
                modification: .unique(declaration, kind: kind),
                call: call,
                contribution: contribution
            )
        }
    }

    /// Begins a resolution, with `request` if more than a closure is registered.
    @inline(__always)
    private func begin(
        _ declaration: Declaration,
        of container: AnyObject,
        _ request: () -> Resolution.Request
    ) -> Bool {
        let record = ThreadRecord.current
        var beginning = beginDirectly(declaration, on: record, of: container)
        if case .undecided = beginning { beginning = beginDirectlyInChild(declaration, on: record, of: container) }
        switch beginning {
        case .declaration: return true
        case .closure: return false
        case .undecided:
            if case .declaration = Resolution.begin(request()).next { return true }
            return false
        }
    }

    private enum Beginning {
        /// The declaration's closure is called.
        case declaration
        /// A registered closure is called.
        case closure
        /// More is set, and nothing has begun.
        case undecided
    }

    /// Begins a resolution without a ``Resolution``, if at most a closure is registered in a container without parents.
    @inline(__always)
    private func beginDirectly(
        _ declaration: Declaration,
        on record: UnsafeMutablePointer<ThreadRecord>,
        of container: AnyObject
    ) -> Beginning {
        let depth = record.pointee.depth
        guard depth < record.pointee.limit, _withUnsafeGuaranteedRef({ $0.flags.isClear(isNested: depth > 0) }) else {
            return .undecided
        }
        let slot = _withUnsafeGuaranteedRef { $0.slots.find(declaration) }
        let flags = slot?._withUnsafeGuaranteedRef(\.currentFlags) ?? Slot.Flags(.unspecified)
        if flags == Slot.Flags(.unspecified) { return begin(declaration, nil, on: record, of: container) }
        guard flags == .replacement, let closure = slot?._withUnsafeGuaranteedRef({ $0.replacement }) else {
            return .undecided
        }
        return begin(declaration, closure, on: record, of: container)
    }

    /// The same in a child.
    @inline(never)
    private func beginDirectlyInChild(
        _ declaration: Declaration,
        on record: UnsafeMutablePointer<ThreadRecord>,
        of container: AnyObject
    ) -> Beginning {
        let depth = record.pointee.depth
        guard depth < record.pointee.limit else { return .undecided }
        switch _withUnsafeGuaranteedRef({ $0.directClosureInChild(for: declaration, isNested: depth > 0) }) {
        case .closure(let closure): return begin(declaration, closure, on: record, of: container)
        case .undecided: return .undecided
        }
    }

    /// Begins a resolution without a ``Resolution``, with a closure or that of the declaration.
    @inline(__always)
    private func begin(
        _ declaration: Declaration,
        _ closure: AnyClosure?,
        on record: UnsafeMutablePointer<ThreadRecord>,
        of container: AnyObject
    ) -> Beginning {
        let id = _withUnsafeGuaranteedRef { Frame.ContainerID(container, $0) }
        if closure != nil { record.pointee.pendingCompletions += 1 }
        record.pointee.push(Frame(declaration: declaration, container: id, completion: closure))
        return closure == nil ? .declaration : .closure
    }

    // MARK: - Setting a scope

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

    /// Begins the resolution of a value with modifiers, whose instance is not on the fast path.
    ///
    /// - Throws: `Miss` if the caller must call its closure.
    @inline(never)
    func instanceOnSlowPath<P, T>(
        _ modified: Modification.Modified,
        of container: AnyObject,
        at call: CallSite,
        _ parameters: P,
        _ parameter: AnyParameter?
    ) throws(Miss) -> T {
        let restarts = settledRestarts()
        registerAutomatically(container)
        func request(_ declaration: Declaration) -> Resolution.Request {
            Resolution.Request(
                container: container,
                manager: self,
                declaration: declaration,
                modification: .some(modified),
                call: call,
                parameter: parameter
            )
        }
        let resolution: Resolution
        switch modified {
        case .own(let modifiers): resolution = Resolution.begin(request(modifiers.declaration))
        case .reference(let reference):
            // SAFETY: The container retains its slots.
            let slot = reference.slot.takeUnretainedValue()
            switch claim(slot, reference.retention, mayStoreOutcome: parameter != nil, of: container) {
            case .instance(let instance):
                defer { ResolutionStack.pop() }
                ResolutionStack.addDependencies(instance.lifecycleNodes)
                return instance.value(T.self)
            case .build(let completion):
                ResolutionStack.setCompletion(completion)
                // Read after the claim, so that a closure that is registered later outdates the construction. The flags also
                // say if a restart has cleared what `autoRegister()` set.
                if slot.currentFlags == Slot.Flags(reference.retention), hasNotRestarted(since: restarts),
                    isUnaffectedByParents(reference.slot, reference.retention)
                {
                    throw Miss()
                }
                let continued = Resolution.resume(completion, request(slot.declaration))
                if hasNotRestarted(since: restarts) {
                    resolution = continued
                } else {
                    continued.discard()
                    resolution = Resolution.begin(request(slot.declaration))
                }
            case nil: resolution = Resolution.begin(request(slot.declaration))
            }
        }
        if case .declaration = resolution.next { throw Miss() }
        return resolution.instanceWithoutDeclaration(parameters, T.self)
    }

    // MARK: - Claims

    private enum Claim {
        case instance(StoredInstance.Strong)
        /// The caller builds the instance, and completes the construction.
        case build(Frame.Completion)
    }

    /// Pushes a frame and claims the instance of a declaration that has a retention and nothing else.
    ///
    /// - Returns: `nil` if more is set; then there is no frame.
    private func claim(_ slot: Slot, _ retention: Retention, mayStoreOutcome: Bool, of container: AnyObject) -> Claim? {
        guard slot.currentFlags == Slot.Flags(retention), !retention.isPerParameter, !flags.isOn(.observation),
            ResolutionStack.depth < ResolutionStack.cycleCheckDepth, !isHidden,
            isUnaffectedByParents(.passUnretained(slot), retention)
        else { return nil }
        switch retention.standard {
        case .cached, .shared:
            let policy = Cell.Policy(
                scope: ScopeID(retention),
                isWeak: retention.standard == .shared,
                mayStoreOutcome: mayStoreOutcome
            )
            return claim(slot, of: slot, policy, self, container)
        // Built from the root's point of view.
        case .singleton where flags.isOn(.parent): return nil
        case .singleton:
            let singleton = Scope.Singleton.current(in: isolation)
            let cell = singleton.instances.find(slot.declaration, orInsert: Instances.init)
            let policy = Cell.Policy(scope: .singletons, mayStoreOutcome: mayStoreOutcome)
            return claim(cell, of: slot, policy, singleton, container)
        case .graph where AsyncStep.current != nil: return nil
        case .graph:
            ResolutionStack.push(Frame(declaration: slot.declaration, container: Frame.ContainerID(container, self)))
            let session = ResolutionSession.current
            let policy = Cell.Policy(scope: ScopeID(retention), mayStoreOutcome: mayStoreOutcome)
            switch session.claim(slot, in: self, policy) {
            case .instance(let instance): return .instance(instance)
            case .build: return .build(session)
            }
        case .unique: return nil
        case nil:
            guard let scope = slot.scope(of: retention) else { return nil }
            let policy = Cell.Policy(scope: scope.id, isWeak: scope.kind == .shared, mayStoreOutcome: mayStoreOutcome)
            return claim(slot, of: slot, policy, self, container)
        }
    }

    private func claim(
        _ cell: Instances,
        of slot: Slot,
        _ policy: Cell.Policy,
        _ source: any Generation.Source,
        _ container: AnyObject
    ) -> Claim {
        ResolutionStack.push(Frame(declaration: slot.declaration, container: Frame.ContainerID(container, self)))
        let generations = Generation.Watch(source: source, declaration: slot.declaration)
        switch Cell.Reference.cell(cell).claimOrFail(policy, outdatedBy: generations, mayPublish: { keepsInstances })
        {
        case .instance(let instance): return .instance(instance)
        case .build(let construction): return .build(construction)
        case .retired: fatalError("only cells of parameters are retired")
        }
    }
}

extension ResolutionStack {
    // MARK: - End

    /// Ends the innermost resolution with the instance that the declaration's closure returned, and decorates the instance.
    @usableFromInline
    @inline(never)
    static func finish<T>(_ instance: inout T) {
        guard let record = ThreadRecord.existing, record.pointee.pendingCompletions == 0 else {
            return complete(&instance)
        }
        record.pointee.depth &-= 1
    }

    @inline(never)
    private static func complete<T>(_ instance: inout T) {
        // SAFETY: The frame retains its completion until it is popped.
        ThreadRecord.current.pointee.innermostCompletion?._withUnsafeGuaranteedRef { $0.end(with: &instance) }
        pop()
    }

    /// Returns the instance of the innermost resolution, for which the declaration's closure is not called, and ends the
    /// resolution.
    @inline(never)
    static func instanceWithoutDeclaration<P, T>(_ parameters: P, _ product: T.Type) -> T {
        // SAFETY: The frame retains its completion until it is popped, which this call does last.
        ThreadRecord.current.pointee.innermostCompletion!._withUnsafeGuaranteedRef {
            $0.instanceWithoutDeclaration(parameters, T.self)
        }
    }
}
