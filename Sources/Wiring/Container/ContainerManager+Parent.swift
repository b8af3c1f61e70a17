extension ContainerManager {
    /// The container in which a child looks up everything that it does not set.
    ///
    /// The child's slots hold only what the child sets and stores. The switch `parent` sends its resolutions to the
    /// slow path, where ``ContainerManager/state(of:)`` merges the states of the slots, unless the parents cannot
    /// affect the resolution: see `Resolution+Children.swift`.
    package final class Parent: Sendable {
        package let container: any ManagedContainer
        package let manager: ContainerManager
        /// The child's type, if it is a ``ChildContainer``, whose declarations the parent does not have.
        private let otherType: AnyObject.Type?
        /// How many parents the child has.
        let depth: Int

        /// The largest depth. What a child looks up is linear in it, and some of it is looked up recursively.
        static let maximumDepth = 200

        /// Whether the child is a ``ChildContainer``.
        var isOfOtherType: Bool { otherType != nil }
        var childType: AnyObject.Type { otherType ?? type(of: container) }

        /// - Parameter otherType: The child's type, if it is a ``ChildContainer``.
        init(_ container: any ManagedContainer, otherType: AnyObject.Type? = nil) {
            self.container = container
            manager = container.manager
            self.otherType = otherType
            depth = (manager.parent?.depth ?? 0) + 1
        }
    }

    /// Whether it has a parent.
    var isChild: Bool { flags.isOn(.parent) }

    package var parent: Parent? { unretainedParent?.object }

    // SAFETY: A parent is never replaced.
    var unretainedParent: Borrowed<Parent>? { isChild ? lazyParent.unretained : nil }

    /// Whether this is a child of a container of its type, and no ``ChildContainer``.
    package var isChildOfSameType: Bool { parent?.isOfOtherType == false }

    /// Makes this container a child, unless it was created for an isolation. The first call counts.
    func adopt(_ parent: Parent) {
        guard lazyIsolation.unretained == nil else { return }
        let isFirst = lazyParent.object { parent } === parent
        slots.own.entries.forEach { $0.belong(to: parent.manager.isolation) }
        flags.turn(.parent, on: true)
        if isFirst { note(.childMade) }
    }

    /// Makes a ``ChildContainer`` a child of its parent, before its first use.
    package func findParent(of container: AnyObject) {
        guard flags.isOn(.autoRegistration), parent == nil, type(of: container) != Container.self,
            let child = container as? any ChildContainer
        else { return }
        let parent = child.parent
        parent.manager.findParent(of: parent)
        adopt(Parent(parent, otherType: type(of: container)))
        if isBuiltForDebugging { parent.manager.remember(self, type(of: container)) }
    }

    /// Releases the instances of a child that has ended, also those that ``push()`` saved.
    private func releaseInstances() {
        if isBuiltForDebugging { logOutlivingChildren() }
        generation.change { slots.changeAll { _ = $0.clearInstances(.everything) } }
        if existingState != nil { clearSavedInstances() }
        note(.childEnded)
    }

    /// Whether an instance that is built from now on may be kept.
    var keepsInstances: Bool { !flags.isOn(.ended) }

    /// The numbers of this container and its parents.
    package var numbers: [UInt64] { [number] + parents.map(\.manager.number) }

    /// The parents, the nearest first.
    package var parents: some Sequence<Parent> {
        sequence(state: self) { manager in
            guard let parent = manager.parent else { return nil }
            manager = parent.manager
            return parent
        }
    }

    /// Whether this is a child that has ended, or a child of one.
    package var hasEnded: Bool { flags.isOn(.ended) || parent?.manager.hasEnded ?? false }

    /// Whether a predicate is true of all parents, the nearest first.
    @inline(__always)
    func allParents(_ isTrue: (ContainerManager) -> Bool) -> Bool {
        var next = unretainedParent
        // SAFETY: A child retains its parent, which retains its manager. They are not retained here: that would cost more than
        // the rest.
        while let parent = next {
            let manager = parent.with { Borrowed($0.manager) }
            guard manager.with(isTrue) else { return false }
            next = manager.with { $0.unretainedParent }
        }
        return true
    }

    /// Whether no parent affects a declaration: none has turned on one of some switches, and the slot of each, if it has one, allows it.
    func parentsAllow(
        _ declaration: Declaration,
        without switches: FastPathFlags.Switches,
        _ isAllowed: (Borrowed<Slot>) -> Bool
    ) -> Bool {
        allParents { !$0.flags.isOn(switches) && $0.slots.find(declaration).map(isAllowed) ?? true }
    }

    // MARK: - What a child looks up

    /// The state that this container and its parents set for a declaration; `nil` if they set nothing.
    ///
    /// It excludes what the parents' `autoRegister()`s set, because a child runs its own.
    ///
    /// - Parameter automatic: What the container's own `autoRegister()` set, if that counts.
    func state(of declaration: Declaration, over automatic: AutomaticRegistration?) -> SlotState? {
        // SAFETY: The manager retains its slots.
        let slot = slots.find(declaration)?.object
        let own = slot.map { $0.current.with(automatic?.layer(of: $0)) }
        guard let inherited = inheritedState(of: declaration) else { return own }
        return (own ?? SlotState()).overlaying(inherited)
    }

    /// The state that the parents set for a declaration.
    func inheritedState(of declaration: Declaration) -> SlotState? { parent?.manager.state(of: declaration, over: nil) }

    /// The contexts that closures were set for in this container and its parents. Runs `autoRegister()` if it has yet to run.
    ///
    /// - Parameter countsAutomatic: Whether what the container's own `autoRegister()` set counts.
    package func contexts(
        of container: AnyObject,
        countsAutomatic: Bool = true
    ) -> [(declaration: Declaration, contexts: [FactoryContextType])] {
        let automatic = countsAutomatic ? automaticRegistration(of: container) : nil
        // A parent of another type resolves its declarations itself.
        let inherited = parent.map { $0.manager.contexts(of: $0.container, countsAutomatic: $0.isOfOtherType) } ?? []
        let own = slots.entries.map { ($0.declaration, $0.current.with(automatic?.layer(of: $0)).modifiers.contexts) }
        return inherited + own
    }

    /// The contributions to a declaration in this container and its parents. Those of the parents' `autoRegister()`s do not count.
    ///
    /// - Parameter automatic: What the container's own `autoRegister()` set, if that counts.
    package func contributions(to declaration: Declaration, over automatic: AutomaticRegistration?) -> [Contribution] {
        let explicit = explicitContributions(to: declaration)
        // SAFETY: The manager retains its slots.
        guard let automatic, let slot = slots.find(declaration)?.object else { return explicit }
        return explicit.overlaying(automatic.layer(of: slot)?.contributions ?? [])
    }

    /// Those outside of `autoRegister()`.
    private func explicitContributions(to declaration: Declaration) -> [Contribution] {
        let own = slots.find(declaration)?.with(\.explicitContributions) ?? []
        return parent.map { own.overlaying($0.manager.explicitContributions(to: declaration)) } ?? own
    }

    /// The settings of this container and its parents. A setting comes from the nearest container that assigned it.
    package var currentSettings: Settings { ownSettings.overlaying(parent?.manager.currentSettings) }

    /// The contributions to a collection, or those of the root if a singleton under construction must not depend on the container.
    package func contributions(to declaration: Declaration, in container: AnyObject) -> [Contribution] {
        let route = route(from: container) ?? Route(container: container, manager: self)
        let automatic = route.manager.automaticRegistration(of: route.container)
        return route.manager.contributions(to: declaration, over: automatic)
    }

    /// A container as its copies know it. It lives as long as the container, or a copy that was made of it.
    ///
    /// Descendants of copies refer to it weakly, and nothing does to the manager, because an object with weak references is slower to
    /// retain.
    final class Lineage: Sendable {
        /// The containers that it descends from, of which some may be gone. Those that were gone at the beginning are left out, so that the
        /// lineages of a chain of tasks that each start the next do not grow.
        let ancestors: [Weak<Lineage>]

        /// The lineage of a copy or a child, or of a container that inherits nothing.
        init(descendantOf parent: Lineage?) {
            ancestors = parent.map { ($0.ancestors + [Weak($0)]).filter { $0.object != nil } } ?? []
        }

        func isOrDescends(from other: Lineage) -> Bool { self === other || ancestors.contains { $0.object === other } }
    }

    /// What this container's copies descend from.
    private var lineage: Lineage {
        lazyState.lineage.object { Lineage(descendantOf: inheritedLineage.made ?? parent?.manager.lineage) }
    }

    /// Records that this container is a copy of another.
    func inheritLineage(from other: ContainerManager) { _ = inheritedLineage.object { other.lineage } }

    /// Whether this container is another one, or a descendant of it.
    func isOrDescends(from other: ContainerManager) -> Bool {
        if self === other || parent?.manager.isOrDescends(from: other) ?? false { return true }
        guard let lineage = other.existingState?.lineage.made else { return false }
        return inheritedLineage.made?.isOrDescends(from: lineage) ?? false
    }

    /// The container that a request to a container goes to. This file alone knows which it is:
    ///
    /// - A ``ChildContainer`` finds its parent before its first use. Only then is it known to be a child.
    /// - While a singleton is under construction, a child that existed before cannot be seen: the singleton outlives it. The root
    ///   resolves instead, which is the outermost container of the child's type.
    /// - A singleton is resolved from the root, unless the child, or a parent that is a child, replaces it. Then the child stores
    ///   an instance of its own, as if it were cached.
    package struct Route {
        let container: AnyObject
        let manager: ContainerManager

        /// Where the instance of a declaration with a singleton scope is stored.
        enum Singleton {
            /// In its scope, which this container has.
            case scope
            /// In the scope of the root, which resolves it.
            case root
            /// In the child, as if it were cached.
            case child
        }
    }

    /// Whether requests are resolved from this container as things stand. If not, ``findParent(of:)`` and ``route(from:)`` find
    /// out.
    ///
    /// - Parameter switches: What else must be off. They are read at once.
    @inline(__always)
    func isDestination(without switches: FastPathFlags.Switches) -> Bool {
        !flags.isOn(switches | .autoRegistration) && !isHidden
    }

    /// Whether this child existed before the construction of a singleton began on this thread or in this task.
    @inline(__always)
    var isHidden: Bool {
        guard isChild else { return false }
        return number < ResolutionStack.singletonStart || ProcessCount.runningSingletons.current != 0 && isHiddenInTask
    }

    @inline(never)
    private var isHiddenInTask: Bool { number < AsyncStep.current?.singletonStart ?? 0 }

    /// Where a request goes; `nil` if it goes to the root, and there is none.
    func route(from container: AnyObject) -> Route? {
        isHidden ? rootRoute(from: container) : Route(container: container, manager: self)
    }

    /// Where a request to the root goes; `nil` if this is a ``ChildContainer``, whose type has no root.
    func rootRoute(from container: AnyObject) -> Route? {
        guard let parent else { return Route(container: container, manager: self) }
        return parent.isOfOtherType ? nil : parent.manager.rootRoute(from: parent.container)
    }

    /// This manager, or that of the root if this child cannot be seen: see ``ManagedContainer/visible``.
    var visible: ContainerManager { route(from: self)?.manager ?? self }

    /// Where the instance of a declaration with a singleton scope is stored.
    func singletonRoute(for declaration: Declaration) -> Route.Singleton {
        guard isChild else { return .scope }
        return isReplacedInChild(declaration) ? .child : .root
    }

    /// Whether this child, or one of its parents that is a child, replaces a declaration of the root.
    func isReplacedInChild(_ declaration: Declaration) -> Bool {
        replaces(declaration) || !allParents { !$0.replaces(declaration) }
    }

    @inline(__always)
    private func replaces(_ declaration: Declaration) -> Bool {
        isChild && slots.find(declaration)?.with(\.isReplacing) ?? false
    }
}

