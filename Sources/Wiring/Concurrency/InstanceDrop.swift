/// Why a scope has dropped instances.
@usableFromInline
package struct InstanceDrop: Sendable {
    /// What has happened, such as "`reset(.scope)` was called".
    package let cause: String
    /// Where, if the call says so.
    package let call: CallSite?
    /// Whether the instance was built with one that has stopped, or has not started.
    package let followsStop: Bool
    /// Whether the scope has dropped an instance without hooks, of which this one is a dependency.
    package let isIndirect: Bool

    static var expiry: Self { Self(cause: "its time to live had passed") }
    static var changeOfScope: Self { Self(cause: "another scope applies") }
    static var stop: Self { Self(cause: "an instance that it was built with has stopped", followsStop: true) }

    package init(cause: String, call: CallSite? = nil, followsStop: Bool = false, isIndirect: Bool = false) {
        (self.cause, self.call) = (cause, call)
        (self.followsStop, self.isIndirect) = (followsStop, isIndirect)
    }

    /// The drop of an instance without hooks, for what that was built with.
    fileprivate var indirect: Self {
        let cause = "an instance that was built with it was dropped, too: \(cause)"
        return Self(cause: cause, call: call, followsStop: followsStop, isIndirect: true)
    }

    /// The instances that a change may drop, taken before it; `nil` if none is followed. After the change, ``Candidates/note(_:)`` lets
    /// those know the cause that it has dropped.
    ///
    /// - Parameter instances: Not called if nothing has been started.
    static func candidates(in instances: @autoclosure () -> [Instances]) -> Candidates? {
        FollowedContainers.exist ? Candidates(instances()) : nil
    }

    /// Instances that have hooks, or were built with such.
    struct Candidates {
        private let handles: [(instances: Instances, handles: [FollowerHandle])]

        @inline(never)
        fileprivate init?(_ instances: [Instances]) {
            handles = instances.compactMap { instances in
                let handles = instances.followerHandles
                return handles.isEmpty ? nil : (instances, handles)
            }
            if handles.isEmpty { return nil }
        }

        /// Lets the instances that are no longer stored know the cause. They are released at the end, and stop then.
        @inline(never)
        consuming func note(_ drop: InstanceDrop) {
            for (instances, handles) in handles {
                let kept = Set(instances.followerHandles.map(ObjectIdentifier.init))
                for handle in handles where !kept.contains(ObjectIdentifier(handle)) {
                    handle.note(drop, of: instances.declaration)
                }
            }
            extendLifetime(handles)
        }
    }
}

extension FollowerHandle {
    /// Lets the instance know why a scope has dropped an instance of a declaration: this one, or one without hooks that was built with
    /// it.
    fileprivate func note(_ drop: InstanceDrop, of declaration: Declaration?) {
        follower.note(follower.declaration == declaration ? drop : drop.indirect)
    }
}

extension Instances {
    /// The handles of what dependents on the instances depend on.
    fileprivate final var followerHandles: [FollowerHandle] {
        let snapshot = snapshotOfInstances()
        guard snapshot.single.stored != nil || !snapshot.perParameter.isEmpty else { return [] }
        let stored = (snapshot.single.stored.map { [$0] } ?? []) + snapshot.perParameter.map(\.stored)
        return stored.flatMap(\.followers)
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
        guard let stored, FollowedContainers.exist else { return }
        let isOther = scope.map { $0 != stored.scope } ?? false
        let drop: InstanceDrop = stored.isOver ? .stop : isOther ? .changeOfScope : .expiry
        for handle in stored.followers { handle.note(drop, of: declaration) }
    }
}
