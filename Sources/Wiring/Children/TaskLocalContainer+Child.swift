extension TaskLocalContainer {
    /// Creates a child: an empty container that looks up in this container everything that it does not set.
    ///
    /// ```swift
    /// let request = container.child()
    /// request.caller.override { Caller(name: "Ada") }
    /// let log = request.auditLog()
    /// ```
    /// - What the child sets is not visible in this container. What this container sets, before or later, is visible in the
    ///   child, which looks it up when it resolves: overrides, registrations, closures for contexts, modifiers, decorations,
    ///   contributions, installed modules, and settings. The nearest container that has set an override, a registration, a
    ///   modifier or a setting provides it. An override of a parent takes precedence over a registration of the child, as in one
    ///   container. Decorations and contributions of the parent come first; the child's override is not decorated by the
    ///   parent's.
    /// - Instances of the scopes ``Scope/cached``, ``Scope/shared`` and ``Scope/graph``, and of custom scopes that are
    ///   not singleton scopes, are the child's own. An instance that the child stores stays when this container
    ///   changes. If this container replaces or resets a declaration while the child is building its instance, the
    ///   waiting callers get the instance, but the child does not store it.
    /// - Singletons are shared, including those of custom singleton scopes. Their closures resolve from the root, which
    ///   is the outermost parent, so they never see the overrides of a child. If a child overrides, registers or decorates
    ///   the singleton itself, sets a closure for a context, or contributes to a singleton collection, the child has its
    ///   own instance, as if it were cached. Otherwise the scope, the time to live and the hooks of a singleton are the
    ///   root's. Registering and resetting in a child do not affect the singletons of other containers.
    /// - The child runs its own `autoRegister()` before its first use, and does not look up what this container's
    ///   `autoRegister()` set. What a parent has set elsewhere takes precedence over settings and over closures of the same
    ///   kind in the child's `autoRegister()`. An override there still takes precedence over a registration of the parent.
    ///   Registrations that the type's initializer makes are dropped, because this container has them.
    ///
    /// The child has the isolation of this container: the singletons and the context of its test or operation. Changes of
    /// ``FactoryContext/current`` while the child is the shared container apply to the child.
    ///
    /// To make the child the shared container for one operation, call `withChildContainer(changes:operation:)` instead.
    /// The child retains this container. The child and its instances are released when nothing retains the child. A
    /// closure that the child stores and that captures it keeps it alive. If a parent has been started, what was started
    /// for the child stops when the child is released. An `onStart`, `onRun` or `onStop` closure that captures the child,
    /// as `self` in its declaration, keeps it until you call ``ManagedContainer/shutdown()``, or until the parent stops.
    ///
    /// - Returns: The child.
    /// - Precondition: This container has fewer than 200 parents. If a task starts the next task within its own child,
    ///   the last one would keep the children of all tasks before it. In such a task, create the child from the
    ///   ``root``.
    /// - Complexity: O(1) in the number of declarations. The first call also runs this container's `autoRegister()`. Looking
    ///   something up is linear in the number of parents.
    @_specialize(where Self == Container)
    public func child() -> Self {
        let parent = visible
        // The parent's knowledge of whether there is an `autoRegister()` applies to the child.
        parent.manager.registerAutomatically(parent)
        // A `Container` registers nothing in its initializer.
        let child = Self.self == Container.self ? Self() : Self.withoutRegistrations()
        child.manager.becomeChild(of: parent)
        return child
    }

    /// The outermost parent of this container, or this container if it is not a child.
    ///
    /// Within `withChildContainer`, ``SharedContainer/shared`` is the operation's child. Use the root for anything that
    /// may outlive the operation:
    /// ```swift
    /// let session = SessionContainer(parent: Container.shared.root, caller: caller)
    /// ```
    public var root: Self { manager.rootRoute(from: self)?.container as? Self ?? self }

    /// Creates a container, and undoes what its initializer registers. This changes no singletons of others.
    private static func withoutRegistrations() -> Self {
        let container = Isolation(isInheriting: false).withSingletons(Self.init)
        if !container.manager.isUntouched {
            container.manager.reset(options: .all)
            container.manager.change { $0 = ContainerManager.Settings() }
        }
        return container
    }
}

extension ContainerManager {
    /// Makes a new container a child of another of the same type.
    fileprivate func becomeChild(of container: any ManagedContainer) {
        let parent = Parent(container)
        if parent.depth > Parent.maximumDepth {
            Failure.tooManyParents(of: type(of: container), limit: Parent.maximumDepth)
        }
        adopt(parent)
        // A child that the parent's `autoRegister()` creates must not run its own: that would not terminate.
        if !parent.manager.mayRegisterAutomatically || parent.manager.isAutoRegistering {
            disableAutoRegistration()
        }
    }
}

extension ChildContainer {
    /// A declaration of the parent. It is resolved in the parent.
    ///
    /// Changing it, such as by an override, changes the parent. If the parent's declaration is isolated to an actor, write
    /// `session.parent.screen()` on that actor.
    public subscript<F: DeclaredDependency>(dynamicMember declaration: KeyPath<Parent, F>) -> F {
        parent[keyPath: declaration]
    }
}
