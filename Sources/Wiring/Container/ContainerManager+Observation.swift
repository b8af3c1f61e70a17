import WiringThread

extension ContainerManager {
    /// The observers of this container, and of its parents.
    package var observers: [any ContainerObserver] { currentSettings.observers }

    /// Tells observers of a change, which has been made. No lock is held.
    @inline(__always)
    package func note(_ change: @autoclosure () -> ObservedChange) { if areChangesObserved { tell(change()) } }

    /// Whether an observer of this container, or of a parent, observes changes.
    @inline(never)
    package var areChangesObserved: Bool { isOnHereOrInParents(.changes) }

    /// Whether an observer of this container, or of a parent, observes resolutions.
    var areResolutionsObserved: Bool { isOnHereOrInParents(.observation) }

    /// Whether a ``ContainerObserver`` of this container, or of a parent, observes failures. ``failureObserver`` is not one.
    package var areFailuresObserved: Bool { isOnHereOrInParents(.failures) }

    private func isOnHereOrInParents(_ switches: FastPathFlags.Switches) -> Bool {
        flags.isOn(switches) || !allParents { !$0.flags.isOn(switches) }
    }

    /// Tells the observers of some events of a change.
    @inline(never)
    package func tell(_ change: ObservedChange, observersOf events: ObservedResolution.Events = .changes) {
        let container = (number: number, type: parent?.childType)
        for observer in observers(in: currentSettings, of: events) { observer.note(change, of: container) }
    }

    /// The observers of some events. Removes those that have ended.
    func observers(in settings: Settings, of events: ObservedResolution.Events) -> [any ContainerObserver] {
        guard !settings.observers.isEmpty else { return [] }
        if settings.observers.contains(where: \.hasEnded) {
            for manager in [self] + parents.map(\.manager) {
                // The replaced settings are released here, after unlocking.
                _ = manager.change { $0.observers.removeAll(where: \.hasEnded) }
            }
        }
        return settings.observers.filter { !$0.hasEnded && !$0.events.isDisjoint(with: events) }
    }

    /// What was set about a declaration in this container outside `autoRegister()`.
    package func layerSetOutside(of declaration: Declaration) -> SlotState.Layer? {
        slots.find(declaration)?.object.current.explicit
    }

    /// What was set about each declaration in this container outside `autoRegister()`, and by it.
    ///
    /// - Parameter isOwn: Whether to leave out what this container, a copy, has yet to take over.
    package func layers(
        sinceCopy isOwn: Bool = false
    ) -> [(dependency: Declaration, layer: SlotState.Layer, isAutomatic: Bool)] {
        let automatic = currentRegistration
        return (isOwn ? slots.own.entries : slots.entries).flatMap { slot in
            let own = (slot.declaration, slot.current.explicit, false)
            return automatic?.layer(of: slot).map { [own, (slot.declaration, $0, true)] } ?? [own]
        }
    }
}

extension ObservedResolution.Replacement {
    /// The closure of a part; `nil` for any other contribution.
    package convenience init?(_ contribution: Contribution) {
        guard let (stored, collection) = contribution.closure else { return nil }
        self.init(dependency: contribution.declaration, collection: collection, kind: .contribution, stored: stored)
    }
}

/// What follows the stored instances of a container, until it has stopped.
package protocol ContainerFollower: AnyObject, Sendable {
    /// Admits an instance that was built or found.
    ///
    /// - Parameters:
    ///   - instance: Stored strongly.
    ///   - type: Its type.
    ///   - modifiers: Those that apply to it.
    ///   - isKept: Whether a scope keeps it.
    ///   - scope: The singleton scope that stores it, if one does.
    ///   - hasEnded: Whether its container is a child that has ended.
    func admit(
        _ handle: FollowerHandle,
        of instance: StoredInstance,
        _ type: any Any.Type,
        _ modifiers: Modifiers,
        isKept: Bool,
        storedIn scope: Scope.Singleton?,
        unless hasEnded: () -> Bool
    )

    /// Begins to stop, because the container, a child, has ended. What it has released is then no drop.
    func beginEnd()

    /// Whether there is something to stop when a child ends. Once it has ended, nothing more comes.
    func mayStop(_ child: ContainerManager) -> Bool

    /// Stops the instances of a child and of its own children, whichever follower has them.
    func endAll(of child: ContainerManager) async
}

