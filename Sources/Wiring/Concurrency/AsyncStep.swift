private import WiringThread

/// One run of the closure of an asynchronous factory. It is a step of the path to what the closure resolves.
///
/// A task that the closure creates inherits the step and may outlive it, so the step is empty once the closure has returned.
package final class AsyncStep: @unchecked Sendable {
    // SAFETY: The contents are behind a lock. The rest does not change, or is atomic.

    /// The innermost step of the current task.
    @TaskLocal package static var innermost: AsyncStep?

    /// What a step holds while its closure runs.
    package struct Contents {
        let parent: AsyncStep?
        /// The container's manager.
        let manager: any AnyObject & Sendable
        let parameter: AnyParameter?
        /// The instances of the graph scope, once they are needed.
        var graph: GraphInstances?
        package var record = Record()
    }

    /// What the closure needed, so far.
    package struct Record {
        /// The nodes that the instance depends on, each once when the closure has ended.
        package var nodes: [FollowerHandle] = []
        /// The failures that dependencies have passed on to the closure.
        package var reportedFailures: ReportedFailures?

        package init() {}
    }

    /// The step that it adds to a path.
    package let step: PathStep
    /// Where the caller that began it resolves; `nil` if that is unknown.
    package let call: CallSite?
    /// The number of the flight that the closure runs for; 0 if it makes an instance for one caller.
    package let flight: UInt64
    /// The number of steps that lead to it, and this one.
    package let depth: Int
    /// As ``ThreadRecord/singletonStart``, for the task.
    let singletonStart: UInt64
    let buildsSingleton: Bool
    // Not a `Protected`, which would be an object of its own.
    @exclusivity(unchecked) private var contents: Contents?
    private let lock = Lock()
    /// Identifies the task that runs the closure, while it runs it; 0 before and after.
    package let task = AtomicWord()

    /// - Parameters:
    ///   - flight: The flight that the closure runs for; `nil` if it makes an instance for one caller.
    ///   - graph: The instances of the graph scope, if the step itself is one of them.
    package init(
        _ step: PathStep,
        _ manager: any AnyObject & Sendable,
        _ parameter: AnyParameter?,
        at call: CallSite?,
        for flight: Flight?,
        sharing graph: GraphInstances? = nil
    ) {
        self.step = step
        self.call = call
        self.flight = flight?.builder ?? 0
        let parent = Self.current
        depth = (parent?.depth ?? 0) + 1
        buildsSingleton = flight?.buildsSingleton ?? false
        let start: UInt64 = buildsSingleton ? .unique() : 0
        singletonStart = max(parent?.singletonStart ?? 0, start)
        contents = Contents(parent: parent, manager: manager, parameter: parameter, graph: graph)
    }

    package func withContents<Result>(_ body: (inout Contents?) -> Result) -> Result {
        lock.withLock { body(&contents) }
    }

    /// The step that it is nested in, while the closure runs.
    package var parent: AsyncStep? { withContents { $0?.parent } }

    /// The parameter, while the closure runs.
    package var parameter: AnyParameter? { withContents { $0?.parameter } }

    /// The container's manager, while the closure runs.
    var manager: (any AnyObject & Sendable)? { withContents { $0?.manager } }

    /// The instances of the graph scope, which the outermost step and all that it leads to share. A flight keeps them when its first
    /// caller has left it.
    var graph: GraphInstances {
        if let known = withContents({ $0?.graph }) { return known }
        let inherited = parent.flatMap { $0.isRunning ? $0.graph : nil } ?? GraphInstances()
        return withContents { contents in
            if let known = contents?.graph { return known }
            contents?.graph = inherited
            return inherited
        }
    }

    /// Those instances, if there have been any.
    var existingGraph: GraphInstances? {
        withContents { $0?.graph } ?? parent.flatMap { $0.isRunning ? $0.existingGraph : nil }
    }

    /// Records that the instance depends on nodes.
    func addDependencies(_ nodes: [FollowerHandle]) { withContents { $0?.record.nodes.add(nodes) } }

    /// The innermost step of the current task, if its closure has not returned.
    package static var current: AsyncStep? {
        // Nearly free where nothing is made asynchronously. A task sees the steps that it is within.
        guard ProcessCount.runningSteps.current != 0 else { return nil }
        return innermost.flatMap { $0.isRunning ? $0 : nil }
    }

    private var isRunning: Bool { task.current != 0 }

    /// Runs a body outside of all steps, for a task that does not belong to them.
    package static func outside<Result>(_ body: () -> Result) -> Result { $innermost.withValue(nil, operation: body) }

    /// The closure begins to run, in the current task.
    package func begin() {
        ProcessCount.runningSteps.increment()
        if singletonStart != 0 { ProcessCount.runningSingletons.increment() }
        task.set(Self.currentTask)
    }

    /// The closure has returned.
    ///
    /// - Returns: What it needed.
    package func end() -> Record {
        task.set(0)
        // Released here, after unlocking.
        let contents = withContents { $0.take() }
        if singletonStart != 0 { ProcessCount.runningSingletons.decrement() }
        ProcessCount.runningSteps.decrement()
        var record = contents?.record ?? Record()
        record.nodes = record.nodes.withoutDuplicates
        return record
    }

    /// Identifies the running task among those that exist; never 0.
    package static var currentTask: UInt64 { UInt64(wiring_task_address()) | 1 }

    // MARK: - Path

    /// This step and those that lead to it, the innermost first, until one whose closure has returned.
    package var chain: UnfoldFirstSequence<AsyncStep> {
        sequence(first: self) { $0.parent.flatMap { $0.isRunning ? $0 : nil } }
    }

    /// The path to the innermost step of the current task.
    package static var path: [PathStep] { current?.chain.map(\.step).reversed() ?? [] }
}

