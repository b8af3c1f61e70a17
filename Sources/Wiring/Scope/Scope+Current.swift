extension Scope {
    /// Stands for ``singleton`` of whatever task resolves, in all that is kept of a declaration: the same declaration
    /// is resolved by tasks that have different ones.
    static let currentSingleton = Singleton(.singleton)

    /// This scope as it is kept.
    var kept: Scope { lifetime == .singleton && self === Scope.singleton ? Scope.currentSingleton : self }

    /// This scope as it is used by the current task.
    var used: Scope {
        guard let singleton = self as? Singleton else { return self }
        return self === Scope.currentSingleton ? Scope.singleton.asTaskLocal() : singleton.own
    }
}
