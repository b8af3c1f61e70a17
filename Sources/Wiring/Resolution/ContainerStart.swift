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

        fileprivate init(_ instance: Instance) { self.instance = instance }
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
        let declaration = Declaration(Declaration.Site(key: Self.key, at: call), product: Void.self)
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

    /// An instance that has been resolved.
    package func resolved<T>(_ instance: T) -> Resolved<T> { Resolved(instance) }

    /// Takes the handles that have been reached so far, each once. A run does not keep them: what a scope lets go stops.
    package func takeHandles() -> [FollowerHandle] { exchange(&collector.handles, with: []).withoutDuplicates }

    /// The name of the resolution in a path.
    private static let key = LiteralText("start")
}
