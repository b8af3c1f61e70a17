// The slow path: what the fast path hands over. See `FastPath.swift`.

// SAFETY: As on the fast path.
extension Borrowed where Object == ContainerManager {
    // MARK: - Without modifiers

    /// What the caller does for a resolution without modifiers.
    package enum Step {
        /// Call the declaration's closure, and then ``ResolutionStack/finish(_:)``.
        case declaration
        /// Call a closure that replaces the declaration's, and then ``ResolutionStack/finish(_:)``.
        case closure(ErasedClosure)
        /// Call ``Resolution/instanceWithoutDeclaration(_:_:)``.
        case resolution(Resolution)

        /// `nil` for the usual step, which then takes no generic code to tell.
        fileprivate var orNil: Step? { if case .declaration = self { nil } else { self } }

        init(_ resolution: Resolution) {
            if case .declaration = resolution.next { self = .declaration } else { self = .resolution(resolution) }
        }
    }

    /// Begins a resolution if nothing is set about its declaration, and otherwise leaves it to ``takeOver(_:of:at:)``.
    ///
    /// What it leaves is in the record, so that every program passes `instance` fewer arguments. It releases nothing, as `enter`
    /// promises: it retains a replacing closure under the lock of the slot.
    @inline(never)
    func enterOrLeave(
        _ declaration: Declaration,
        to record: UnsafeMutablePointer<ThreadRecord>,
        of container: AnyObject
    ) -> Bool {
        var closure: ErasedClosure?
        let depth = record.pointee.depth
        if depth < record.pointee.limit, with({ $0.flags.isClear(isNested: depth > 0) }) {
            guard let slot = with({ $0.slots.find(declaration) }),
                case let flags = slot.with(\.currentFlags), flags.rawValue != 0
            else {
                #if DEBUG
                    if ContainerManager.isShared { with { $0.logIfSetInAnotherImage(declaration, in: container) } }
                #endif
                push(declaration, on: record, of: container)
                return true
            }
            if flags == .replacement { closure = slot.with { $0.explicitReplacement?.closure } }
        }
        record.pointee.leave(declaration, with: closure)
        return false
    }

    /// Whether a resolution of a declaration without modifiers, whose closure may fail, need only call it.
    package func isDirect(_ site: Declaration.Site) -> Bool {
        let depth = ResolutionStack.depth
        return depth < ResolutionStack.cycleCheckDepth
            && with { !$0.flags.isOn(.failures) && $0.flags.isClear(for: site, isNested: depth > 0) }
    }

    /// Pushes the frame of such a resolution. The caller calls the closure, and pops the frame.
    ///
    /// - Returns: `false` if the resolution depends on more. There is no frame then.
    package func enterIfDirect(_ declaration: Declaration, of container: AnyObject) -> Bool {
        guard isDirect(declaration.site) else { return false }
        let record = ThreadRecord.current
        record.pointee.reserveFrame()
        push(declaration, on: record, of: container)
        return true
    }

    /// Begins a resolution that the fast path has left.
    @inline(__always)
    func takeOver<P>(_ parameters: P, of container: AnyObject, at call: CallSite) -> Step {
        let record = ThreadRecord.current
        let (declaration, closure) = record.pointee.takeOver()
        guard let closure else { return begin(declaration, parameter: .of(parameters), of: container, at: call) }
        push(declaration, on: record, of: container)
        return .closure(closure)
    }

    /// Begins the resolution of a collection, whose parts the caller resolves.
    ///
    /// - Returns: `nil` if the caller need only assemble the parts.
    package func begin(collection declaration: Declaration, of container: AnyObject, at call: CallSite) -> Step? {
        begin(declaration, .collection(declaration), of: container, at: call).orNil
    }

    /// Begins the resolution of a part that was contributed without a declaration. No default scope applies to it.
    ///
    /// - Returns: `nil` if the caller need only call the part's closure.
    package func begin(_ part: Contribution, of container: AnyObject) -> Step? {
        let record = ThreadRecord.current
        guard !enter(record, part.declaration, of: container) else { return nil }
        guard let closure = record.pointee.takeOver().closure else {
            return begin(part.declaration, .unique(part.declaration), from: part, of: container, at: part.call).orNil
        }
        push(part.declaration, on: record, of: container)
        return .closure(closure)
    }

    /// Begins a resolution, in few steps if at most replacing closures (overrides and registrations) are set.
    @inline(never)
    private func begin(
        _ declaration: Declaration,
        _ modification: @autoclosure () -> Modification = .none,
        parameter: @autoclosure () -> AnyParameter? = nil,
        from contribution: Contribution? = nil,
        of container: AnyObject,
        at call: CallSite
    ) -> Step {
        #if DEBUG
            if ContainerManager.isShared { with { $0.logIfSetInAnotherImage(declaration, in: container) } }
        #endif
        let record = ThreadRecord.current
        let depth = record.pointee.depth
        guard depth < record.pointee.limit,
            case .closure(let closure) = with({
                $0.directClosure(for: declaration, isNested: depth > 0)
            })
        else {
            let (modification, parameter) = (modification(), parameter())
            var request = Resolution.Request(declaration, modification, of: container, object, at: call, for: parameter)
            request.contribution = contribution
            return Step(Resolution.begin(request))
        }
        push(declaration, on: record, of: container)
        return closure.map { .closure($0) } ?? .declaration
    }

