// How a factory value resolves. What is here is compiled once, for all types, and not in the programs that use it.
//
// A caller begins a resolution here, calls its own closure, which it alone knows, and ends the resolution here. So the closure
// is called directly, and nothing is made of it where an instance is found.

// SAFETY: The callers have the container, which has its manager. The manager is not retained: that would cost more than all else
// where there is nothing to look at. What is marked as releasing nothing releases nothing but what it has retained, so that the
// caller need not retain the container either.
extension Unmanaged where Instance == ContainerManager {
    // MARK: - Without a modifier

    /// Begins a resolution of a declaration without a modifier, if there is nothing to look at.
    ///
    /// - Returns: The calling thread's record. The caller calls its closure, and ends the resolution: by leaving the depth of the
    ///   record if it has no obligations, or else by ``ResolutionStack/finish(_:)``. `nil` where ``begin(of:at:)`` is to be asked.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func enter(_ site: Site, _ product: any Any.Type, of container: AnyObject) -> UnsafeMutablePointer<ThreadRecord>? {
        guard let record = ThreadRecord.existing else { return enterFirst(site, product, of: container) }
        return enter(record, Declaration(site, product: product, parameter: Void.self), of: container)
    }

    // With the same parameters, so that the call leaves nothing to do, and nothing is kept across it.
    @inline(never)
    private func enterFirst(
        _ site: Site,
        _ product: any Any.Type,
        of container: AnyObject
    ) -> UnsafeMutablePointer<ThreadRecord>? {
        enter(ThreadRecord.current, Declaration(site, product: product, parameter: Void.self), of: container)
    }

    /// The same for a declaration that takes a parameter.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func enter(
        _ site: Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> UnsafeMutablePointer<ThreadRecord>? {
        guard let record = ThreadRecord.existing else { return enterFirst(site, product, parameter, of: container) }
        return enter(record, Declaration(site, product: product, parameter: parameter), of: container)
    }

    @inline(never)
    private func enterFirst(
        _ site: Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> UnsafeMutablePointer<ThreadRecord>? {
        enter(ThreadRecord.current, Declaration(site, product: product, parameter: parameter), of: container)
    }

    @inline(__always)
    private func enter(
        _ record: UnsafeMutablePointer<ThreadRecord>,
        _ declaration: Declaration,
        of container: AnyObject
    ) -> UnsafeMutablePointer<ThreadRecord>? {
        guard record.pointee.depth < record.pointee.limit,
            _withUnsafeGuaranteedRef({
                $0.attention.isClear(for: declaration.site, isNested: record.pointee.depth > 0)
            })
        else {
            // Told this way, `begin` takes fewer arguments, which would be passed everywhere in a program.
            record.pointee.request = declaration
            return nil
        }
        let identity = _withUnsafeGuaranteedRef { ContainerIdentity(container, $0) }
        record.pointee.push(Frame(declaration: declaration, container: identity))
        return record
    }

    /// Begins the resolution that ``enter(_:_:of:)`` has not begun.
    ///
    /// - Returns: As ``enter(_:_:of:)``; `nil` where ``ResolutionStack/answer(_:)`` has the instance.
    @usableFromInline
    @inline(never)
    func begin(of container: AnyObject, at call: CallSite) -> UnsafeMutablePointer<ThreadRecord>? {
        let record = ThreadRecord.current
        switch beginAlone(on: record, of: container) {
        case .declaration: return record
        case .closure: return nil
        case .more: break
        }
        return takeUnretainedValue().begin(on: record, of: container, at: call, nil)
    }

    /// The same for a declaration that takes a parameter.
    @usableFromInline
    @inline(never)
    func begin<P>(
        for parameter: P,
        of container: AnyObject,
        at call: CallSite
    ) -> UnsafeMutablePointer<ThreadRecord>? {
        let record = ThreadRecord.current
        switch beginAlone(on: record, of: container) {
        case .declaration: return record
        case .closure: return nil
        case .more: break
        }
        return takeUnretainedValue().begin(on: record, of: container, at: call, Parameter(parameter))
    }

    /// What has been begun where there was nothing to look at but whether a closure is registered.
    private enum Beginning {
        case declaration
        case closure
        /// There is more to look at, and nothing has been begun.
        case more
    }

    @inline(__always)
    private func beginAlone(on record: UnsafeMutablePointer<ThreadRecord>, of container: AnyObject) -> Beginning {
        let depth = record.pointee.depth
        guard depth < record.pointee.limit,
            _withUnsafeGuaranteedRef({ $0.attention.concernsDeclarationsAlone(isNested: depth > 0) })
        else { return .more }
        let identity = _withUnsafeGuaranteedRef { ContainerIdentity(container, $0) }
        // SAFETY: The container keeps its slots.
        let slot = _withUnsafeGuaranteedRef { $0.slots.find(record.pointee.request) }
        let hint = slot?._withUnsafeGuaranteedRef(\.currentHint) ?? Hint(.unsaid)
        if hint == Hint(.unsaid) {
            record.pointee.push(Frame(declaration: record.pointee.request, container: identity))
            return .declaration
        }
        guard hint == .replacement, let closure = slot?._withUnsafeGuaranteedRef({ $0.replacement }) else {
            return .more
        }
        record.pointee.obligations += 1
        record.pointee.push(Frame(declaration: record.pointee.request, container: identity, duty: closure))
        return .closure
    }

    // MARK: - With modifiers

    @inline(__always)
    private var allowsHits: Bool { _withUnsafeGuaranteedRef { !$0.attention.isOn(.hits) } }

    /// Resolves a declaration with modifiers, as far as that does not take its closure.
    ///
    /// - Returns: The instance that a scope has, or one that a registered closure has made.
    /// - Throws: `Missing` where the caller is to call its closure and to pass the instance to
    ///   ``ResolutionStack/finish(_:)``.
    @usableFromInline
    @inline(never)
    func instance<T>(
        _ modified: Modification.Modified,
        of container: AnyObject,
        at call: CallSite
    ) throws(Missing) -> T {
        // Each closure is small, so that it is inlined.
        if case .keeping(let keeping) = modified, allowsHits, let slot = keeping.slotOfCached {
            slot._withUnsafeGuaranteedRef { $0.lock() }
            if let kept = slot._withUnsafeGuaranteedRef({ $0.strongReference(for: KeeperID(.cached)) }) {
                let instance = kept.strongValue(T.self)
                slot._withUnsafeGuaranteedRef { $0.unlock() }
                return instance
            }
            slot._withUnsafeGuaranteedRef { $0.unlock() }
        }
        return try otherInstance(modified, of: container, at: call)
    }

    /// The same where the instance is not a cached one, or not there.
    @inline(never)
    private func otherInstance<T>(
        _ modified: Modification.Modified,
        of container: AnyObject,
        at call: CallSite
    ) throws(Missing) -> T {
        if case .keeping(let keeping) = modified, allowsHits {
            do {
                return try keeping.instance(T.self)
            } catch {}
        }
        return try takeUnretainedValue().begin(modified, of: container, at: call, (), nil)
    }

    /// The same for a declaration that takes a parameter.
    @usableFromInline
    @inline(never)
    func instance<P, T>(
        _ modified: Modification.Modified,
        for parameters: P,
        of container: AnyObject,
        at call: CallSite
    ) throws(Missing) -> T {
        if case .keeping(let keeping) = modified, allowsHits {
            do {
                return try keeping.instance(T.self, for: parameters)
            } catch {}
        }
        return try takeUnretainedValue().begin(modified, of: container, at: call, parameters, Parameter(parameters))
    }
}

