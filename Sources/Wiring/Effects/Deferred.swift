/// The pending result of an asynchronous factory's closure.
///
/// If a scope stores it, it runs its closure once, in a task of its own, for all callers. They wait without blocking a thread.
/// When the last of them has left, the task is cancelled. Otherwise its only caller runs the closure.
@_documentation(visibility: internal)
public final class Deferred<Success, Failure: Error>: Outcome, @unchecked Sendable {
    // SAFETY: The state is behind a lock. The flags are set before others see the object. The closure need not be `@Sendable`,
    // so that it can have the isolation of its declaration, as for `Factory`; the modifiers for scopes require a `Sendable`
    // instance.

    typealias Make = () async throws(Failure) -> Success

    private enum State {
        case idle(Make)
        case running(Flight)
        /// - Parameter stored: The instance, which may be a weakly stored object that is gone.
        case finished(_ stored: StoredInstance, at: Duration)
        /// The scope has stored the instance itself.
        case settled(Success)
        /// The closure has thrown or made `nil`, or the last caller has left, or the object is gone.
        case spent
    }

    /// The task that runs the closure, and its waiting callers. Guarded by the lock.
    private final class Flight {
        var task: Task<Void, Never>?
        var priority: TaskPriority
        var waiters: [UInt64: CheckedContinuation<Arrival, Never>] = [:]
        /// Whether the closure has ended. Then it is too late to cancel it.
        var hasEnded = false

        init(_ priority: TaskPriority) { self.priority = priority }
    }

    /// How a wait ends.
    private enum Arrival: @unchecked Sendable {
        // SAFETY: The instance goes to every task that resolves it, as `StoredInstance` says.
        case result(Result<Success, Failure>)
        /// The caller was cancelled.
        case left
        /// There is nothing for the caller.
        case spent
    }

    /// What a caller that has entered does.
    private enum Entry {
        case resume(Arrival)
        /// Drop a construction that no caller waits for. The state is released after unlocking.
        case abandon(State)
        case begin(Make, Flight)
        case escalate(Task<Void, Never>)
        case wait
    }

    private let state: Protected<State>
    /// Completes the resolution that has made this, if its declaration has hooks.
    private var completion: Resolution?
    private let nodes = Protected<[AnyLifecycleNode]>([])
    /// The changes of parents that outdate the construction. A change of the container itself clears its cells.
    private let inherited = Protected<(generations: Generation.Watch, stamp: Generation.Stamp)?>(nil)
    private var isShared = false
    private var isWeak = false
    private var scope = ScopeID.singletons
    private var start: UInt64 = 0

    init(_ make: @escaping Make) {
        state = Protected(.idle(make))
        super.init()
    }

    private init(settled stored: StoredInstance.Strong) {
        state = Protected(.settled(stored.instance(Success.self)))
        super.init()
        nodes.withLock { $0 = stored.lifecycleNodes }
        isShared = true
    }

    override class func settled(_ stored: StoredInstance.Strong) -> Outcome { Deferred(settled: stored) }

    override class var instanceType: any Any.Type { Success.self }

    override class var effects: String { Failure.self == Never.self ? "await" : "try await" }

    override var instance: Any? { finished }

    override var isUnderway: Bool {
        state.withLock { state in
            switch state {
            case .idle, .running: true
            case .finished, .settled, .spent: false
            }
        }
    }

    override var settled: StoredInstance? {
        state.withLock { if case .finished(let stored, _) = $0 { stored } else { nil } }
    }

    override var keepAlive: AnyObject? {
        guard let stored = settled else { return super.keepAlive }
        guard let object = stored.keepAlive else {
            spend()
            return nil
        }
        return object
    }

    override var storedInstance: StoredInstance? {
        finished.flatMap { isNil($0) ? nil : StoredInstance($0, scope: .singletons) }
    }

    override var lifecycleNodes: [AnyLifecycleNode] { nodes.withLock { $0 } }

    override func setCompletion(_ completion: Frame.Completion) {
        // SAFETY: Only resolutions call this.
        self.completion = unsafeDowncast(completion, to: Resolution.self)
    }

    override func setGenerations(_ generations: Generation.Watch, since stamp: Generation.Stamp) {
        guard let manager = generations.source as? ContainerManager, manager.parent != nil else { return }
        inherited.withLock { $0 = (generations, stamp) }
    }

    /// Whether a parent has changed what it is made of.
    private var isOutdated: Bool {
        guard let (generations, stamp) = inherited.withLock({ $0 }) else { return false }
        return generations.stamp(for: scope) != stamp
    }

    override var singletonStart: UInt64 { start }

    override func stored(_ scope: ScopeID, weakly: Bool, _ nodes: [AnyLifecycleNode]) -> StoredInstance? {
        (isShared, isWeak, self.scope, start) = (true, weakly, scope, ResolutionStack.singletonStart)
        self.nodes.withLock { $0 = nodes }
        return StoredInstance(self, scope: scope)
    }

