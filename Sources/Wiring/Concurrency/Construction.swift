import WiringThread

/// One construction under way: which thread builds which cell, and how other threads wait for it.
///
/// A thread that finds it in a cell waits until it has ended. The first thread that waits creates the latch: most constructions
/// end before anyone waits. ``WaitGraph`` refuses a wait that would never end. The user's closures run during a construction,
/// but not under a lock.
///
/// A thread reuses one object for its constructions, until another thread has waited for one.
final class Construction: Frame.Completion, @unchecked Sendable {
    // SAFETY: The state is behind a lock, `isAwaited` behind that of the cell. The rest belongs to the builder: others reach a
    // construction under a cell's lock, after `begin()`.

    /// The state that other threads see.
    private enum State {
        /// - Parameter latch: Opens when the construction ends; `nil` while no thread waits.
        case underway(latch: OpaquePointer?)
        /// - Parameter result: The instance; `nil` if the builder's thread exited.
        case ended(result: StoredInstance?, latch: OpaquePointer?)

        var latch: OpaquePointer? {
            switch self {
            case .underway(let latch), .ended(_, let latch): latch
            }
        }
    }

    /// The number of the thread that builds.
    private(set) var builder: UInt64
    /// The cell that it builds; `nil` once it has ended.
    @exclusivity(unchecked) private var cell: Cell.Reference?
    /// The changes that outdate it.
    @exclusivity(unchecked) private(set) var generations: Generation.Watch?
    private(set) var policy = Cell.Policy(scope: .singletons)
    private(set) var start = Start(stamp: Generation.Stamp(), mayPublish: false)
    /// Whether a thread waits or has waited. Guarded by the lock of the cell.
    var isAwaited = false
    /// The ``ThreadRecord/singletonStart`` before this began, if it builds a singleton.
    private var outerSingletonStart: UInt64?
    /// The nodes that dependents of the instance will depend on, so far.
    @exclusivity(unchecked) private var nodes: [AnyLifecycleNode] = []
    private let state = Protected(State.underway(latch: nil))

    init(builder: UInt64 = 0) { self.builder = builder }

    // SAFETY: A thread that waits at the latch retains the construction.
    deinit { state.withLock { $0.latch.map(wiring_latch_free) } }

    /// Begins a construction of the calling thread.
    static func begin() -> Construction {
        let record = ThreadRecord.current
        let construction = record.pointee.takeSpareConstruction() ?? Construction()
        construction.builder = record.pointee.number
        return construction
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

    /// Hides the children that exist now from what the calling thread resolves until the construction ends: a singleton must
    /// not depend on them. See ``ContainerManager/isHidden``.
    func beginSingleton() {
        let record = ThreadRecord.current
        outerSingletonStart = record.pointee.singletonStart
        record.pointee.singletonStart = .unique()
    }

    private func endSingleton() {
        guard let outer = outerSingletonStart else { return }
        outerSingletonStart = nil
        // If the builder's thread is exiting, its record is gone.
        guard let record = ThreadRecord.existing, record.pointee.number == builder else { return }
        record.pointee.singletonStart = outer
    }

    /// Makes the construction available for reuse. No other thread has seen it.
    func recycle() { ThreadRecord.current.pointee.spareConstruction = self }

    /// Ends a construction of the calling thread: publishes its output, and hands it to waiting threads.
    func end(with output: Output) {
        // Moving them out avoids a retain.
        guard let cell = exchange(&cell, with: nil) else { return }
        let generations = exchange(&generations, with: nil)
        if !nodes.isEmpty { nodes = [] }
        endSingleton()
        if cell.publish(output, by: self, outdatedBy: generations) {
            // In this order, because a `deinit` may wait for another thread.
            resumeWaiters(with: output.instance)
            extendLifetime((cell, generations))
        } else {
            // In this order, because a `deinit` may resolve, which begins another construction.
            _ = consume cell
            _ = consume generations
            recycle()
        }
    }

    override func end<T>(with instance: inout T) {
        guard cell != nil else { return }
        guard !nodes.isEmpty else {
            return end(with: policy.output(instance, of: self))
        }
        let nodes = exchange(&nodes, with: []).withoutDuplicates
        end(with: policy.output(instance, nodes, of: self))
        ResolutionStack.addDependenciesOfEnclosing(nodes)
    }

    override func addDependencies(_ nodes: [AnyLifecycleNode]) -> Bool {
        guard cell != nil else { return false }
        self.nodes += nodes
        return true
    }

    override func abandon() {
        endSingleton()
        cell?.abandon(self)
        resumeWaiters(with: nil)
        release()
    }

    private func release() {
        cell = nil
        generations = nil
        nodes = []
    }

    /// Resumes the threads that wait.
    ///
    /// - Parameter result: The instance; `nil` if there is none.
    func resumeWaiters(with result: StoredInstance?) {
        let latch = state.withLock { state in
            let latch = state.latch
            state = .ended(result: result, latch: latch)
            return latch
        }
        if let latch { wiring_latch_open(latch) }
    }

    /// Whether it has ended: a thread that still waits is about to continue.
    var isFinished: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

    /// Waits until the construction has ended.
    ///
    /// - Returns: The instance; `nil` if the builder's thread exited.
    func wait() -> StoredInstance? {
        let latch = state.withLock { state -> OpaquePointer? in
            guard case .underway(let existing) = state else { return nil }
            let latch = existing ?? wiring_latch_make()
            state = .underway(latch: latch)
            return latch
        }
        if let latch { wiring_latch_wait(latch) }
        return state.withLock { if case .ended(let result, _) = $0 { result } else { nil } }
    }
}

extension Construction {
    /// The instance that a construction has built, and its storage.
    struct Output {
        /// How the cell stores the instance.
        enum Storage {
            case none
            case strong
            /// An object weakly, or an ``Outcome``.
            case other(StoredInstance)
        }

        /// The instance, stored strongly, for the callers that are waiting.
        let instance: StoredInstance
        private let storage: Storage

        init(instance: StoredInstance, storage: Storage) {
            self.instance = instance
            self.storage = storage
        }

        /// The instance that the cell stores; `nil` if it stores none.
        var stored: StoredInstance? {
            switch storage {
            case .none: nil
            case .strong: instance
            case .other(let stored): stored
            }
        }

        /// Stores the instance in the cell of the construction.
        ///
        /// - Returns: Whether it was stored.
        // Does not use `stored`, which would retain.
        func publish(in state: inout CellState, by construction: Construction, used: Duration?) -> Bool {
            switch storage {
            case .none: false
            case .strong: state.publish(construction, instance, used: used)
            case .other(let stored): state.publish(construction, stored, used: used)
            }
        }
    }

    /// State captured when a construction began.
    struct Start: Sendable {
        let stamp: Generation.Stamp
        /// Whether the instance may be published.
        let mayPublish: Bool

        /// Whether a later claim may wait for this construction instead of starting its own.
        ///
        /// It may if every change that had ended at the later claim had also ended when this began, and if this may be
        /// published or the later one may not be.
        func suffices(for later: Start) -> Bool {
            stamp.ended >= later.stamp.ended && (mayPublish || !later.mayPublish)
        }
    }
}