extension ContainerManager {
    /// What follows the instances of the container; `nil` if nothing does.
    package var follower: (any ContainerFollower)? { existingState?.follower.withLock { $0 } }

    /// What follows those of the container, or else of the nearest parent for which something does.
    package var nearestFollower: (any ContainerFollower)? { follower ?? parent?.manager.nearestFollower }

    /// Those of children, and of their children.
    package var childFollowers: [any ContainerFollower] { existingState?.childFollowers.withLock { $0 } ?? [] }
}

// What is logged once in a process, or once for a container, mostly by a debug build: what is allowed, but probably a mistake.

extension ContainerManager {
    enum Notice: Equatable {
        /// A singleton uses the root's value of a declaration that a child has replaced.
        case replacedInChild(Declaration, singleton: Declaration)
        /// A child has set hooks of a singleton, which has those of the root.
        case hooksOfChild(Declaration)
        /// A ``ChildContainer`` outlives the operation of its parent.
        case outlivesParent(ObjectIdentifier)
        /// A factory is stored in a global variable.
        case storedGlobally(Declaration)
        /// An instance with the scope `.shared` is a value, which the scope does not keep.
        case sharedValue(Declaration)
        /// An argument of the program that selects nothing has almost the name of one that a declaration has a closure for.
        case misspeltArgument(String)
        /// A declaration was resolved from a container, by its number, after an operation whose child had set something about it.
        case afterOperation(Declaration, container: UInt64)
        /// A type exists twice, and a declaration of its later copy is changed.
        case changedInOneImage(ObjectIdentifier)
        /// A declaration is resolved, and what is set for it in another image has no effect.
        case setInAnotherImage(Declaration)
    }

    /// Those that this process has logged. No set, because few are, and a set would make each program larger.
    private static let logged = Protected<[Notice]>([])

    /// Logs a notice, unless it has been logged before.
    func log(_ notice: Notice, _ text: () -> String) {
        let isNew = Self.logged.withLock { logged in
            guard !logged.contains(notice) else { return false }
            logged.append(notice)
            return true
        }
        if isNew { logger(text()) }
    }

    /// Whether several images may share this library: it is not a part of the program, but a dynamic library itself.
    static let isShared = !wiring_is_in_program()

    /// The types that have been looked up, each as the product of a declaration that stands for all. They are searched without a lock.
    private static let knownTypes = DeclarationTable<Instances>()
    /// Those of them of which another copy is found first.
    private static let laterCopies = DeclarationTable<Instances>()

    /// Whether another type has this type's name, and is found first: that of the image that was loaded first.
    private static func isLaterCopy(_ type: any Any.Type) -> Bool {
        let key = Declaration(Declaration.modules.site, product: type)
        guard knownTypes.find(key) == nil else { return laterCopies.find(key) != nil }
        // Several threads may look it up at once.
        if existsTwice(type) { _ = laterCopies.insert(Instances(key)) }
        _ = knownTypes.insert(Instances(key))
        return laterCopies.find(key) != nil
    }

    /// Logs that a type of a declaration exists twice in this process, if this is the copy that is found second.
    ///
    /// A module that is linked into two images, for example a program and a plug-in, has its types twice. What one image sets about a
    /// declaration of the module is then about another declaration than the one that the other image resolves.
    func logTypesThatExistTwice(_ declaration: Declaration, in container: AnyObject) {
        func logIfItExistsTwice(_ type: any Any.Type) {
            guard Self.isLaterCopy(type) else { return }
            log(.changedInOneImage(ObjectIdentifier(type))) {
                Failure.text(of: PathStep(declaration, of: container, self), withTypeInTwoImages: type, isChange: true)
            }
        }
        logIfItExistsTwice(declaration.product)
        logIfItExistsTwice(type(of: container))
        if declaration.parameter != Void.self { logIfItExistsTwice(declaration.parameter) }
    }

    /// Logs that what is set for a declaration in another image has no effect, if this declaration is the copy that is found second.
    ///
    /// It is called where a slot is made, so that a hit does not pay for it. A debug build also calls it where there is no slot.
    func logIfSetInAnotherImage(_ declaration: Declaration, in container: AnyObject) {
        guard let type = [declaration.product, declaration.parameter].first(where: Self.isLaterCopy) else { return }
        guard hasOtherCopy(of: declaration) || !allParents({ !$0.hasOtherCopy(of: declaration) }) else { return }
        log(.setInAnotherImage(declaration)) {
            Failure.text(of: PathStep(declaration, of: container, self), withTypeInTwoImages: type, isChange: false)
        }
    }

