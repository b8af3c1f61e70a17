extension Resolution.Request {
    /// Logs, in a debug build, that a singleton uses the root's value of a dependency that a child has replaced.
    ///
    /// - Parameter routed: This request, as it is resolved.
    func logNotice(_ routed: Self) {
        guard isBuiltForDebugging, routed.manager !== manager, manager.isReplacedInChild(declaration),
            let singleton = ResolutionStack.singleton
        else { return }
        manager.log(.replacedInChild(declaration, singleton: singleton.declaration)) {
            Failure.text(of: singleton, usingRootsValueOf: step, ResolutionStack.path + [step])
        }
    }
}
