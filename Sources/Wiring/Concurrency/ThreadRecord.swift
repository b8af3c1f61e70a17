import WiringThread

/// The resolutions under way on one thread. Only that thread reads or writes its record.
struct ThreadRecord: ~Copyable {
    /// The number of resolutions under way.
    var depth = 0
    /// The number of completions, the session's included. If it is 0, a frame is popped by decrementing ``depth``.
    var pendingCompletions = 0
    /// A resolution at this depth takes the slow path: there is no room for its frame, or it must be checked for a cycle.
    private(set) var limit = initialCapacity
    private var capacity = initialCapacity
    private var frames = UnsafeMutablePointer<Frame>.allocate(capacity: initialCapacity)
    /// What the fast path hands to the slow path: the declaration, and the closure that replaces the declaration's, if it has
    /// been found.
    private var pending: (declaration: Declaration, closure: ErasedClosure?)?
    /// The thread's number, which is never reused.
    let number = UInt64.unique()
    /// The session of the outermost resolution, once one is needed.
    var session: ResolutionSession?
    /// The number of frames of an `autoRegister()`.
    var automaticRegistrations = 0
    /// Whether a session is ending. Resolutions then leave no trace, because tracing them would not terminate.
    var isEndingSession = false
    /// Containers with lower numbers existed before the construction of a singleton that is under way; 0 if there is none.
    var singletonStart: UInt64 = 0
    /// What the innermost closure of a throwing factory has learnt of.
    var reportedFailures: ReportedFailures?
    /// The `WireRecorder`'s collector, while this thread records what declarations name.
    var wireCollector: AnyObject?
    /// A flight to reuse.
    var spareFlight: Flight?
    /// A session to reuse.
    var spareSession: ResolutionSession?

    private static var initialCapacity: Int { 16 }

    deinit {
        // There are frames only if the thread has exited within a resolution.
        frames.deinitialize(count: depth)
        frames.deallocate()
    }

    /// Whether the thread records which dependencies the declarations with `wire` name.
    static var recordsWires: Bool { existing?.pointee.wireCollector != nil }

    /// The calling thread's record, if it exists.
    static var existing: UnsafeMutablePointer<ThreadRecord>? {
        // SAFETY: Only `make` sets it, to the address of a record, which is freed when the thread exits.
        wiring_thread_record()?.assumingMemoryBound(to: ThreadRecord.self)
    }

    /// The calling thread's record.
    static var current: UnsafeMutablePointer<ThreadRecord> { existing ?? make() }

    @inline(never)
    private static func make() -> UnsafeMutablePointer<ThreadRecord> {
        // SAFETY: As above. On some systems thread-local variables are freed before the destructors of thread-specific keys run.
        if let record = wiring_thread_restore_record() { return record.assumingMemoryBound(to: ThreadRecord.self) }
        let record = UnsafeMutablePointer<ThreadRecord>.allocate(capacity: 1)
        record.initialize(to: ThreadRecord())
        wiring_thread_set_record(
            record,
            { record in
                // What is released here may resolve. It gets another record, which is freed last.
                wiring_thread_clear_record()
                // SAFETY: This is the record that was passed, and its thread exits.
                let record = record.assumingMemoryBound(to: ThreadRecord.self)
                record.deinitialize(count: 1)
                record.deallocate()
            }
        )
        return record
    }

    /// Leaves a declaration to the slow path.
    mutating func leave(_ declaration: Declaration, with closure: ErasedClosure?) { pending = (declaration, closure) }

    /// Takes over what the fast path has left.
    mutating func takeOver() -> (declaration: Declaration, closure: ErasedClosure?) {
        guard let left = exchange(&pending, with: nil) else { fatalError("the fast path has left nothing") }
        return left
    }

    // MARK: - Frames

    /// The frame at a depth.
    // SAFETY: There is a frame for each resolution under way, and no pointer is kept across a change of their number.
    subscript(index: Int) -> Frame { frames[index] }