    /// Whether something is set for a declaration that differs from another only in the copy of a type.
    private func hasOtherCopy(of declaration: Declaration) -> Bool {
        slots.entries.contains { slot in
            let other = slot.declaration
            return other.site == declaration.site && other != declaration
                && _mangledTypeName(other.product) == _mangledTypeName(declaration.product)
                && _mangledTypeName(other.parameter) == _mangledTypeName(declaration.parameter)
                && !slot.current.isEmpty(.registration)
        }
    }

    #if DEBUG
        func logSharedValue(of declaration: Declaration) {
            log(.sharedValue(declaration)) { Failure.text(sharedValue: declaration) }
        }

        /// The arguments that the declarations have closures for that this process has looked at.
        private static let knownArguments = Protected<Set<String>>([])

        /// Logs which arguments of the program are probably misspelt. Compares each argument that a declaration has a closure for
        /// once, when the first such declaration is resolved.
        ///
        /// - Parameters:
        ///   - contexts: The contexts that the declaration has closures for.
        ///   - step: The declaration.
        ///   - container: The container that it is resolved from.
        func logMisspeltArguments(_ contexts: [FactoryContextType], of step: PathStep, in container: AnyObject) {
            let expected = Set(contexts.compactMap(\.argument))
            guard !expected.isEmpty else { return }
            let known = Self.knownArguments.withLock { known -> Set<String>? in
                guard !expected.isSubset(of: known) else { return nil }
                defer { known.formUnion(expected) }
                return known
            }
            guard let known else { return }
            let context = context
            let given = Set(context.arguments.dropFirst() + context.runtimeArguments.values)
            for argument in given.subtracting(known).subtracting(expected) {
                guard let nearest = expected.subtracting(known).subtracting(given).nearest(to: argument, limit: 2),
                    !self.contexts(of: container).contains(where: { $0.contexts.contains(.arg(argument)) })
                else { continue }
                log(.misspeltArgument(argument)) { Failure.text(of: argument, misspelling: nearest, of: step) }
            }
        }

        /// Remembers in the parents what this child has set, when its operation ends in a task.
        func noteEndOfOperation() {
            guard let task = EndedOperation.currentTask else { return }
            let ended = slots.entries.compactMap { slot in
                slot.current.endedOperation(of: task, in: context).map { (slot.declaration, $0) }
            }
            guard !ended.isEmpty else { return }
            for parent in parents {
                // A parent of another type has none of the declarations.
                guard !parent.isOfOtherType else { return }
                for (declaration, operation) in ended {
                    let slot = parent.manager.makeSlot(for: declaration)
                    parent.manager.preserve(declaration)
                    slot.note(operation)
                }
            }
        }
    #endif

    /// Remembers a child of this container, if this is a child itself.
    func remember(_ child: ContainerManager, _ type: AnyObject.Type) {
        guard isChild else { return }
        lazyState.typedChildren.withLock { $0 = $0.suffix(15) + [(Weak(child), type)] }
    }

    /// Logs which children outlive the operation of this one, which has ended.
    func logOutlivingChildren() {
        guard let parent, let children = existingState?.typedChildren.withLock({ $0 }) else { return }
        // A child that nothing else has any longer is released here, without a lock.
        for child in children where child.manager.object != nil {
            log(.outlivesParent(ObjectIdentifier(child.type))) {
                Failure.text(outlivingItsParent: child.type, parent: type(of: parent.container))
            }
        }
    }
}

/// Whether another type has this type's name, and is found first.
///
/// It is false for a private type, which cannot be found by its name.
private func existsTwice(_ type: any Any.Type) -> Bool {
    guard let name = _mangledTypeName(type) else { return false }
    // A function that takes an autoclosure has the name of one that takes a closure, with `XE`, and is found as that. Searching a
    // string for another would add the module of regular expressions to each static program.
    let pairs = zip(name.utf8, name.utf8.dropFirst())
    let mayTakeAutoclosure = pairs.contains { $0 == UInt8(ascii: "X") && $1 == UInt8(ascii: "E") }
    guard !mayTakeAutoclosure, let first = _typeByName(name) else { return false }
    return first != type
}
