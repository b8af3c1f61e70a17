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
    /// - Instances of the scopes ``Scope/cached``, ``Scope/shared`` and ``Scope/graph``, and of custom scopes that are not
    ///   singleton scopes, are the child's own. An instance that the child stores stays when this container changes. An instance
    ///   that is being built in the child when this container replaces or resets its declaration goes to its callers, but is not
    ///   kept.
    /// - Singletons are shared, also those of custom singleton scopes. Their closures resolve from the root, which is the
    ///   outermost parent, wherever they run first: overrides of a child do not reach them. If a child replaces a singleton
    ///   itself, it has an instance of its own, as if it were cached. Registering and resetting in a child leave the singletons
    ///   of others alone.
    /// - The child runs its own `autoRegister()` before its first use. What this container's `autoRegister()` set is not looked
    ///   up. What a parent has set otherwise takes precedence over it. What an initializer of the type registers is dropped,
    ///   because this container has it.
    ///
    /// The child has the isolation of this container: the singletons and the context of its test or operation. Changes of
    /// ``FactoryContext/current`` while the child is the shared container apply to the child.
    ///
    /// The child retains this container. It and its instances are released when nothing retains it; a closure that it
    /// stores and that captures it keeps it alive. If a parent has been started, an instance with `onStart`, `onRun` or `onStop`
    /// stays until the child's ``ManagedContainer/shutdown()``, or until the parent stops. To make it the shared container for
    /// one operation, call `withChildContainer(changes:operation:)`.
    ///
    /// - Returns: The child.
    /// - Precondition: This container has fewer than 200 parents. A task that starts the next one within its own child would
    ///   keep the children of all tasks before it. Create the child from the ``root`` there.
    /// - Complexity: O(1) in the number of declarations. The first call also runs this container's `autoRegister()`. Looking
    ///   something up is linear in the number of parents.
    public func child() -> Self {
        let parent = visible
        // The parent's knowledge of whether there is an `autoRegister()` applies to the child.
        parent.manager.registerAutomatically(parent)
        // A `Container` registers nothing in its initializer.
        let child = Self.self == Container.self ? Self() : Self.withoutRegistrations()
        child.manager.becomeChild(of: parent)
        return child
    }

    /// The container that this one descends from, through any number of children; this container if it is no child.
    ///
    /// Within `withChildContainer`, ``SharedContainer/shared`` is the child of the operation. Use its root for what may outlive the
    /// operation:
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
        let parent = Parent(container, isOfOtherType: false)
        if parent.depth > Parent.maximumDepth {
            Failure.tooManyParents(of: type(of: container), limit: Parent.maximumDepth)
        }
        adopt(parent)
        // A child that the parent's `autoRegister()` creates must not run its own: that would not terminate.
        if !parent.manager.mayRegisterAutomatically || parent.manager.isAutoRegistering {
            flags.turn(.autoRegistration, on: false)
        }
    }
}