    override func lastUse(_ used: Duration?, now: Duration) -> Duration? {
        state.withLock { state in
            switch state {
            case .finished(_, let end): used.map { max($0, end) }
            case .idle, .running: now
            case .settled, .spent: used
            }
        }
    }

    // MARK: - Resolving

    /// Makes the instance, waits for it, or returns it.
    ///
    /// - Parameters:
    ///   - registration: What the caller resolves.
    ///   - parameters: The parameter that it passes.
    ///   - call: Where it resolves.
    /// - Returns: The instance; `nil` if this is spent, and the caller must make another one.
    func value<Parameter>(
        for registration: FactoryRegistration<Parameter, Deferred>,
        _ parameters: Parameter,
        at call: CallSite
    ) async throws(Failure) -> Success? {
        guard isShared else {
            let step = step(for: registration, parameters, at: call, makes: nil)
            let instance = try await step.run(closure)
            nodes.withLock { $0 = step.dependencies }
            return instance
        }
        if let instance = finished { return instance }
        // A construction that a parent has outdated continues for its callers.
        if isOutdated { spend() }
        guard !isSpent else { return nil }
        switch await join(step(for: registration, parameters, at: call, makes: self)) {
        case .result(let result): return try result.get()
        // A cancelled caller stops waiting only if `CancellationError` is a `Failure`.
        case .left: throw Self.cancellation!
        case .spent: return nil
        }
    }

    private func step<Parameter>(
        for registration: FactoryRegistration<Parameter, Deferred>,
        _ parameters: Parameter,
        at call: CallSite,
        makes outcome: Outcome?
    ) -> AsyncStep {
        let manager = registration.container.manager
        let step = AsyncStep(
            registration.declaration,
            of: Frame.ContainerID(registration.container, manager),
            manager,
            Parameter.self == Void.self ? nil : TypedParameter(parameters),
            at: call.isKnown ? call : nil,
            makes: outcome
        )
        if outcome == nil, let cycle = step.repetition(isEager: manager.flags.isOn(.cycles)) {
            Wiring.Failure.circularDependency(cycle)
        }
        return step
    }

    /// The closure of an instance for one caller, which has not run.
    var closure: Make {
        state.withLock { if case .idle(let make) = $0 { make } else { fatalError("it has run for all callers") } }
    }

    private var finished: Success? {
        if let instance = state.withLock({ if case .settled(let instance) = $0 { instance } else { nil } }) {
            return instance
        }
        guard let stored = settled else { return nil }
        if let instance = stored.value(Success.self) { return instance }
        // The object is gone.
        spend()
        return nil
    }

    /// What a caller that is cancelled throws; `nil` if its declaration cannot throw that. Then it waits on.
    private static var cancellation: Failure? { CancellationError() as? Failure }

    /// Waits for the instance.
    ///
    /// - Parameter isolation: The caller's. The closure captures it: otherwise a caller on an actor would leave it and come back.
    private func join(_ step: AsyncStep, isolation: isolated (any Actor)? = #isolation) async -> Arrival {
        let wait = AsyncWaitGraph.begin(step.step, self)
        defer { wait?.end() }
        let id = UInt64.unique()
        return await withTaskCancellationHandler {
            _ = isolation
            return await raisingPriority { await withCheckedContinuation { enter(id, $0, step) } }
        } onCancel: {
            if Self.cancellation != nil { leave(id) }
        }
    }

    /// Waits, and raises the priority of the closure's task when that of the waiting task is raised.
    private func raisingPriority(
        _ wait: () async -> Arrival,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Arrival {
        // Older systems do not tell a task that its priority was raised.
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return await wait() }
        return await withTaskPriorityEscalationHandler {
            await wait()
        } onPriorityEscalated: { _, priority in
            raise(to: priority)
        }
    }

    // MARK: - Callers

    private func enter(_ id: UInt64, _ continuation: CheckedContinuation<Arrival, Never>, _ step: AsyncStep) {
        let canLeave = Self.cancellation != nil
        var priority = TaskPriority.background
        let entry = state.withLock { state -> Entry in
            // If the priority is raised after this, `raise` comes after this, too.
            priority = Task.currentPriority
            // If the task is cancelled after this, `leave` comes after this, too.
            let isCancelled = canLeave && Task.isCancelled
            switch state {
            case .spent: return .resume(.spent)
            case .settled(let instance): return .resume(.result(.success(instance)))
            case .finished(let stored, _):
                guard let instance = stored.value(Success.self) else { return .resume(.spent) }
                return .resume(.result(.success(instance)))
            case .running:
                if isCancelled { return .resume(.left) }
            case .idle:
                guard isCancelled else { break }
                // Its closure is dropped, because it may retain the container.
                let idle = state
                state = .spent
                spend()
                return .abandon(idle)
            }
            if case .running(let flight) = state {
                flight.waiters[id] = continuation
                guard flight.priority < priority else { return .wait }
                flight.priority = priority
                return flight.task.map { .escalate($0) } ?? .wait
            }
            guard case .idle(let make) = state else { return .wait }
            let flight = Flight(priority)
            flight.waiters[id] = continuation
            state = .running(flight)
            return .begin(make, flight)
        }
        switch entry {
        case .resume(let arrival):
            if case .spent = arrival { spend() }
            continuation.resume(returning: arrival)
        case .abandon:
            // Both retain the container.
            completion = nil
            _ = inherited.withLock { $0.take() }
            continuation.resume(returning: .left)
        case .begin(let make, let flight): begin(make, flight, step, priority)
        case .escalate(let task): Self.escalate(task, to: priority)
        case .wait: break
        }
    }

