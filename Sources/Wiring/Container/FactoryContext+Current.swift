extension FactoryContext {
    /// The context that the current task's resolutions go by.
    ///
    /// It belongs to the container that is ``Container/shared`` in this task: within
    /// `withContainer` and `Container.$shared.withValue(…)`, and in a test with a container of its own, changes stay within. A container's
    /// context is at first that of the process. A container that `withContainer` or a test made uses that
    /// operation's or test's context wherever it is used. ``setArg(_:forKey:)`` and ``removeArg(forKey:)`` are atomic. An assignment
    /// to a part of it reads and writes back the whole, so that of two at once one may be lost.
    public static var current: FactoryContext {
        get { home.ownContext }
        set { home.changeContext { $0 = newValue } }
    }

    /// Sets a runtime argument in the ``current`` context, in place of an earlier one of the same key.
    public static func setArg(_ argument: String, forKey key: String) {
        home.changeContext { $0.runtimeArguments[key] = argument }
    }

    /// Removes a runtime argument from the ``current`` context.
    public static func removeArg(forKey key: String) {
        home.changeContext { $0.runtimeArguments[key] = nil }
    }

    /// Who keeps the current context.
    static var home: ContainerManager {
        let shared = Container.shared.manager
        guard let isolation = ContextIsolation.current, isolation.outer === shared else { return shared }
        return isolation.home
    }
}

extension ContainerManager {
    /// The context that resolutions from this container go by: that of its isolation, or the current task's where that is
    /// within the isolation, or where there is none.
    var context: FactoryContext {
        guard let isolation, IsolationState.current !== isolation else { return FactoryContext.current }
        return isolation.context
    }
}

/// Gives a task the context of another container than ``Container/shared``.
struct ContextIsolation: Sendable {
    @TaskLocal static var current: ContextIsolation?

    fileprivate let home: ContainerManager
    /// The shared container's manager when this was bound. If another is bound within, that one counts.
    fileprivate let outer = Container.shared.manager

    init(home: ContainerManager) { self.home = home }
}