/// Records who waits for which flight, and rejects a wait that would close a cycle. It is a value: its tests run on one thread.
///
/// A waiter is a thread, or the asynchronous flight whose task waits. Both have unique numbers, by which flights know their builder. Only
/// those that are about to wait take the lock.
package struct WaitGraph {
    /// A flight, and the waiter's path to it, from its outermost resolution to what it waits for.
    package typealias Wait = (flight: Flight, path: [PathStep])

    /// Dependencies that need each other.
    package struct Cycle: Error {
        /// The path from a declaration to itself.
        package let path: [PathStep]
    }

    /// The wait graph of this process.
    package static let shared = Protected(WaitGraph())

    private var waits: [UInt64: Wait] = [:]

    /// Records that a thread or a task waits for a flight.
    ///
    /// - Parameters:
    ///   - waiter: The number of the waiter.
    ///   - path: The waiter's path, which ends with the declaration that it waits for.
    /// - Throws: The cycle that this would close, if the builder is the waiter or waits for it. Then nothing is recorded.
    package mutating func begin(_ waiter: UInt64, for flight: Flight, path: [PathStep]) throws(Cycle) {
        if let cycle = cycle(of: waiter, closedBy: (flight, path)) { throw cycle }
        waits[waiter] = (flight, path)
    }

    /// Records that it no longer waits.
    package mutating func end(_ waiter: UInt64) { waits[waiter] = nil }

    /// What a waiter waits for, if the flight is under way.
    package func wait(of waiter: UInt64) -> Wait? { waits[waiter].flatMap { $0.flight.isUnderway ? $0 : nil } }

    private func cycle(of waiter: UInt64, closedBy last: Wait) -> Cycle? {
        // The usual case: its builder does not wait.
        guard last.flight.builder == waiter || waits[last.flight.builder] != nil else { return nil }
        var chain: [Wait] = []
        var next: Wait? = last
        repeat {
            // A waiter whose flight has ended is about to continue.
            guard let wait = next, wait.flight.isUnderway else { return nil }
            chain.append(wait)
            next = waits[wait.flight.builder]
        } while chain[chain.count - 1].flight.builder != waiter
        // The last of the chain waits for the waiter. Each contributes its path from what it builds for the one before it to what
        // it waits for.
        guard let first = chain[chain.count - 1].path.last else { return nil }
        let path = chain.reduce(into: [first]) { path, wait in
            let begin = wait.path.dropLast().lastIndex { $0.declaration == path[path.count - 1].declaration }
            path += wait.path.suffix(from: begin.map { $0 + 1 } ?? wait.path.startIndex)
        }
        return Cycle(path: path)
    }
}
