extension Resolution {
    /// The handle of a new instance; `nil` if the declaration does not ask for a follower.
    ///
    /// - Parameter dependencies: The handles of the instances that it depends on.
    func makeHandle<T>(of instance: T, dependencies: [FollowerHandle]) -> FollowerHandle? {
        guard let following = modifiers.following, !isNil(instance) else { return nil }
        let containers = request.manager.numbers
        return FollowerHandle(following.follower(of: request.step, in: containers, dependencies: dependencies))
    }

    /// Passes an instance to the container's follower.
    func admit<T>(_ handle: FollowerHandle, _ instance: T) {
        guard modifiers.following != nil, let follower, !isNil(instance) else { return }
        follower.admit(
            handle,
            of: StoredInstance(instance, scope: .singletons),
            request.declaration.product,
            modifiers,
            isKept: keepsInstance,
            storedIn: singletons
        ) {
            request.manager.hasEnded
        }
    }

    /// Whether the scope keeps the instance beyond its resolution. A shared scope stores none that is followed.
    private var keepsInstance: Bool {
        switch scope.kind {
        case .graph, .unique, .shared: false
        case .cached, .singleton: modifiers.timeToLive.map { $0.duration > 0 } ?? true
        }
    }

    /// Records that what is being built depends on a stored instance, and passes it to the container's follower.
    func addDependencies<T>(on stored: StoredInstance.Strong, _ instance: T) {
        let followers = stored.followers
        guard !followers.isEmpty else { return }
        ResolutionStack.addDependencies(followers)
        if let own = followers.first(where: { $0.follower.declaration == request.declaration }) { admit(own, instance) }
    }

    /// What follows the instances of the container, or else of that of the innermost instance that this one is resolved for.
    private var follower: (any ContainerFollower)? {
        if let follower = request.starter.nearestFollower { return follower }
        if ResolutionStack.depth > 1 {
            for frame in ResolutionStack.frames.reversed() {
                let follower =
                    (frame.completion as? Resolution)?.request.starter.nearestFollower
                    ?? ((frame.completion as? Flight)?.generations?.source as? ContainerManager)?.nearestFollower
                    ?? (frame.completion as? ContainerStart.Collector)?.manager.follower
                if let follower { return follower }
            }
        }
        let steps = AsyncStep.current.map { Array($0.chain) } ?? []
        // Not lazy: `first` would ask twice, and the follower may end in between.
        return steps.compactMap { ($0.manager as? ContainerManager)?.nearestFollower }.first
    }
}

extension Resolution.Request {
    /// The manager whose instances are followed: that of the container, or else, if nothing follows those of it and its parents, of
    /// the child that redirected the request to the root.
    package var starter: ContainerManager { manager.nearestFollower == nil ? child ?? manager : manager }
}