    /// The completion of the innermost frame, valid until the frame is popped.
    var innermostCompletion: Borrowed<Frame.Completion>? {
        // SAFETY: As above.
        frames[depth - 1].completion.map { Borrowed($0) }
    }

    /// Gives a completion to the innermost frame, which has none.
    mutating func setCompletion(_ completion: Frame.Completion) {
        // SAFETY: As above.
        frames[depth - 1].completion = completion
        pendingCompletions += 1
    }

    /// Whether a resolution at the current depth need not take the slow path.
    var hasRoom: Bool { depth < limit }

    /// Pushes a frame. There must be room for it.
    @inline(__always)
    mutating func push(_ frame: consuming Frame) {
        // SAFETY: The caller has checked that there is room, and memory beyond the depth is uninitialized.
        (frames + depth).initialize(to: frame)
        depth &+= 1
    }

    /// Pops the innermost frame. A frame without a completion may also be popped by decrementing ``depth``, because it owns
    /// nothing.
    mutating func pop() -> Frame {
        depth -= 1
        // SAFETY: The frame was initialized when it was pushed.
        return (frames + depth).move()
    }

    /// Makes room for another frame.
    mutating func reserveFrame() {
        guard depth == capacity else { return }
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: frames, count: depth)
        frames.deallocate()
        (frames, capacity) = (larger, capacity * 2)
        limit = min(capacity, ResolutionStack.cycleCheckDepth)
    }
}

/// The state of the outermost resolution on a thread: the instances of the graph scope, and what observers do
/// when it has ended, such as writing the trace. Sessions are recycled.
package final class ResolutionSession {
    // One thread uses it, so it needs no lock. Exclusive access is not checked, because no access lasts while the user's code
    // runs.

    @exclusivity(unchecked) private var knownGraph: GraphInstances?
    @exclusivity(unchecked) private var spareGraph: GraphInstances?
    @exclusivity(unchecked) private var afterward: [() -> Void] = []

    /// The session of the outermost resolution on this thread, created if there is none.
    ///
    /// Outside of a resolution this returns a new session, which is not stored.
    static var current: ResolutionSession {
        let record = ThreadRecord.current
        if let session = record.pointee.session { return session }
        let session = record.pointee.spareSession.take() ?? ResolutionSession()
        // Outside of a resolution nothing would end the session.
        guard record.pointee.depth > 0 else { return session }
        record.pointee.session = session
        record.pointee.pendingCompletions += 1
        return session
    }

    /// The instances of the graph scope: those of the asynchronous resolution around this one, or else its own.
    var graph: GraphInstances {
        if let knownGraph { return knownGraph }
        let graph = AsyncStep.current?.graph ?? spareGraph.take() ?? GraphInstances()
        knownGraph = graph
        return graph
    }

    /// Those instances, if there have been any.
    package static var existingGraph: GraphInstances? {
        ResolutionStack.currentSession?.knownGraph ?? AsyncStep.current?.existingGraph
    }

    /// The instance of a slot on this thread, if it exists. A time to live is not checked.
    ///
    /// - Parameter slot: Identifies the slot, which the caller has.
    static func value<Value>(_ type: Value.Type, of slot: ObjectIdentifier, _ scope: ScopeID) throws(Miss) -> Value {
        guard let graph = ResolutionStack.currentSession?.knownGraph else { throw Miss() }
        return try graph.value(Value.self, of: slot, scope)
    }

    /// Calls `body` when the outermost resolution has ended, after earlier ones.
    func afterward(_ body: @escaping () -> Void) { afterward.append(body) }

    /// Called on the session's thread when the outermost resolution has ended.
    func end() {
        let ended = exchange(&afterward, with: [])
        if !ended.isEmpty {
            // What an observer resolves is not a part of what an asynchronous closure needs.
            AsyncStep.outside { for body in ended { body() } }
        }
        // A `deinit` may resolve, with another session: this one is off the thread.
        guard var graph = knownGraph.take(), isKnownUniquelyReferenced(&graph) else { return }
        graph.end()
        spareGraph = graph
    }
}
