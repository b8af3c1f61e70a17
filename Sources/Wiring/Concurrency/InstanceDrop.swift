/// Why a scope has dropped instances.
struct InstanceDrop: Sendable {
    /// What has happened, such as "`reset(.scope)` was called".
    let cause: String
    /// Where, if the call says so.
    var call: CallSite?
    /// Whether the instance was built with one that has stopped, or has not started.
    private(set) var followsStop = false
    /// Whether the scope has dropped an instance without hooks, of which this one is a dependency.
    private(set) var isIndirect = false

    static var expiry: Self { Self(cause: "its time to live had passed") }
    static var changeOfScope: Self { Self(cause: "another scope applies") }
    static var stop: Self { Self(cause: "an instance that it was built with has stopped", followsStop: true) }
    static var shutdown: Self { Self(cause: "the container that had started it was shut down") }

    /// The drop of an instance without hooks, for what that was built with.
    fileprivate var indirect: Self {
        var drop = Self(cause: "an instance that was built with it was dropped, too: \(cause)", call: call)
        (drop.followsStop, drop.isIndirect) = (followsStop, true)
        return drop
    }

    /// Makes a change that may drop instances, and lets those that have hooks know the cause before they stop.
    ///
    /// - Parameter instances: Those that the change may affect. Not called if nothing has been started.
    static func noting<Result>(
        _ drop: @autoclosure () -> Self,
        in instances: @autoclosure () -> [Instances],
        _ change: () -> Result
    ) -> Result {
        // The change is called in one place, so that each caller's code has it once.
        let before = AnyLifecycleNode.isAnyStarted ? handles(of: instances()) : []
        let result = change()
        if !before.isEmpty { note(drop(), before) }
        return result
    }

    /// The handles of instances, with their containers.
    @inline(never)
    private static func handles(of instances: [Instances]) -> [(Instances, [LifecycleHandle])] {
        instances.map { ($0, $0.lifecycleHandles) }.filter { !$0.1.isEmpty }
    }

    /// Lets the instances that a change has dropped know the cause. They are released at the end, and stop then.
    @inline(never)
    private static func note(_ drop: Self, _ before: [(Instances, [LifecycleHandle])]) {
        for (instances, handles) in before {
            let kept = Set(instances.lifecycleHandles.map(ObjectIdentifier.init))
            for handle in handles where !kept.contains(ObjectIdentifier(handle)) {
                handle.note(drop, of: instances.declaration)
            }
        }
        extendLifetime(before)
    }
}

extension LifecycleHandle {
    /// Lets the instance know why a scope has dropped an instance of a declaration: this one, or one without hooks that was built with
    /// it.
    fileprivate func note(_ drop: InstanceDrop, of declaration: Declaration?) {
        node.note(node.declaration == declaration ? drop : drop.indirect)
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
    /// - Parameters:
    ///   - scope: The scope that applies, if it may be another.
    ///   - declaration: That of the instance.
    @inline(never)
    func noteEviction(for scope: ScopeID? = nil, of declaration: Declaration?) {
        guard let stored, AnyLifecycleNode.isAnyStarted else { return }
        let isOther = scope.map { $0 != stored.scope } ?? false
        let drop: InstanceDrop = stored.hasStopped ? .stop : isOther ? .changeOfScope : .expiry
        for handle in stored.lifecycleNodes { handle.note(drop, of: declaration) }
    }
}