    /// Ends the wait of a caller that is cancelled.
    private func leave(_ id: UInt64) {
        let (waiter, task) = state.withLock { state -> (CheckedContinuation<Arrival, Never>?, Task<Void, Never>?) in
            guard case .running(let flight) = state, let waiter = flight.waiters.removeValue(forKey: id) else {
                return (nil, nil)
            }
            guard flight.waiters.isEmpty, !flight.hasEnded else { return (waiter, nil) }
            // Nobody else waits: later callers make another one.
            state = .spent
            spend()
            return (waiter, flight.task)
        }
        task?.cancel()
        waiter?.resume(returning: .left)
    }

    // MARK: - The task

    private func begin(_ make: @escaping Make, _ flight: Flight, _ step: AsyncStep, _ priority: TaskPriority) {
        // SAFETY: Nothing else runs the closure, and whoever declares a scope is responsible for what it captures.
        nonisolated(unsafe) let (make, flight) = (make, flight)
        let task = Self.task {
            let result: Result<Success, Failure>
            do throws(Failure) {
                result = .success(try await step.run(make))
            } catch {
                result = .failure(error)
            }
            self.end(flight, with: result, dependencies: step.dependencies)
        }
        // It may have ended already.
        let (isAwaited, highest) = state.withLock { state in
            flight.task = task
            if case .running(let running) = state, running === flight { return (true, flight.priority) }
            if case .finished = state { return (true, priority) }
            return (false, priority)
        }
        if !isAwaited { task.cancel() }
        if highest > priority { Self.escalate(task, to: highest) }
    }

    /// A task that inherits the task-local values and the priority of the caller, and begins on the calling thread if it may.
    private static func task(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return Task(operation: body) }
        return Task.immediate(operation: body)
    }

    /// Raises the priority of the closure's task.
    private func raise(to priority: TaskPriority) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard case .running(let flight) = state, flight.priority < priority else { return nil }
            flight.priority = priority
            return flight.task
        }
        if let task { Self.escalate(task, to: priority) }
    }

    /// Raises the priority of a task by waiting for it.
    private static func escalate(_ task: Task<Void, Never>, to priority: TaskPriority) {
        Task(priority: priority) { await task.value }
    }

    private func end(
        _ flight: Flight,
        with result: Result<Success, Failure>,
        dependencies: [AnyLifecycleNode]
    ) {
        let isOutdated = isOutdated
        if isOutdated { spend() }
        // Both retain the container.
        let completion = completion.take()
        _ = inherited.withLock { $0.take() }
        let isAwaited = state.withLock { state in
            guard case .running(let running) = state, running === flight else { return false }
            flight.hasEnded = true
            return true
        }
        guard isAwaited else { return }
        if case .success(let instance) = result, !isNil(instance) { setNodes(dependencies, instance, completion) }
        let stored = isOutdated ? nil : storedInstance(result)
        let finished = stored.map { State.finished($0, at: MonotonicTime.now) } ?? .spent
        // What was taken out is released here, after unlocking.
        let waiters = state.withLock { state in
            state = finished
            if stored == nil { spend() }
            defer { flight.waiters = [:] }
            return flight.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: .result(result)) }
    }

    /// Records what dependents depend on, and starts the instance if the container has been started, before callers see it.
    private func setNodes(_ dependencies: [AnyLifecycleNode], _ instance: Success, _ completion: Resolution?) {
        guard let completion else { return nodes.withLock { $0 += dependencies } }
        let node = completion.makeNode(dependencies: dependencies)
        nodes.withLock { $0.append(node) }
        completion.admit(node, StoredInstance(instance, scope: .singletons))
    }

    /// What later callers get; `nil` for a failure, for `nil`, and for a value that cannot be stored weakly.
    private func storedInstance(_ result: Result<Success, Failure>) -> StoredInstance? {
        guard case .success(let instance) = result else { return nil }
        return StoredInstance(settled: instance, scope: scope, weakly: isWeak, lifecycleNodes)
    }
}
