// What a debug build logs, once in a process: what is allowed, but probably a mistake.

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
    }

    /// Those that this process has logged.
    private static let logged = Protected<Set<Notice>>([])

    /// Logs a notice, unless it has been logged before.
    func log(_ notice: Notice, _ text: () -> String) {
        guard Self.logged.withLock({ $0.insert(notice).inserted }) else { return }
        logger(text())
    }

    #if DEBUG
        func logSharedValue(of declaration: Declaration) {
            log(.sharedValue(declaration)) { Failure.text(sharedValue: declaration) }
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