extension ContainerManager {
    @inline(never)
    fileprivate func begin(
        on record: UnsafeMutablePointer<ThreadRecord>,
        of container: AnyObject,
        at call: CallSite,
        _ parameter: AnyParameter?
    ) -> UnsafeMutablePointer<ThreadRecord>? {
        let request = Resolution.Request(
            container: container,
            manager: self,
            declaration: record.pointee.request,
            call: call,
            parameter: parameter
        )
        if case .declaration = Resolution.begin(request).next { return record }
        return nil
    }

    @inline(never)
    fileprivate func begin<P, T>(
        _ modified: Modification.Modified,
        of container: AnyObject,
        at call: CallSite,
        _ parameters: P,
        _ parameter: AnyParameter?
    ) throws(Missing) -> T {
        let forgettings = forgettings()
        registerAutomatically(container)
        func request(_ declaration: Declaration) -> Resolution.Request {
            Resolution.Request(
                container: container,
                manager: self,
                declaration: declaration,
                declared: .some(modified),
                call: call,
                parameter: parameter
            )
        }
        let resolution: Resolution
        switch modified {
        case .own(let modifiers): resolution = Resolution.begin(request(modifiers.declaration))
        case .keeping(let keeping):
            // SAFETY: The container keeps its slots.
            let slot = keeping.slot.takeUnretainedValue()
            switch claim(slot, keeping.way, of: container) {
            case .instance(let held):
                defer { ResolutionStack.pop() }
                return held.value(T.self)
            case .build(let duty):
                ResolutionStack.setDuty(duty)
                // Looked at after the claim, so that a closure registered later clears what is being built. It also tells
                // where what `autoRegister()` had set was let go.
                if slot.currentHint == Hint(keeping.way) { throw Missing() }
                let taken = Resolution.take(over: duty, request(slot.declaration))
                if hasForgottenNothing(since: forgettings) {
                    resolution = taken
                } else {
                    taken.giveUp()
                    resolution = Resolution.begin(request(slot.declaration))
                }
            case nil: resolution = Resolution.begin(request(slot.declaration))
            }
        }
        if case .declaration = resolution.next { throw Missing() }
        return resolution.answer(parameters, T.self)
    }

