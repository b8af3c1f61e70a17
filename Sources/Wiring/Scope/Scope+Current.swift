extension Scope {
    /// Stands for ``singleton`` of whatever task resolves, in all that is kept of a declaration: the same declaration
    /// is resolved by tasks that have different ones.
    static let currentSingleton = Singleton()

    /// This scope as it is kept.
    var kept: Scope { lifetime == .singleton && self === Scope.singleton ? Scope.currentSingleton : self }

    /// This scope as it is used by the current task.
    var used: Scope {
        guard let singleton = self as? Singleton else { return self }
        return self === Scope.currentSingleton ? Scope.singleton.asTaskLocal() : singleton.own
    }

    /// What a singleton scope, the current task's for instance, keeps of a declaration. It is there as long as the task
    /// has that scope.
    func singletons(of declaration: Declaration) -> Unmanaged<Instances>? {
        (used as? Singleton)?.instances.find(declaration)
    }
}
