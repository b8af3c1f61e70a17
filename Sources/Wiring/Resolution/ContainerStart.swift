/// The resolution of the dependencies that `run` or `start` names.
@_documentation(visibility: internal)
public final class ContainerStart {
    /// Collects the nodes that resolutions within its frame reach.
    final class Collector: Frame.Completion {
        /// The manager of the container that is started.
        let manager: ContainerManager
        override var isShown: Bool { isNamed }
        /// Whether `run` or `start` names what is resolved.
        private let isNamed: Bool
        fileprivate var nodes: [LifecycleHandle] = []

        fileprivate init(_ manager: ContainerManager, isNamed: Bool) {
            self.manager = manager
            self.isNamed = isNamed
        }

        override func addDependencies(_ nodes: [LifecycleHandle]) -> Bool {
            self.nodes += nodes
            return true
        }
    }

    /// What a dependency returns that has been resolved. Only this library makes one.
    public struct Resolved: Sendable {
        init() {}
    }

    let call: CallSite
    private let container: Frame.ContainerID
    private let collector: Collector

    /// - Parameter isNamed: Whether `run` or `start` names what is resolved.
    package init(_ container: AnyObject, _ manager: ContainerManager, at call: CallSite, isNamed: Bool = true) {
        self.container = Frame.ContainerID(container, manager)
        collector = Collector(manager, isNamed: isNamed)
        self.call = call
    }

    /// Resolves a dependency synchronously.
    @discardableResult
    func resolve<T>(_ resolve: () -> T) -> Resolved {
        // A preflight has no call, and starts nothing.
        guard call.ifKnown != nil else {
            _ = resolve()
            return Resolved()
        }
        let declaration = Declaration(Declaration.Site(key: Self.key, at: call), product: Void.self)
        _ = ResolutionStack.withFrame(declaration, of: container, completion: collector, resolve)
        return Resolved()
    }

    /// Adds the nodes that an asynchronous resolution has reached.
    func add(_ nodes: [LifecycleHandle]) { _ = collector.addDependencies(nodes) }

    /// Takes the handles that have been reached so far, each once. A run does not keep them: what a scope lets go stops.
    func takeHandles() -> [LifecycleHandle] { exchange(&collector.nodes, with: []).withoutDuplicates }

    /// Waits until what has been resolved has started, for one caller. What is being built depends on it, unless this throws.
    ///
    /// - Parameter isRecorded: Whether the resolution has recorded that.
    func awaitStarts(isRecorded: Bool = false) async throws {
        let handles = takeHandles()
        if !isRecorded { ResolutionStack.addDependencies(handles) }
        let manager = collector.manager
        do {
            try await Lifecycle.awaitStarts(of: handles, in: manager.nearestLifecycle, hasEnded: manager.hasEnded)
        } catch {
            // A closure that goes on does not have the instance.
            AsyncStep.current?.removeDependencies(handles)
            throw error
        }
    }

    /// The name of the resolution in a path.
    private static let key = LiteralText("start")
}
