extension Scope {
    /// This scope as a container stores it.
    var stored: Scope { kind == .singleton && self === Scope.singleton ? Scope.singletonPlaceholder : self }

    /// This scope as the current task uses it.
    ///
    /// - Parameter isolation: The isolation that the resolving container was created for, if there is one.
    func used(in isolation: IsolationState?) -> Scope {
        guard kind == .singleton, let singleton = self as? Singleton else { return self }
        return self === Scope.singletonPlaceholder
            ? Singleton.current(in: isolation) : singleton.counterpart(in: isolation)
    }
}

extension Scope.Singleton {
    /// The singletons that a container resolves with: those of its isolation. A task within that isolation uses its own, because
    /// others may be bound there.
    ///
    /// - Parameter isolation: The isolation that the resolving container was created for, if there is one.
    @inline(__always)
    static func current(in isolation: IsolationState?) -> Scope.Singleton {
        let current = Scope.singleton.markedAsUsedDirectly()
        guard let isolation, isolation.singleton !== current, IsolationState.current !== isolation else {
            return current
        }
        return isolation.singleton
    }
}
