/// One run of the closure of an asynchronous factory. It is a step of the path to what the closure resolves.
final class AsyncStep: Sendable {
    /// The innermost step of the current task. A task that a closure creates inherits it, and may outlive it.
    @TaskLocal private static var innermost: AsyncStep?

    let declaration: Declaration
    let container: Frame.ContainerID
    /// The container's manager.
    let manager: any AnyObject & Sendable
    let parameter: AnyParameter?
    /// Where the caller that began it resolves; `nil` if that is unknown.
    let call: CallSite?
    /// The outcome that the closure makes for all callers; `nil` if it makes an instance for one caller.
    let outcome: Outcome?
    private let parent: AsyncStep?
    private let instances: GraphInstances
    private let depth: Int
    /// As ``ThreadRecord/singletonStart``, for the task.
    let singletonStart: UInt64
    /// The number of running steps, in all tasks.
    private static let running = AtomicWord()
    /// The number of those that make a singleton.
    private static let singletons = AtomicWord()
    /// The dependencies of the instance, so far.
    private let nodes = Protected<[AnyLifecycleNode]>([])
    /// Identifies the task that runs the closure, while it runs it; 0 before and after.
    private let task = AtomicWord()

    init(
        _ declaration: Declaration,
        of container: Frame.ContainerID,
        _ manager: any AnyObject & Sendable,
        _ parameter: AnyParameter?,
        at call: CallSite?,
        makes outcome: Outcome?
    ) {
        self.declaration = declaration
        self.container = container
        self.manager = manager
        self.parameter = parameter
        self.call = call
        self.outcome = outcome
        let parent = Self.current
        self.parent = parent
        instances = parent?.instances ?? GraphInstances()
        depth = (parent?.depth ?? 0) + 1
        singletonStart = max(parent?.singletonStart ?? 0, outcome?.singletonStart ?? 0)
    }

    /// Records that the instance depends on nodes.
    func addDependencies(_ nodes: [AnyLifecycleNode]) { self.nodes.withLock { $0 += nodes } }

    /// The dependencies of the instance, each node once.
    var dependencies: [AnyLifecycleNode] { nodes.withLock { $0 }.withoutDuplicates }

    /// Whether a step that makes a singleton runs in any task.
    static var isAnySingleton: Bool { singletons.current != 0 }

    /// The innermost step of the current task, if its closure has not returned.
    static var current: AsyncStep? {
        // Nearly free where nothing is made asynchronously. A task sees the steps that it is within.
        guard running.current != 0 else { return nil }
        return innermost.flatMap { $0.isRunning ? $0 : nil }
    }

    private var isRunning: Bool { task.current != 0 }

    /// Runs the closure as this step.
    func run<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        begin()
        defer { end() }
        do {
            return try await Self.$innermost.withValue(self) { try await body() }
        } catch {
            // SAFETY: The closure throws nothing else.
            throw error as! Failure
        }
    }

    /// Runs a body outside of all steps, for a task that does not belong to them.
    static func outside<Result>(_ body: () -> Result) -> Result { $innermost.withValue(nil, operation: body) }

    private func begin() {
        Self.running.increment()
        if singletonStart != 0 { Self.singletons.increment() }
        task.set(Self.currentTask)
    }

    private func end() {
        task.set(0)
        // An instance for one caller passes its dependencies to the enclosing instance.
        if outcome == nil { parent?.addDependencies(dependencies) }
        if singletonStart != 0 { Self.singletons.decrement() }
        Self.running.decrement()
        if parent == nil { instances.end() }
    }

    /// Identifies the running task among those that exist; never 0.
    private static var currentTask: UInt64 {
        withUnsafeCurrentTask { UInt64(UInt(bitPattern: $0?.hashValue ?? 0)) | 1 }
    }

    // MARK: - Path

    /// The instances of the graph scope, which the outermost step and all that it leads to share.
    var graph: GraphInstances? { instances.hasEnded ? nil : instances }

    /// The step that it adds to a path.
    var step: PathStep { PathStep(declaration: declaration, container: "\(container.type)") }

    /// This step and those that lead to it, the innermost first, until one whose closure has returned.
    var chain: some Sequence<AsyncStep> {
        sequence(first: self) { $0.parent.flatMap { $0.isRunning ? $0 : nil } }
    }

    /// The path to the innermost step of the current task.
    static var path: [PathStep] { current?.chain.map(\.step).reversed() ?? [] }

    /// The number of steps in ``path``.
    static var level: Int { current.map { Array($0.chain).count } ?? 0 }

    /// The innermost steps that the current task runs, up to one that makes an instance for all callers; `nil` if there is none.
    ///
    /// A task that a closure has created does not count: its creator need not await it.
    static var toOutcome: [AsyncStep]? {
        guard let current else { return nil }
        let task = currentTask
        var steps: [AsyncStep] = []
        for step in current.chain {
            guard step.task.current == task else { return nil }
            steps.append(step)
            if step.outcome != nil { return steps.reversed() }
        }
        return nil
    }

    /// The path from an earlier step with the same declaration, container and parameter to this one, which is about to run, if
    /// there is one.
    ///
    /// - Parameter isEager: Whether one repetition in the same task suffices. Otherwise the path must be as long as that of a
    ///   resolution that is checked for a cycle.
    func repetition(isEager: Bool) -> [PathStep]? {
        guard let parent, isEager || depth > ResolutionStack.cycleCheckDepth else { return nil }
        let task = Self.currentTask
        let isDeep = depth > ResolutionStack.cycleCheckDepth
        var path = [step]
        for earlier in parent.chain {
            path.append(earlier.step)
            guard isDeep || earlier.task.current == task else { return nil }
            if earlier.declaration == declaration, earlier.container == container, hasSameParameter(as: earlier) {
                return path.reversed()
            }
        }
        return nil
    }

    private func hasSameParameter(as earlier: AsyncStep) -> Bool {
        guard let parameter, let other = earlier.parameter else { return true }
        return parameter.isSame(as: other) ?? (depth > 2 * ResolutionStack.cycleCheckDepth)
    }
}
