extension Scope {
    /// Stands for ``singleton`` of whatever task resolves, in all that is kept of a declaration: the same declaration
    /// is resolved by tasks that have different ones.
    static let currentSingleton = Singleton(.singleton)

    /// This scope as it is kept.
    var kept: Scope { lifetime == .singleton && self === Scope.singleton ? Scope.currentSingleton : self }

    /// This scope as the current task uses it.
    ///
    /// - Parameter isolation: That of the container that resolves, if it was made for one.
    func used(in isolation: IsolationState?) -> Scope {
        guard let singleton = self as? Singleton else { return self }
        return self === Scope.currentSingleton ? Singleton.current(in: isolation) : singleton.own(in: isolation)
    }
}

extension Scope.Singleton {
    /// The singletons that a container resolves with: those of its isolation, or the current task's where that is within the
    /// isolation, which may have bound others.
    ///
    /// - Parameter isolation: That of the container that resolves, if it was made for one.
    @inline(__always)
    static func current(in isolation: IsolationState?) -> Scope.Singleton {
        let current = Scope.singleton.asTaskLocal()
        guard let isolation, isolation.singleton !== current, IsolationState.current !== isolation else {
            return current
        }
        return isolation.singleton
    }
}