extension ManagedContainer {
    /// This container, or the root if this child cannot be seen. A ``ChildContainer`` has no root, and is itself.
    package var visible: Self {
        let manager = manager
        return manager.isHidden ? manager.rootRoute(from: self)?.container as? Self ?? self : self
    }
}

// Apart from the parents, which each program looks through: see `Isolation+Async.swift`.

extension ContainerManager {
    /// What may have something to stop when this child, which has ended, releases its instances.
    private var followerAtEnd: (any ContainerFollower)? {
        (nearestFollower ?? childFollowers.first).flatMap { $0.mayStop(self) ? $0 : nil }
    }

    /// Ends the operation of a child, and begins to stop what follows its instances, unless a closure still keeps the child.
    func endOperation() { if endsWithOperation() { beginEnd() } }

    /// Ends the operation of a child, when what follows its instances has stopped, unless a closure still keeps the child.
    func endAsyncOperation() async { if endsWithOperation() { await endWhenStopped() } }

    // An instance that is built from now on goes to its callers, but is not kept. The flag is turned on before the instances are
    // released, so that a construction that does not see it is outdated.

    /// Ends the child, and begins to stop what follows its instances.
    package func beginEnd() {
        flags.turn(.ended, on: true)
        if let follower = followerAtEnd {
            // Before the instances are released: their end is no drop.
            self.follower?.beginEnd()
            AsyncStep.outside { _ = Task { await follower.endAll(of: self) } }
        }
        releaseInstances()
    }

    /// Ends the child, when what follows its instances has stopped.
    package func endWhenStopped() async {
        flags.turn(.ended, on: true)
        if let follower = followerAtEnd { await follower.endAll(of: self) }
        releaseInstances()
    }

    // MARK: - Closures that keep a child

    /// Notes that the operation of a child has ended.
    ///
    /// - Returns: Whether the child ends with it, because no closure keeps it.
    private func endsWithOperation() -> Bool {
        #if DEBUG
            noteEndOfOperation()
        #endif
        // No closure keeps a child without this state.
        return existingState == nil || stopKeeping()
    }

    /// Keeps this container after its operation, if it is a child that has not ended. Balanced with `stopKeeping()`.
    package func keepAfterOperation() -> Bool {
        isChild
            && lazyState.holders.withLock { count in
                if count > 0 { count += 1 }
                return count > 0
            }
    }

    /// - Returns: Whether the child ends now.
    package func stopKeeping() -> Bool {
        lazyState.holders.withLock { count in
            count -= 1
            return count == 0
        }
    }
}