    /// What a caller that asks for an instance gets.
    private enum Claim {
        case instance(Held)
        /// The caller builds, and does this at the end.
        case build(Duty)
    }

    /// Claims the instance of a declaration that has a scope and nothing else, within a frame of its own.
    ///
    /// - Returns: `nil` where there is more to look at; then there is no frame.
    private func claim(_ slot: Slot, _ way: KeepingWay, of container: AnyObject) -> Claim? {
        guard slot.currentHint == Hint(way), !way.isPerParameter, !attention.isOn(.observation),
            ResolutionStack.depth < ResolutionStack.suspiciousDepth
        else { return nil }
        switch way.standard {
        case .cached, .shared:
            return claim(
                slot,
                of: slot,
                KeepingRule(scope: KeeperID(way), isWeak: way.standard == .shared),
                self,
                container
            )
        case .singleton:
            let singleton = Scope.Singleton.current(in: isolation)
            let cell = singleton.instances.find(slot.declaration, orInsert: Instances.init)
            return claim(cell, of: slot, KeepingRule(scope: .singletons), singleton, container)
        case .graph:
            ResolutionStack.push(Frame(declaration: slot.declaration, container: ContainerIdentity(container, self)))
            let graph = OutermostResolution.current
            switch graph.claim(slot, in: self, KeepingRule(scope: KeeperID(way))) {
            case .instance(let held): return .instance(held)
            case .build: return .build(graph)
            }
        case .unique: return nil
        case nil:
            guard let scope = slot.scope(of: way) else { return nil }
            let rule = KeepingRule(scope: scope.keeper, isWeak: scope.lifetime == .shared)
            return claim(slot, of: slot, rule, self, container)
        }
    }

