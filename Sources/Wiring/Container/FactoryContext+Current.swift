extension FactoryContext {
    /// The context of the current task's resolutions.
    ///
    /// It belongs to the task's ``Container/shared`` container. Changes that you make in `withContainer`, in
    /// `Container.$shared.withValue(…)`, or in a test with its own container do not affect anything outside. A
    /// container's context initially describes the process as it was launched. A container that `withContainer` or a
    /// test created uses the context of that operation or test wherever it is used. Within it, that is the current context: that of
    /// another container, if you have made it ``Container/shared``.
    ///
    /// ``setArg(_:forKey:)`` and ``removeArg(forKey:)`` are atomic. An assignment to a property reads the context and writes it
    /// back, so one of two concurrent assignments may be lost.
    public static var current: FactoryContext {
        get { owner.ownContext }
        set { owner.changeContext { $0 = newValue } }
    }

    /// Sets a runtime argument in the ``current`` context, replacing an earlier one with the same key.
    public static func setArg(_ argument: String, forKey key: String) {
        owner.changeContext { $0.runtimeArguments[key] = argument }
    }

    /// Removes a runtime argument from the ``current`` context.
    public static func removeArg(forKey key: String) {
        owner.changeContext { $0.runtimeArguments[key] = nil }
    }

    /// Removes all arguments and variables from the ``current`` context, so that none of them selects a closure.
    ///
    /// Call it at launch if users of your program must not be able to choose mocks:
    /// ```swift
    /// #if !DEBUG
    ///     FactoryContext.ignoreArgumentsAndEnvironment()
    /// #endif
    /// ```
    public static func ignoreArgumentsAndEnvironment() {
        owner.changeContext { ($0.arguments, $0.runtimeArguments, $0.environment) = ([], [:], [:]) }
    }

    /// The manager that stores the current context.
    static var owner: ContainerManager {
        let shared = Container.shared.visible.manager
        guard let override = OwnerOverride.current, override.shared === shared else { return shared }
        return override.owner
    }

    /// Makes a container other than ``Container/shared`` the owner of a task's context.
    struct OwnerOverride: Sendable {
        @TaskLocal static var current: OwnerOverride?

        fileprivate let owner: ContainerManager
        /// The manager of the shared container when this was bound. If another container is bound since, that one is the owner.
        fileprivate let shared = Container.shared.manager

        init(_ owner: ContainerManager) { self.owner = owner }
    }
}

extension ContainerManager {
    /// The context of resolutions from this container: that of its isolation. A task within that isolation, and a container
    /// without one, use the current context. A child uses that of its parent until it sets its own.
    package var context: FactoryContext {
        if let parent { return assignedContext ?? parent.manager.context }
        guard let isolation, IsolationState.current !== isolation else { return FactoryContext.current }
        return isolation.context
    }
}
