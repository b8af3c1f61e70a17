extension Resolution.Request {
    /// This request, or the same to the root if a singleton that is being built on this thread must not depend on its container.
    ///
    /// A ``ChildContainer`` has no root of its type. Then this stops the program.
    var visible: Self {
        guard manager.isHidden else { return self }
        guard let root = manager.root(of: container) else {
            Failure.childInSingleton(ResolutionStack.path + [step], at: knownCall)
        }
        return directed(to: root)
    }

    /// The same request to the root, from whose point of view a singleton is built.
    var toRoot: Self {
        guard let root = manager.root(of: container) else {
            Failure.singletonInChild(ResolutionStack.path + [step], at: knownCall)
        }
        return directed(to: root)
    }

    private func directed(to root: (container: AnyObject, manager: ContainerManager)) -> Self {
        Self(
            container: root.container,
            manager: root.manager,
            declaration: declaration,
            modification: modification,
            call: call,
            parameter: parameter,
            contribution: contribution
        )
    }

    private var step: PathStep { PathStep(declaration: declaration, container: "\(type(of: container))") }

    private var knownCall: CallSite? { call.isKnown ? call : nil }
}

// What lets a resolution from a child be as short as one from its parent.
extension ContainerManager {
    /// Whether a hit in this child depends only on its slot: neither a parent, nor a singleton that is being built, affects it.
    @inline(never)
    func allowsHitsInChild(_ reference: SlotReference) -> Bool {
        guard flags.isOn(.parent), !flags.isOn([.autoRegistration, .observation]), !isHidden else { return false }
        let slot = reference.slot.takeUnretainedValue()
        // A child that replaces a singleton has an instance of its own.
        let isSingleton = reference.retention.standard == .singleton
        var (replacing, next) = (isSingleton && slot.isReplacing, parent)
        while let parent = next {
            next = parent.manager.parent
            if replacing || parent.manager.flags.isOn(.observation) { return false }
            guard isSingleton, next != nil, let slot = parent.manager.slots.find(slot.declaration) else { continue }
            replacing = slot._withUnsafeGuaranteedRef(\.isReplacing)
        }
        return true
    }

    /// Whether a resolution without modifiers from this child depends at most on the child's slot.
    func isUnaffectedChild(_ declaration: Declaration, isNested: Bool) -> Bool {
        var switches: FastPathFlags.Switches = [.observation, .defaultScope]
        if isNested { switches.insert(.cycles) }
        guard flags.isOn(.parent), !flags.isOn(switches.union(.autoRegistration)), !isHidden else { return false }
        return allParents { parent in
            guard !parent.flags.isOn(switches) else { return false }
            let flags = parent.slots.find(declaration)?._withUnsafeGuaranteedRef(\.currentFlags)
            return flags ?? Slot.Flags(.unspecified) == Slot.Flags(.unspecified)
        }
    }

    /// Whether parents affect neither how a declaration with only a retention is built, nor who observes it.
    func isUnaffectedByParents(_ declaration: Declaration, _ retention: Retention) -> Bool {
        guard flags.isOn(.parent) else { return true }
        return allParents { parent in
            guard !parent.flags.isOn(.observation) else { return false }
            guard let flags = parent.slots.find(declaration)?._withUnsafeGuaranteedRef(\.currentFlags) else {
                return true
            }
            return flags == Slot.Flags(retention) || flags == Slot.Flags(.unspecified)
        }
    }

    private func allParents(_ isTrue: (ContainerManager) -> Bool) -> Bool {
        var next = parent
        while let parent = next {
            guard isTrue(parent.manager) else { return false }
            next = parent.manager.parent
        }
        return true
    }

    /// What outdates constructions of a declaration.
    func generations(of declaration: Declaration) -> any Generation.Source {
        flags.isOn(.parent) ? ChildGeneration(of: declaration, in: self) : self
    }

    /// Makes hits take the slow path if a parent has set something that applies to each of them.
    func noteInheritedModifiers(of declaration: Declaration) {
        guard flags.isOn(.parent), let modifiers = inheritedState(of: declaration)?.modifiers,
            modifiers.timeToLive != nil || modifiers.decorator != nil
        else { return }
        makeSlot(for: declaration).dependOnParents()
    }
}
