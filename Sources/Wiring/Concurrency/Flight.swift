import WiringThread

/// One construction for all callers: which cell it builds, and how others wait for it.
///
/// The user's closures run during a flight, but not under a lock. The thread that has begun it runs the closure, and threads wait. If
/// the closure is asynchronous, a task of its own runs it, and tasks wait: see ``Flight.Waiters``. ``WaitGraph`` refuses a wait that would
/// never end.
///
/// A thread reuses one object for its flights, until another thread has found it.
package final class Flight: Frame.Completion, @unchecked Sendable {
    // SAFETY: The state is behind a lock, `isKnown` behind that of the cell. The rest belongs to the builder: others reach a flight under
    // a cell's lock, after it was made, and read only `builder` and the state.

    /// The number of the thread that builds, or one of its own if it is asynchronous.
    @exclusivity(unchecked) package private(set) var builder: UInt64
    /// The tasks that wait for it, if its closure is asynchronous.
    package let waiters: (any Flight.Waiters)?
    /// The cell that it builds; `nil` once it has ended.
    @exclusivity(unchecked) private var cell: Cell.Reference?
    /// The changes that outdate it.
    @exclusivity(unchecked) private(set) var generations: Generation.Watch?
    private(set) var policy = Cell.Policy(scope: .singletons)
    private(set) var start = Start(stamp: Generation.Stamp(), mayPublish: false)
    /// Whether another thread or task has found it. Guarded by the lock of the cell.
    var isKnown: Bool
    /// The ``ThreadRecord/singletonStart`` before this began, if it builds a singleton.
    private var outerSingletonStart: UInt64?
    /// The nodes that dependents of the instance will depend on, so far.
    @exclusivity(unchecked) private var nodes: [FollowerHandle] = []
    // Not a `Protected`, which would be an object of its own.
    @exclusivity(unchecked) private var state = State()
    private let lock = Lock()

    /// Called when an asynchronous one has been published, before those that wait are resumed.
    var willResume: (() -> Void)?

    package init(builder: UInt64 = 0, waiters: (any Flight.Waiters)? = nil) {
        self.builder = builder
        self.waiters = waiters
        // An asynchronous one is not reused: its task and its waiters may have it when it has ended.
        isKnown = waiters != nil
    }

    var isAsynchronous: Bool { waiters != nil }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    /// A flight that the calling thread or task may begin.
    ///
    /// - Parameter waiters: What has the tasks that wait, if the closure is asynchronous.
    static func make(waiters: (any Flight.Waiters.Type)? = nil) -> Flight {
        if let waiters { return Flight(builder: .unique(), waiters: waiters.init()) }
        let record = ThreadRecord.current
        let flight = record.pointee.spareFlight.take() ?? Flight()
        flight.builder = record.pointee.number
        return flight
    }

    /// Sets the cell that it has claimed.
    func build(
        _ cell: consuming Cell.Reference,
        _ policy: Cell.Policy,
        outdatedBy generations: consuming Generation.Watch?,
        at start: Start
    ) {
        self.cell = cell
        self.policy = policy
        self.generations = generations
        self.start = start
    }

    /// Hides the children that exist now from what the calling thread resolves until the flight ends: a singleton must not depend on
    /// them. See ``Route``.
    func beginSingleton() {
        let record = ThreadRecord.current
        outerSingletonStart = record.pointee.singletonStart
        record.pointee.singletonStart = .unique()
    }

    /// Makes the object available for reuse. No other thread has seen it.
    func recycle() { if !isAsynchronous { ThreadRecord.current.pointee.spareFlight = self } }

    // MARK: - End

    /// Publishes the output, unless something has changed since, and hands it to those that wait.
    func end(with output: Output) { end(output, .instance(StoredInstance.Strong(output.instance))) }

    override func end<T>(with instance: inout T) {
        guard cell != nil else { return }
        #if DEBUG
            if policy.isWeak, let generations, object(in: instance) == nil, !isNil(instance) {
                generations.source.logSharedValue(of: generations.declaration)
            }
        #endif
        guard !nodes.isEmpty else { return end(with: policy.output(instance)) }
        let nodes = exchange(&nodes, with: []).withoutDuplicates
        end(with: policy.output(instance, nodes))
        // The callers of an asynchronous flight record them.
        if !isAsynchronous { ResolutionStack.addDependencies(nodes, skipping: 1) }
    }

    /// Hands an error to those that wait. Later callers build again.
    override package func fail(_ failure: ConstructionFailure) { end(nil, .failure(failure)) }

    /// Ends without a result: those that wait claim the cell again.
    override package func abandon() { end(nil, .nothing) }

    @inline(__always)
    private func end(_ output: Output?, _ arrival: @autoclosure () -> Arrival) {
        // Moving them out avoids a retain.
        guard let cell = exchange(&cell, with: nil) else { return }
        let generations = exchange(&generations, with: nil)
        if !nodes.isEmpty { nodes = [] }
        if let outer = outerSingletonStart.take() { ThreadRecord.current.pointee.singletonStart = outer }
        if cell.end(self, with: output, outdatedBy: generations) {
            // In this order, because a `deinit` may wait for another thread.
            resume(with: arrival())
            extendLifetime((cell, generations))
        } else {
            // In this order, because a `deinit` may resolve, which begins another flight.
            _ = consume cell
            _ = consume generations
            recycle()
        }
    }

    /// Resumes those that wait.
    func resume(with arrival: Arrival) {
        if let waiters {
            willResume.take()?()
            return waiters.resume(with: arrival)
        }
        for latch in withState({ $0.end() }) { latch.open(with: arrival) }
    }

    override var buildsSingleton: Bool { policy.scope == .singletons }

    override package func addDependencies(_ nodes: [FollowerHandle]) -> Bool {
        guard cell != nil else { return false }
        self.nodes.add(nodes)
        return true
    }

    // MARK: - Waiting

    /// Whether its closure has yet to return. Otherwise those that wait are about to continue.
    package var isUnderway: Bool { waiters?.isUnderway ?? !hasEnded }

    /// Whether nobody can wait for it any more.
    var hasEnded: Bool { waiters?.hasEnded ?? withState(\.hasEnded) }

    /// Blocks the calling thread until the flight has ended.
    ///
    /// - Parameter path: The calling thread's path, which ends with the declaration that it waits for.
    /// - Throws: The cycle, if the builder is the calling thread or waits for it.
    func wait(path: [PathStep]) throws(WaitGraph.Cycle) -> Arrival {
        let (waiter, latch) = (ResolutionStack.threadNumber, Latch())
        // First, so that a thread that is in the graph receives the arrival.
        guard withState({ $0.enter(latch) }) else { return .nothing }
        try WaitGraph.shared.withLock { (graph) throws(WaitGraph.Cycle) in
            try graph.begin(waiter, for: self, path: path)
        }
        defer { WaitGraph.shared.withLock { $0.end(waiter) } }
        return latch.wait()
    }
}

