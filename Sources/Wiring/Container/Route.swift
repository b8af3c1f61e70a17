extension ContainerManager {
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
}

extension ContainerManager {
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
    fileprivate var isHidden: Bool {
        guard flags.isOn(.parent) else { return false }
        return number < ResolutionStack.singletonStart || AsyncStep.isAnySingleton && isHiddenInTask
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

    /// Where the instance of a declaration with a singleton scope is stored.
    func singletonRoute(for declaration: Declaration) -> Route.Singleton {
        guard flags.isOn(.parent) else { return .scope }
        return isReplacedInChild(declaration) ? .child : .root
    }

    /// Whether this child, or one of its parents that is a child, replaces a declaration of the root.
    func isReplacedInChild(_ declaration: Declaration) -> Bool {
        guard flags.isOn(.parent) else { return false }
        func replaces(_ manager: ContainerManager) -> Bool {
            manager.flags.isOn(.parent)
                && manager.slots.find(declaration)?.with(\.isReplacing) ?? false
        }
        return replaces(self) || !allParents { !replaces($0) }
    }
}

extension ManagedContainer {
    /// This container, or the root if this child cannot be seen. A ``ChildContainer`` has no root, and is itself.
    package var visible: Self {
        let manager = manager
        return manager.isHidden ? manager.rootRoute(from: self)?.container as? Self ?? self : self
    }
}
