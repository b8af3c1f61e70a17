// What is logged once in a process, or once for a container, mostly by a debug build: what is allowed, but probably a mistake.

extension ContainerManager {
    enum Notice: Hashable {
        /// A singleton uses the root's value of a declaration that a child has replaced.
        case replacedInChild(Declaration, singleton: Declaration)
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
    }

    /// Those that this process has logged.
    private static let logged = Protected<Set<Notice>>([])

    /// Logs a notice, unless it has been logged before.
    func log(_ notice: Notice, _ text: () -> String) {
        guard Self.logged.withLock({ $0.insert(notice).inserted }) else { return }
        logger(text())
    }

    /// The types that have been looked up, each as the product of a declaration that stands for all. It is searched without a lock.
    private static let knownTypes = DeclarationTable<Instances>()

    /// Logs that a type of a declaration exists twice in this process, if this is the copy that is found second.
    ///
    /// A module that is linked into two images, for example a program and a plug-in, has its types twice. What one image sets about a
    /// declaration of the module is then about another declaration than the one that the other image resolves.
    func logTypesThatExistTwice(_ declaration: Declaration, in container: AnyObject) {
        let step = PathStep(declaration: declaration, container: type(of: container), number: number)
        logIfItExistsTwice(declaration.product, of: step)
        logIfItExistsTwice(step.containerType, of: step)
        if declaration.parameter != Void.self { logIfItExistsTwice(declaration.parameter, of: step) }
    }

    private func logIfItExistsTwice(_ type: any Any.Type, of step: PathStep) {
        let key = Declaration(Declaration.modules.site, product: type)
        // The thread that inserts the type looks it up.
        guard Self.knownTypes.find(key) == nil, Self.knownTypes.insert(Instances(key)) != nil, existsTwice(type) else {
            return
        }
        logger(Failure.text(of: step, changedInOneImage: type))
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
                for (declaration, operation) in ended { parent.manager.makeSlot(for: declaration).note(operation) }
            }
        }
    #endif

    /// A ``ChildContainer`` of a child.
    struct TypedChild: Sendable {
        fileprivate weak let manager: ContainerManager?
        fileprivate let type: AnyObject.Type
    }

    /// Remembers a child of this container, if this is a child itself.
    func remember(_ child: ContainerManager, _ type: AnyObject.Type) {
        guard parent != nil else { return }
        lazyState.typedChildren.withLock { $0 = $0.suffix(15) + [TypedChild(manager: child, type: type)] }
    }

    /// Logs which children outlive the operation of this one, which has ended.
    func logOutlivingChildren() {
        guard let parent, let children = existingState?.typedChildren.withLock({ $0 }) else { return }
        // A child that nothing else has any longer is released here, without a lock.
        for child in children where child.manager != nil {
            log(.outlivesParent(ObjectIdentifier(child.type))) {
                Failure.text(outlivingItsParent: child.type, parent: type(of: parent.container))
            }
        }
    }
}

/// Whether another type has this type's name, and is found first: that of the image that was loaded first.
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
