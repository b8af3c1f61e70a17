/// The resolution of dependencies that are to be started. It collects what follows their instances.
@_documentation(visibility: internal)
public final class ContainerStart {
    /// Collects the handles that resolutions within its frame reach.
    final class Collector: Frame.Completion {
        /// The manager of the container that is resolved from.
        let manager: ContainerManager
        override var isShown: Bool { isNamed }
        /// Whether a call names what is resolved.
        private let isNamed: Bool
        fileprivate var handles: [FollowerHandle] = []

        fileprivate init(_ manager: ContainerManager, isNamed: Bool) {
            self.manager = manager
            self.isNamed = isNamed
        }

        override func addDependencies(_ handles: [FollowerHandle]) -> Bool {
            self.handles += handles
            return true
        }
    }

    /// What a dependency returns that has been resolved. Only this library makes one.
    public struct Resolved<Instance> {
        package let instance: Instance

        package init(_ instance: Instance) { self.instance = instance }
    }

    package let call: CallSite
    /// Whether what is being built has been recorded as a dependent of what was resolved.
    package private(set) var isRecorded = false
    /// What the resolution adds to paths.
    private let step: PathStep
    private let collector: Collector

    /// The manager of the container that is resolved from.
    package var manager: ContainerManager { collector.manager }

    /// - Parameter isNamed: Whether a call names what is resolved, so that paths show it.
    package init(_ container: AnyObject, _ manager: ContainerManager, at call: CallSite, isNamed: Bool = true) {
        let declaration = Declaration(Declaration.Site(key: Self.key, at: call), product: Declaration.self)
        step = PathStep(declaration, of: container, manager)
        collector = Collector(manager, isNamed: isNamed)
        self.call = call
    }

    /// Resolves a dependency synchronously.
    package func resolve<T>(_ resolve: () -> T) -> Resolved<T> {
        // A preflight has no call, and starts nothing.
        guard call.ifKnown != nil else { return Resolved(resolve()) }
        return Resolved(ResolutionStack.withFrame(step, completion: collector, resolve))
    }

    /// Adds the handles that an asynchronous resolution has reached and recorded.
    package func add<T>(_ handles: [FollowerHandle], of instance: T) -> Resolved<T> {
        collector.handles += handles
        isRecorded = true
        return Resolved(instance)
    }

    /// Takes the handles that have been reached so far, each once. A run does not keep them: what a scope lets go stops.
    package func takeHandles() -> [FollowerHandle] { exchange(&collector.handles, with: []).withoutDuplicates }

    /// The name of the resolution in a path.
    private static let key = LiteralText("start")
}

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
