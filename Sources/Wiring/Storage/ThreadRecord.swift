import WiringThread

/// What one thread knows of the resolutions under way on it. Nobody else reads it.
@usableFromInline
struct ThreadRecord: ~Copyable {
    /// How many resolutions are under way, one within the other.
    @usableFromInline var depth = 0
    /// How many of them, and what else, have to be looked at when a resolution ends.
    @usableFromInline var obligations = 0
    /// A resolution at this depth needs a closer look: there is no frame for it, or it is suspiciously deep.
    private(set) var limit = 0
    private var capacity = 0
    private var frames: UnsafeMutablePointer<Frame>
    /// The declaration whose resolution is about to begin, where there is something to look at.
    var request = Declaration.autoRegistration
    /// The thread's number, which no other thread ever has.
    let number = UniqueNumber.next()
    /// What lives as long as the outermost resolution; `nil` until something needs it.
    var session: ThreadSession?
    /// Whether an outermost resolution is at its end: what it calls then leaves no trace, which would have no end.
    var isEndingSession = false
    /// Constructions under way that no frame has to end, the innermost last.
    var constructions: [Construction] = []
    /// A construction that can be used again.
    var spareConstruction: Construction?
    /// A store of an outermost resolution that can be used again.
    var spareSession: ThreadSession?

    private init() {
        capacity = 16
        limit = capacity
        frames = .allocate(capacity: capacity)
    }

    deinit { frames.deallocate() }

    /// The calling thread's, if it has one already.
    static var existing: UnsafeMutablePointer<ThreadRecord>? {
        // SAFETY: Only `make` sets it, to the address of a record, which is freed at the thread's end.
        wiring_thread_record()?.assumingMemoryBound(to: ThreadRecord.self)
    }

    /// The calling thread's.
    static var current: UnsafeMutablePointer<ThreadRecord> { existing ?? make() }

    @inline(never)
    private static func make() -> UnsafeMutablePointer<ThreadRecord> {
        // SAFETY: As above. On some systems a thread's variables go before the destructors of its keys have run.
        if let record = wiring_thread_restore_record() { return record.assumingMemoryBound(to: ThreadRecord.self) }
        let record = UnsafeMutablePointer<ThreadRecord>.allocate(capacity: 1)
        record.initialize(to: ThreadRecord())
        wiring_thread_set_record(
            record,
            { record in
                // SAFETY: This is what was passed.
                ThreadRecord.end(record.assumingMemoryBound(to: ThreadRecord.self))
            },
            { ForkedChild.begin() }
        )
        return record
    }

    mutating func takeSpareConstruction() -> Construction? {
        defer { spareConstruction = nil }
        return spareConstruction
    }

    // MARK: - Frames

    /// The frame of a resolution, by its depth.
    // SAFETY: There are frames for all resolutions under way, and no pointer outlives the next change of their number.
    subscript(index: Int) -> Frame { frames[index] }

    /// What the innermost resolution has to do at its end, as long as its frame is there.
    var innermostDuty: Unmanaged<Duty>? {
        // SAFETY: As above.
        frames[depth - 1].duty.map { .passUnretained($0) }
    }

    /// Changes what the innermost resolution has to do at its end.
    mutating func exchangeInnermostDuty(for duty: Duty?) -> Duty? {
        // SAFETY: As above.
        exchange(&frames[depth - 1].duty, with: duty)
    }

    /// Adds a frame where there is room.
    @inline(__always)
    mutating func push(_ frame: consuming Frame) {
        // SAFETY: The caller has checked that there is room, and memory beyond the depth is uninitialized.
        (frames + depth).initialize(to: frame)
        depth &+= 1
    }

    /// Takes out the innermost frame. One without a duty may be left by its depth alone.
    mutating func pop() -> Frame {
        depth -= 1
        // SAFETY: It was initialized when it was pushed.
        return (frames + depth).move()
    }

    /// Makes room for another frame.
    mutating func reserveFrame() {
        guard depth == capacity else { return }
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: frames, count: depth)
        frames.deallocate()
        (frames, capacity) = (larger, capacity * 2)
        limit = min(capacity, ResolutionStack.suspiciousDepth)
    }

    // MARK: - End

    /// Ends what a thread has left behind, on that thread: resolutions that have come to nothing.
    private static func end(_ record: UnsafeMutablePointer<ThreadRecord>) {
        // What goes here may resolve: on a record of its own, as the last thing of this thread.
        wiring_thread_clear_record()
        while record.pointee.depth > 0 { record.pointee.pop().duty?.abandon() }
        while let construction = record.pointee.constructions.popLast() { construction.abandon() }
        let session = record.pointee.session
        record.pointee.session = nil
        _ = consume session
        record.deinitialize(count: 1)
        record.deallocate()
    }
}
