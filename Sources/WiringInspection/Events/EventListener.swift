import Wiring

/// An observer of this module, which copies of its container inherit.
protocol InheritedListener: ContainerObserver {}

extension InheritedListener {
    var isInherited: Bool { true }
}

/// Makes events of what a container tells its observers.
final class EventListener: InheritedListener {
    private let kinds: ContainerEvent.Kinds
    /// The type of the container that it listens to, and of that container's copies.
    private let containerType: AnyObject.Type
    /// `nil` when it has ended.
    private let receiver: Protected<Receiver?>
    private let captives: Protected<CaptiveDependencies>

    /// - Parameters:
    ///   - container: The container that it will observe.
    ///   - receive: Receives this listener, which it must not capture, and each event.
    init(
        _ kinds: ContainerEvent.Kinds,
        of container: some ManagedContainer,
        _ receive: @escaping @Sendable (EventListener, ContainerEvent) -> Void
    ) {
        self.kinds = kinds
        containerType = type(of: container)
        captives = Protected(CaptiveDependencies(of: container.manager.number))
        receiver = Protected(Receiver(receive: receive))
        container.manager.observe(self)
    }

    var events: ObservedResolution.Events { kinds.observed }
    var hasEnded: Bool { receiver.withLock { $0 == nil } }

    /// Ends it, and releases what its closure captures.
    func end() { _ = receiver.withLock { $0.take() } }

    /// A struct, because each access to a closure in a generic `Protected` would wrap it again.
    private struct Receiver {
        let receive: @Sendable (EventListener, ContainerEvent) -> Void
    }

    private func deliver(_ event: @autoclosure () -> ContainerEvent, if kind: ContainerEvent.Kinds) {
        guard kinds.contains(kind), let receiver = receiver.withLock({ $0 }) else { return }
        receiver.receive(self, event())
    }

    // MARK: - Resolutions

    func begin(_ resolution: ObservedResolution) -> Int {
        if kinds.contains(.captives) { deliver(captives.withLock { $0.begin(resolution) }, foundBy: resolution) }
        return 0
    }

    private func deliver(_ captives: [CaptiveDependencies.Captive], foundBy resolution: ObservedResolution) {
        for captive in captives { deliver(ContainerEvent(resolution) { _ in .captive(captive.fault) }, if: .captives) }
    }

    func endConstruction(_ resolution: ObservedResolution, _ number: Int, _ failure: ConstructionFailure?) {
        guard let error = failure?.error else {
            deliver(ContainerEvent(resolution) { .built(from: resolution.closureSource, duration: $0) }, if: .builds)
            return
        }
        guard !(error is CancellationError) else { return }
        deliver(ContainerEvent(resolution) { .failed(error, duration: $0) }, if: .failures)
    }

    func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?) {
        if kinds.contains(.captives) { deliver(captives.withLock { $0.end(resolution) }, foundBy: resolution) }
        guard instance != nil else { return }
        let source = resolution.isConstruction ? resolution.closureSource : nil
        deliver(ContainerEvent(resolution) { .resolved(from: source, duration: $0) }, if: .resolutions)
    }

    // MARK: - Changes

    func note(_ change: ObservedChange, of container: (number: UInt64, type: AnyObject.Type?)) {
        let event = ContainerEvent(change, of: container.type ?? containerType, container.number)
        if let event { deliver(event, if: event.kind.kinds) }
    }
}

extension ContainerEvent {
    /// The event of a resolution or a construction that ends now.
    fileprivate init(_ resolution: ObservedResolution, _ kind: (_ duration: Duration) -> Kind) {
        let now = ContinuousClock.now
        self.init(
            kind: kind(resolution.began.duration(to: now)),
            time: now,
            container: resolution.container,
            containerNumber: resolution.step.containerNumber,
            dependency: Dependency(resolution.dependency, of: resolution.step.containerType),
            dependent: resolution.dependent.flatMap { Dependency($0) },
            call: resolution.call?.description
        )
    }

    /// The event of a change; `nil` if it is none.
    fileprivate init?(_ change: ObservedChange, of container: AnyObject.Type, _ number: UInt64) {
        var (declaration, call): (Declaration?, CallSite?)
        var step: PathStep?
        let kind: Kind
        switch change {
        case .replaced(let replacement):
            (declaration, call) = (replacement.dependency, replacement.call)
            switch replacement.kind {
            case .override: kind = .overridden
            case .registration: kind = .registered
            case .decoration: kind = .decorated
            case .contribution: return nil
            }
        case .contributed(let part, let collection, let place):
            (kind, declaration, call) = (.contributed(part: part.key), collection, place)
        case .reset(let dependency, let options): (kind, declaration) = (.reset(options), dependency)
        case .cleared(let scope): kind = .cleared(scope: scope.name)
        case .pushed: kind = .pushed
        case .popped: kind = .popped
        case .childMade: kind = .childMade
        case .childEnded: kind = .childEnded
        case .lifecycle(.started(let started, let duration)): (kind, step) = (.started(duration: duration), started)
        case .lifecycle(.stopped(let stopped, let duration)): (kind, step) = (.stopped(duration: duration), stopped)
        case .lifecycle(.failed(let error, let failed, let hook)):
            (kind, step) = (.lifecycleFailed(error, in: hook, isThrown: true), failed)
        case .lifecycle(.unreceived(let error, let failed, let hook, _)):
            (kind, step) = (.lifecycleFailed(error, in: hook, isThrown: false), failed)
        }
        self.init(
            kind: kind,
            time: .now,
            container: sourceName(of: container),
            containerNumber: number,
            dependency: step.flatMap { Dependency($0) } ?? declaration.map { Dependency($0, of: container) },
            call: call?.description
        )
    }
}