    private func claim(
        _ cell: Instances,
        of slot: Slot,
        _ rule: KeepingRule,
        _ changes: any Changing,
        _ container: AnyObject
    ) -> Claim {
        ResolutionStack.push(Frame(declaration: slot.declaration, container: ContainerIdentity(container, self)))
        let claim = CellReference.cell(cell).claimOrFail(rule, outdatedBy: changes) { isRegistered }
        switch claim {
        case .instance(let held): return .instance(held)
        case .build(let construction): return .build(construction)
        case .retired: fatalError("only cells of parameters are retired")
        }
    }
}

extension ResolutionStack {
    // MARK: - The end

    /// Ends the innermost resolution, whose instance the declaration's closure has made.
    @usableFromInline
    @inline(never)
    static func finish<T>(_ instance: T) {
        // SAFETY: The frame has its duty until it is popped.
        ThreadRecord.current.pointee.innermostDuty?._withUnsafeGuaranteedRef { $0.end(with: instance) }
        pop()
    }

    /// The instance of the innermost resolution, from elsewhere than the declaration's closure. Ends the resolution.
    @usableFromInline
    @inline(never)
    static func answer<P, T>(_ parameters: P, _ product: T.Type) -> T {
        // SAFETY: The frame has its duty until it is popped, which `answer` does at its end.
        ThreadRecord.current.pointee.innermostDuty!._withUnsafeGuaranteedRef { $0.answer(parameters, T.self) }
    }

    /// The same for a declaration without a parameter.
    @usableFromInline
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    static func answer<T>(_ product: T.Type) -> T { answer((), T.self) }
}

extension Keeping {
    /// The slot, if it keeps cached instances, and nothing else is to be looked at.
    @inline(__always)
    fileprivate var slotOfCached: Unmanaged<Slot>? {
        // SAFETY: The container keeps the slot.
        way == KeepingWay(.cached)
            && slot._withUnsafeGuaranteedRef({ $0.currentHint.isSimple(for: KeepingWay(.cached)) })
            ? slot : nil
    }

    /// The instance that a scope keeps for all parameters, if nothing else is to be looked at.
    @inline(__always)
    fileprivate func instance<Value>(_ type: Value.Type) throws(Missing) -> Value {
        if way == KeepingWay(.graph) { return try graphInstance(Value.self) }
        // SAFETY: The container keeps the slot. The home is the slot itself, or belongs to the singletons that
        // the container resolves with.
        guard let (cell, keeper) = slot._withUnsafeGuaranteedRef({ $0.home(way) }) else { throw Missing() }
        return try cell.value(Value.self, scope: keeper)
    }

    /// The graph's instance, if nothing else is to be looked at.
    private func graphInstance<Value>(_ type: Value.Type) throws(Missing) -> Value {
        // SAFETY: As above.
        guard slot._withUnsafeGuaranteedRef({ $0.currentHint.isSimple(for: way) }) else {
            throw Missing()
        }
        return try OutermostResolution.value(Value.self, of: slot)
    }

    /// The instance that a scope keeps for a parameter, if nothing else is to be looked at.
    fileprivate func instance<P, Value>(_ type: Value.Type, for parameter: P) throws(Missing) -> Value {
        guard way.isPerParameter else { return try instance(Value.self) }
        // SAFETY: As above; and the slot has its keying.
        guard let (home, keeper) = slot._withUnsafeGuaranteedRef({ $0.homeOfParameters(way) }),
            let keying = slot._withUnsafeGuaranteedRef({ $0.keying.unretained }),
            let cells = home._withUnsafeGuaranteedRef({ $0.parameterCells })
        else { throw Missing() }
        // SAFETY: The declaration has this parameter.
        let typed = Unmanaged<ParameterKeying<P>>.fromOpaque(keying.toOpaque())
        return try cells.value(for: parameter, typed, Value.self, scope: keeper)
    }
}

extension ContainerIdentity {
    @inline(__always)
    init(_ container: AnyObject, _ manager: ContainerManager) {
        self.init(number: manager.number, type: Swift.type(of: container))
    }
}
