public import Wiring

/// Something that happened in a container. See ``Wiring/ManagedContainer/observe(_:_:)``.
public struct ContainerEvent: Sendable {
    /// What happened. Later versions may add cases, so a `switch` outside this package needs an `@unknown default`.
    @nonexhaustive
    public enum Kind: Sendable {
        /// A caller received an instance.
        ///
        /// - Parameters:
        ///   - source: What set the closure that made it; `nil` if the scope stored it, or if another caller was
        ///     building it.
        ///   - duration: The time from the call until then. It includes the time for what the dependency needs, and for
        ///     waiting for other callers.
        case resolved(from: ClosureSource?, duration: Duration)
        /// A closure made an instance. If the dependency has a scope, the scope already stores the instance, unless a
        /// reset or a replacement has outdated it.
        ///
        /// - Parameters:
        ///   - source: What set the closure.
        ///   - duration: As for `resolved`.
        case built(from: ClosureSource, duration: Duration)
        /// A closure threw an error other than a `CancellationError`. If the closure of a dependent rethrows the error,
        /// that is another event.
        case failed(any Error, duration: Duration)
        /// A closure was registered.
        case registered
        /// An override was set.
        case overridden
        /// A decoration was added, by `decorate` or `modify`.
        case decorated
        /// A part was contributed to a collection, which is the ``ContainerEvent/dependency``.
        ///
        /// - Parameter part: The name of the part's declaration, or of the collection if the part is a closure.
        case contributed(part: String)
        /// The dependency was reset; if the event names no dependency, the whole container was.
        case reset(FactoryResetOptions)
        /// The instances of a scope were cleared, by ``Wiring/ContainerManager/reset(scope:)``.
        case cleared(scope: String)
        /// The state of the container was saved.
        case pushed
        /// The last saved state was restored.
        case popped
        /// The container was made as a child of another container.
        case childMade
        /// The `withChildContainer` operation that this child was made for has ended.
        case childEnded
        /// An instance with `onStart`, `onRun` or `onStop` started.
        ///
        /// - Parameter duration: How long `onStart` took.
        case started(duration: Duration)
        /// An instance stopped, or exceeded its time limit.
        ///
        /// - Parameter duration: How long stopping took.
        case stopped(duration: Duration)
        /// Starting, running or stopping an instance failed.
        ///
        /// - Parameters:
        ///   - hook: The closure that threw the error, or exceeded its time limit; `nil` if no closure did. For
        ///     example, an instance that was resolved during a shutdown is not started.
        ///   - isThrown: Whether a caller, such as that of `run`, receives the error. No caller receives the error of a
        ///     stop that exceeds its time limit, or of an `onRun` closure that fails while it is being stopped.
        case lifecycleFailed(any Error, in: LifecycleHook?, isThrown: Bool)
        /// A singleton holds an instance that its container may replace, such as a `cached` one, directly or through
        /// instances that are neither `cached` nor singletons.
        ///
        /// A listener receives each such path once. The event's dependency is the one whose resolution completes the
        /// path.
        case captive(WiringFault)
    }

    /// A declaration, and the type of the container that resolves it.
    public struct Dependency: Sendable, Hashable {
        private let declaration: Declaration
        private let containerType: ObjectIdentifier
        /// The name of the container's type.
        public let container: String
        /// The name of the property that declares it.
        public var name: String { declaration.key }
        /// The declared type.
        public var type: any Any.Type { declaration.product }
        /// Where it is declared, as `Module/File.swift:12`.
        public var location: String { declaration.location }
    }

    /// What happened.
    public let kind: Kind
    /// When it happened. If it has a ``duration``, this is its end.
    public let time: ContinuousClock.Instant
    /// The name of the container's type.
    public let container: String
    /// Identifies the container. The process never reuses a number.
    public let containerNumber: UInt64
    /// The dependency that the event is about; `nil` if it is about the container as a whole.
    public let dependency: Dependency?
    /// The dependency whose closure resolved this one; `nil` if no closure did.
    public internal(set) var dependent: Dependency?
    /// The place of the call that resolved, replaced, decorated or contributed, as `Module/File.swift:12`; `nil` if that
    /// is unknown.
    public internal(set) var call: String?

    /// How long it took; `nil` for an event that takes no time.
    public var duration: Duration? {
        switch kind {
        case .resolved(_, let duration), .built(_, let duration), .failed(_, let duration), .started(let duration),
            .stopped(let duration):
            duration
        default: nil
        }
    }
}

extension ContainerEvent.Dependency {
    init(_ declaration: Declaration, of container: any Any.Type) {
        self.init(
            declaration: declaration,
            containerType: ObjectIdentifier(container),
            container: sourceName(of: container)
        )
    }

    /// The dependency of a step; `nil` for a step that stands for none, such as `autoRegister()`.
    init?(_ step: PathStep) {
        guard step.declaration.isOfDependency else { return nil }
        self.init(step.declaration, of: step.containerType)
    }
}

extension ContainerEvent.Dependency: CustomStringConvertible {
    /// The container, the name and the type: `Container.api<API>`.
    @_documentation(visibility: internal)
    public var description: String { "\(container).\(name)<\(type)>" }
}
