extension Resolution.Request {
    /// This request, or the same to the root if a singleton that is being built must not depend on its container.
    ///
    /// A ``ChildContainer`` has no root of its type. Then this stops the program.
    package var routed: Self {
        manager.checkOwner(container)
        manager.findParent(of: container)
        guard let route = manager.route(from: container) else {
            let path = ResolutionStack.path + [step]
            Failure.child(inSingleton: ResolutionStack.singleton ?? path[0], path, at: call.ifKnown)
        }
        return directed(to: route)
    }

    /// The same request to the root, from whose point of view a singleton is built.
    var toRoot: Self {
        guard let request = fromRoot else {
            // A preflight that builds reports it as a fault.
            guard CollectedFailure.collector == nil else { return self }
            Failure.singletonInChild(ResolutionStack.path + [step], at: call.ifKnown)
        }
        return request
    }

    /// The same request to the root; `nil` if its container is a ``ChildContainer``, whose type has no root.
    package var fromRoot: Self? {
        guard let route = manager.rootRoute(from: container) else { return nil }
        return directed(to: route)
    }

    private func directed(to route: ContainerManager.Route) -> Self {
        guard route.manager !== manager else { return self }
        var request = self
        (request.container, request.manager, request.child) = (route.container, route.manager, child ?? manager)
        return request
    }

    package var step: PathStep { PathStep(declaration, of: container, manager) }

    /// Logs, in a debug build, that a singleton uses the root's value of a dependency that a child has replaced.
    ///
    /// - Parameter routed: This request, as it is resolved.
    func logNotice(_ routed: Self) {
        guard isBuiltForDebugging, routed.manager !== manager, manager.isReplacedInChild(declaration),
            let singleton = ResolutionStack.singleton
        else { return }
        manager.log(.replacedInChild(declaration, singleton: singleton.declaration)) {
            Failure.text(of: singleton, usingRootsValueOf: step, ResolutionStack.path + [step])
        }
    }

    #if DEBUG
        /// Logs that the operation of a child that had set the declaration has ended in this task.
        ///
        /// - Parameter slot: What is set about the declaration.
        /// - Returns: The message; `nil` if there is no such operation.
        func noteAfterOperation(_ slot: SlotState?) -> String? {
            guard let slot, !slot.endedOperations.isEmpty, child == nil,
                let task = EndedOperation.currentTask,
                let operation = slot.operation(endedIn: task),
                // The root is right for a singleton.
                ResolutionStack.singleton == nil, CollectedFailure.collector == nil, !isNamedWithinChild
            else { return nil }
            let path = ResolutionStack.path + [step]
            let text = Failure.text(afterOperation: path, at: call.ifKnown, changedAt: operation.call)
            manager.log(.afterOperation(declaration, container: manager.number)) { text }
            return text
        }

        /// Whether the shared container is a child of this one. The program then names the parent on purpose.
        private var isNamedWithinChild: Bool {
            guard let type = type(of: container) as? any TaskLocalContainer.Type else { return false }
            return type.shared.manager.parents.contains { $0.manager === manager }
        }
    #endif
}

extension Resolution {
    /// The hooks that a child has set for this singleton, which has those of the root.
    package var hooksOfChild: [Modifier] {
        guard scope.kind == .singleton, let child = request.child, !child.isReplacedInChild(request.declaration) else {
            return []
        }
        let children = ([child] + child.parents.map(\.manager)).filter { $0.parent != nil }
        let modifiers = children.compactMap { $0.layerSetOutside(of: request.declaration)?.modifiers }
        return modifiers.flatMap(\.withClosures).filter { $0.following != nil }
    }

    #if DEBUG
        /// Logs that they have no effect.
        func logHooksOfChild() {
            guard !hooksOfChild.isEmpty else { return }
            let path = ResolutionStack.path + [request.step]
            request.manager.log(.hooksOfChild(request.declaration)) { Failure.text(hooksOfChild: path) }
        }
    #endif
}

// Makes a resolution from a child as short as one from its parent.

// SAFETY: The caller has the child, which retains its parents. Each container retains its slots.
extension ContainerManager {
    /// Whether a hit in this child depends only on its slot: neither a parent, nor a singleton that is being built, affects it.
    func allowsHitsInChild(_ reference: SlotReference) -> Bool {
        isUnaffectedByOthers(reference)
            && (reference.retention.standard != .singleton || !isReplacedInChild(reference.slot.with(\.declaration)))
    }

    /// The reference of a singleton that this child replaces, with the retention that a hit has; `nil` if it does not replace it, or
    /// if the hit depends on more than its slot.
    func replacedSingleton(_ reference: SlotReference) -> SlotReference? {
        guard reference.retention.standard == .singleton, isUnaffectedByOthers(reference),
            isReplacedInChild(reference.slot.with(\.declaration))
        else { return nil }
        return reference.with(reference.retention.setting(.replacedSingleton))
    }

