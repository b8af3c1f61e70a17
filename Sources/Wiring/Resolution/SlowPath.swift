// The slow path: what the fast path hands over. See `FastPath.swift`.

// SAFETY: As on the fast path.
extension Unmanaged where Instance == ContainerManager {
    // MARK: - Without modifiers

    /// Begins the pending resolution of the calling thread, if at most a closure is registered in a container without parents.
    ///
    /// It releases nothing, as `enter` promises: it retains a registered closure under the lock of the slot, for the frame.
    ///
    /// - Returns: As ``enter(_:_:of:)``. If a registered closure is to be called, there is a frame, and nothing is pending.
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
        let isChild = _withUnsafeGuaranteedRef { $0.flags.isOn(.parent) }
        let beginning =
            isChild
            ? beginDirectlyInChild(declaration, on: record, of: container)
            : beginDirectly(declaration, on: record, of: container)
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
}

extension ContainerManager {
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
}