    /// Begins the resolution of a declaration that has known closures for contexts and nothing else, if none of them applies.
    ///
    /// - Returns: Whether the caller calls its closure. If not, more is set, or one applies, which may need to know the call.
    @inline(never)
    func enterWithoutContext(_ reference: SlotReference, of container: AnyObject) -> Bool {
        let record = ThreadRecord.current
        let depth = record.pointee.depth
        guard depth < record.pointee.limit,
            with({ $0.setsNothing(about: reference.slot, isNested: depth > 0) }),
            reference.slot.with({
                $0.isUnaffectedByContext(reference, object.context)
            })
        else { return false }
        push(reference.slot.with(\.declaration), on: record, of: container)
        return true
    }

    @inline(__always)
    func push(_ declaration: Declaration, on record: UnsafeMutablePointer<ThreadRecord>, of container: AnyObject) {
        record.pointee.push(Frame(step: with { PathStep(declaration, of: container, $0) }))
    }

    /// The instance of a step for which the declaration's closure is not called.
    ///
    /// - Throws: `Miss` if it must be called.
    @inline(__always)
    package func instance<P, T>(_ step: Step, _ parameters: P, _ product: T.Type) throws(Miss) -> T {
        switch step {
        case .declaration: throw Miss()
        case .closure(let closure):
            var instance = closure.typed(P.self, T.self)(parameters)
            ResolutionStack.finish(&instance)
            return instance
        case .resolution(let resolution): return resolution.instanceWithoutDeclaration(parameters, T.self)
        }
    }
}

extension ContainerManager {
    /// Begins the resolution of a value with modifiers, whose instance is not on the fast path.
    ///
    /// - Throws: `Miss` if the caller must call its closure.
    @inline(never)
    func instanceOnSlowPath<P, T>(
        _ modified: Modification.Modified,
        for parameters: P,
        of container: AnyObject,
        at call: CallSite
    ) throws(Miss) -> T {
        registerAutomatically(container)
        func request(_ declaration: Declaration) -> Resolution.Request {
            Resolution.Request(declaration, .some(modified), of: container, self, at: call, for: .of(parameters))
        }
        let resolution: Resolution
        switch modified {
        case .own(let modifiers): resolution = Resolution.begin(request(modifiers.declaration))
        case .capturing(let capturing):
            // SAFETY: The container retains its slots.
            let slot = capturing.reference.slot.object
            resolution = Resolution.begin(request(slot.declaration))
        case .reference(let reference):
            switch begin(reference, of: container, request) {
            case .instance(let instance):
                defer { ResolutionStack.pop() }
                return instance.value(T.self)
            case .build(let flight, let closure):
                ThreadRecord.current.pointee.setCompletion(flight)
                guard let closure else { throw Miss() }
                var instance = closure.typed(P.self, T.self)(parameters)
                ResolutionStack.finish(&instance)
                return instance
            case .wait: fatalError("the closure does not await")
            case .resolution(let begun): resolution = begun
            }
        }
        if case .declaration = resolution.next { throw Miss() }
        return resolution.instanceWithoutDeclaration(parameters, T.self)
    }
}

// The first resolution of a cached instance, where nothing but the declaration and its scope matters. It is shorter than the slow
// path, because a container for each request or each test pays for it again.

extension ContainerManager {
    /// Begins to build a cached instance with the declaration's closure, if there is no instance yet.
    ///
    /// The caller has checked that a hit would depend only on the slot.
    ///
    /// - Parameter slot: The slot of the declaration, whose instances are cached.
    /// - Returns: Whether the caller must call its closure, and pass the instance to ``ResolutionStack/finish(_:)``. If not,
    ///   nothing has changed.
    @inline(never)
    func beginFirst(_ slot: Borrowed<Slot>, of container: AnyObject) -> Bool {
        let record = ThreadRecord.current
        guard record.pointee.hasRoom else { return false }
        let policy = Cell.Policy(scope: ScopeID(.cached))
        let retention = Retention(.cached)
        // SAFETY: The container retains its slots. The flight retains the container's manager, and with it the slot.
        let declaration = slot.with(\.declaration)
        let stamp = stamp(for: policy.scope, of: declaration)
        // A parent's later change outdates the construction, as the stamp counts it.
        guard slot.with({ $0.currentFlags == Slot.Flags(retention) }),
            isUnaffectedByParents(slot, retention)
        else { return false }
        let start = Flight.Start(stamp: stamp, mayPublish: stamp.isQuiet && !flags.isOn(.ended))
        let flight = Flight.make()
        guard slot.with({ $0.claimIfEmpty(flight, policy.scope, at: start) }) else {
            flight.recycle()
            return false
        }
        flight.build(
            .slot(Borrowed(at: slot.address)),
            policy,
            outdatedBy: Generation.Watch(source: self, declaration: declaration),
            at: start
        )
        record.pointee.pendingCompletions += 1
        record.pointee.push(Frame(step: PathStep(declaration, of: container, self), completion: consume flight))
        // Read after the claim, so that a closure that is registered later outdates the construction. The switches are read
        // first: what a restart of `autoRegister()` has cleared since then shows in the slot's flags.
        if !flags.isOn(.autoRegistration | .observation | .construction),
            slot.with({ $0.currentFlags == Slot.Flags(retention) })
        {
            return true
        }
        record.pointee.innermostCompletion?.with { $0.abandon() }
        ResolutionStack.pop()
        return false
    }
}
