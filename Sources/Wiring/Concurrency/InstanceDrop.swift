/// Why a scope has dropped instances.
struct InstanceDrop: Sendable {
    /// What has happened, such as "`reset(.scope)` was called".
    let cause: String
    /// Where, if the call says so.
    var call: CallSite?

    static var expiry: Self { Self(cause: "its time to live had passed") }
    static var changeOfScope: Self { Self(cause: "another scope applies") }
    static var stop: Self { Self(cause: "an instance that it was built with has stopped") }
    static var shutdown: Self { Self(cause: "the container that had started it was shut down") }

    /// Makes a change that may drop instances, and lets those that have hooks know the cause before they stop.
    ///
    /// - Parameter instances: Those that the change may affect. Not called if nothing has been started.
    static func noting<Result>(
        _ drop: @autoclosure () -> Self,
        in instances: @autoclosure () -> [Instances],
        _ change: () -> Result
    ) -> Result {
        guard AnyLifecycleNode.isAnyStarted else { return change() }
        return note(drop(), in: instances(), change)
    }

    @inline(never)
    private static func note<Result>(_ drop: Self, in instances: [Instances], _ change: () -> Result) -> Result {
        // They are released at the end, and stop then.
        let before = instances.flatMap(\.lifecycleHandles)
        defer { extendLifetime(before) }
        let result = change()
        guard !before.isEmpty else { return result }
        let kept = Set(instances.flatMap(\.lifecycleHandles).map(ObjectIdentifier.init))
        for handle in before where !kept.contains(ObjectIdentifier(handle)) { handle.node.note(drop) }
        return result
    }
}

extension Instances {
    /// The handles of what dependents on the instances depend on.
    fileprivate final var lifecycleHandles: [LifecycleHandle] {
        let snapshot = snapshotOfInstances()
        let stored = (snapshot.single.stored.map { [$0] } ?? []) + snapshot.perParameter.map(\.stored)
        return stored.flatMap(\.lifecycleNodes)
    }
}

extension CellState.Content {
    /// Lets an instance that was taken out because it no longer applies know the cause.
    ///
    /// - Parameter scope: The scope that applies, if it may be another.
    @inline(never)
    func noteEviction(for scope: ScopeID? = nil) {
        guard let stored, AnyLifecycleNode.isAnyStarted else { return }
        let isOther = scope.map { $0 != stored.scope } ?? false
        let drop: InstanceDrop = stored.hasStopped ? .stop : isOther ? .changeOfScope : .expiry
        for handle in stored.lifecycleNodes { handle.node.note(drop) }
    }
}