    /// Whether neither a parent, nor a singleton that is being built, affects a hit in this child.
    @inline(__always)
    private func isUnaffectedByOthers(_ reference: SlotReference) -> Bool {
        isChild && isDestination(without: .observation)
            && (allParents { !$0.flags.isOn(.observation | .modifiers) } || parentsAllowHits(reference))
    }

    /// Whether the parents, of which one has set more than scopes, do not affect hits of a declaration.
    @inline(never)
    private func parentsAllowHits(_ reference: SlotReference) -> Bool {
        // The value's own time to live takes precedence.
        let isTimed = reference.isObserved && reference.due.timeToLive != nil
        let ignored = isTimed ? Slot.Flags.timeToLive : Slot.Flags()
        return parentsAllow(reference.slot.with(\.declaration), without: .observation) { slot in
            let flags = slot.with(\.currentFlags)
            return flags.allowsHit(for: reference.retention, ignoring: ignored)
                || flags.allowsHit(for: .unspecified, ignoring: ignored)
        }
    }

    /// The closure of a resolution without modifiers, for a declaration that has at most replacing closures.
    @inline(__always)
    func directClosure(for declaration: Declaration, isNested: Bool) -> DirectClosure {
        guard !isChild else { return directClosureInChild(for: declaration, isNested: isNested) }
        guard flags.isClear(isNested: isNested) else { return .undecided }
        return directClosure(for: declaration, in: slots.find(declaration), .unspecified)
    }

    /// The closure of a declaration about which only `autoRegister()` has set something.
    private func automaticClosure(of slot: Borrowed<Slot>) -> DirectClosure {
        // SAFETY: The container retains its slots.
        guard let layer = publishedRegistration?.layer(of: slot.object), layer.isReplacementAtMost,
            let closure = layer.replacement?.closure
        else { return .undecided }
        return .closure(closure)
    }

    /// Whether neither this container nor a parent sets anything about the declaration of a slot of this container.
    @inline(__always)
    func setsNothing(about slot: Borrowed<Slot>, isNested: Bool) -> Bool {
        guard slot.with(\.currentFlags) == Slot.Flags(.unspecified) else { return false }
        if flags.isClear(isNested: isNested) { return true }
        guard isChild else { return false }
        let declaration = slot.with(\.declaration)
        if case .closure(nil) = directClosureInChild(for: declaration, isNested: isNested) { return true }
        return false
    }

    enum DirectClosure {
        /// `nil` for the declaration's closure.
        case closure(ErasedClosure?)
        /// More is set.
        case undecided
    }

    @inline(never)
    private func directClosureInChild(for declaration: Declaration, isNested: Bool) -> DirectClosure {
        var switches: FastPathFlags.Switches = .observation | .construction | .defaultScope
        if isNested { switches |= .cycles }
        guard isChild, isDestination(without: switches) else { return .undecided }
        return directClosure(for: declaration, in: slots.find(declaration), .unspecified, parentsWithout: switches)
    }

    /// The closure of a declaration that has a retention, or none, and here and in the parents at most replacing closures. It is the one
    /// that ``Resolution/Plan`` chooses.
    ///
    /// - Parameters:
    ///   - own: The slot of this container, if there is one.
    ///   - switches: What must be off in the parents.
    @inline(__always)
    func directClosure(
        for declaration: Declaration,
        in own: Borrowed<Slot>?,
        _ retention: Retention,
        parentsWithout switches: FastPathFlags.Switches = .observation | .construction
    ) -> DirectClosure {
        var chosen: Chosen = nil
        guard own.map({ Self.mayBeDirect($0, retention, &chosen) }) ?? true,
            !isChild || parentsAllow(declaration, without: switches, { Self.mayBeDirect($0, retention, &chosen) })
        else { return .undecided }
        guard let own, own.with({ $0.currentFlags.contains(.automatic) }) else { return .closure(chosen?.closure) }
        return chosen == nil ? automaticClosure(of: own) : .undecided
    }

    /// The nearest override, or else the nearest registration.
    private typealias Chosen = (closure: ErasedClosure, isOverride: Bool)?

    /// Whether a slot has a retention, or none, and at most replacing closures. Chooses the closure.
    @inline(__always)
    private static func mayBeDirect(_ slot: Borrowed<Slot>, _ retention: Retention, _ chosen: inout Chosen) -> Bool {
        // What the child's `autoRegister()` has set is looked at afterwards. That of a parent does not count.
        let flags = slot.with(\.currentFlags).subtracting(.automatic)
        let other = flags.subtracting(.replacement)
        guard other == Slot.Flags(.unspecified) || other == Slot.Flags(retention) else { return false }
        guard flags.contains(.replacement) else { return true }
        let new = slot.with(\.explicitReplacement)
        if let new, chosen == nil || new.isOverride && chosen?.isOverride == false { chosen = new }
        return true
    }

    /// Whether parents affect neither how the declaration of a slot with only a retention is built, nor who observes it.
    @inline(__always)
    func isUnaffectedByParents(_ slot: Borrowed<Slot>, _ retention: Retention) -> Bool {
        guard isChild else { return true }
        if case .closure(nil) = directClosure(for: slot.with(\.declaration), in: slot, retention) { return true }
        return false
    }
}