extension Flight {
    /// How a wait ends.
    package enum Arrival: @unchecked Sendable {
        // SAFETY: The instance goes to every thread and task that resolves it, as `StoredInstance` says.
        case instance(StoredInstance.Strong)
        /// The closure has thrown, or the waiter's task was cancelled.
        case failure(ConstructionFailure)
        /// There is nothing for the waiter, which claims the cell again.
        case nothing
    }

    /// The threads that wait for a construction under way, as a value that tests use without threads.
    struct State {
        private var waiters: [Latch] = []
        private(set) var hasEnded = false

        /// A thread begins to wait.
        ///
        /// - Returns: `false` if the flight has ended, so that it does not wait.
        mutating func enter(_ latch: Latch) -> Bool {
            guard !hasEnded else { return false }
            waiters.append(latch)
            return true
        }

        /// The construction has ended.
        ///
        /// - Returns: Those to resume with the result.
        mutating func end() -> [Latch] {
            hasEnded = true
            return exchange(&waiters, with: [])
        }
    }

    /// The tasks that wait for an asynchronous flight.
    package protocol Waiters: AnyObject, Sendable {
        init()

        /// See ``Flight/isUnderway``.
        var isUnderway: Bool { get }
        /// See ``Flight/hasEnded``.
        var hasEnded: Bool { get }

        /// Resumes those that wait.
        func resume(with arrival: Flight.Arrival)
    }

    /// The instance that a flight has built.
    struct Output {
        /// The instance, stored strongly, for the callers that are waiting.
        let instance: StoredInstance
        /// The instance as the cell stores it: the same, or an object weakly. `nil` if the cell does not store it.
        let stored: StoredInstance?
    }

    /// State captured when a flight began.
    struct Start: Sendable {
        let stamp: Generation.Stamp
        /// Whether the instance may be published.
        let mayPublish: Bool

        /// Whether a later claim may wait for this flight instead of beginning its own.
        ///
        /// It may if every change that had ended at the later claim had also ended when this began, and if this may be
        /// published or the later one may not be.
        func suffices(for later: Start) -> Bool {
            stamp.ended >= later.stamp.ended && (mayPublish || !later.mayPublish)
        }
    }

    /// What one thread waits at.
    final class Latch: @unchecked Sendable {
        // SAFETY: The thread reads the arrival after the latch has been opened, which is after the arrival was written.
        private let latch = wiring_latch_make()
        private var arrival = Arrival.nothing

        deinit { wiring_latch_free(latch) }

        func open(with arrival: Arrival) {
            self.arrival = arrival
            wiring_latch_open(latch)
        }

        func wait() -> Arrival {
            wiring_latch_wait(latch)
            return arrival
        }
    }
}

/// The failure of a closure that makes an instance.
package struct ConstructionFailure {
    package let error: any Error
    /// The failures that dependencies have passed on to the closure.
    package let passedOn: ReportedFailures?
    /// The observer that has received the error, as this failure or as that of a dependency. It does not receive a `CancellationError`.
    package let observer: AnyObject?

    package init(error: any Error, passedOn: ReportedFailures? = nil, observer: AnyObject? = nil) {
        (self.error, self.passedOn, self.observer) = (error, passedOn, observer)
    }
}

/// Failures that observers have received. If a closure passes one of the errors on, they do not receive it again.
///
/// Retains the errors until the closure has ended.
package final class ReportedFailures: Sendable {
    package typealias Entry = (error: any Error, receivers: [ObjectIdentifier])

    package let entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }
}

extension ResolutionStack {
    /// What a closure on this thread has passed on, of which the closure that contains it learns.
    package static func exchangeReportedFailures(for new: ReportedFailures?) -> ReportedFailures? {
        let record = ThreadRecord.current
        return exchange(&record.pointee.reportedFailures, with: new)
    }
}
