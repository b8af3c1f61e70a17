/// The resolutions under way on the calling thread, one within the other.
///
/// A resolution runs from its begin to its end on one thread, without suspending, so the thread's own stack is the
/// path that leads to it. A frame is pushed even by the resolutions that need nothing else: a few stores, beside which
/// the initializer's allocation is large, and in return every error and every graph knows its path.
@usableFromInline
enum ResolutionStack {
    /// The depth from which resolutions are checked for a cycle.
    static var suspiciousDepth: Int { 200 }

    /// Pushes a frame.
    static func push(_ frame: consuming Frame) {
        let record = ThreadRecord.current
        record.pointee.reserveFrame()
        if frame.duty != nil { record.pointee.obligations += 1 }
        record.pointee.push(frame)
    }

    /// Pops the innermost frame, and ends the outermost resolution's store with the outermost frame.
    static func pop() {
        let record = ThreadRecord.current
        let frame = record.pointee.pop()
        if frame.duty != nil { record.pointee.obligations -= 1 }
        if record.pointee.depth == 0, record.pointee.session != nil { endSession(on: record) }
    }

    /// Changes what the innermost resolution has to do at its end.
    static func setDuty(_ duty: Duty?) {
        let record = ThreadRecord.current
        let old = record.pointee.exchangeInnermostDuty(for: duty)
        record.pointee.obligations += (duty == nil ? 0 : 1) - (old == nil ? 0 : 1)
    }

    /// Runs `body` within a frame of its own.
    static func withFrame<Result>(
        _ declaration: Declaration,
        of container: ContainerIdentity,
        _ body: () -> Result
    ) -> Result {
        push(Frame(declaration: declaration, container: container))
        defer { pop() }
        return body()
    }

    /// Runs what builds for a construction that no frame ends: it is abandoned if the thread ends within `body`.
    static func building<Result>(_ construction: Construction, _ body: () -> Result) -> Result {
        let record = ThreadRecord.current
        record.pointee.constructions.append(construction)
        defer { record.pointee.constructions.removeLast() }
        return body()
    }

    /// How many resolutions are under way, one within the other.
    static var depth: Int { ThreadRecord.existing?.pointee.depth ?? 0 }

    /// The calling thread's number, which no other thread ever has.
    static var threadNumber: UInt64 { ThreadRecord.current.pointee.number }

    /// The path from the outermost frame to the innermost.
    static var path: [PathStep] { frames.map(\.step) }

    /// Where the innermost resolution was called, if it is on the slow path and that is known.
    static var currentCall: CallSite? { frames.last?.duty?.call }

    /// Whether the container of a number is registering automatically, on this thread, at this moment.
    static func isRegisteringAutomatically(_ container: UInt64) -> Bool {
        guard let record = ThreadRecord.existing else { return false }
        for index in 0..<record.pointee.depth {
            let frame = record.pointee[index]
            if frame.container.number == container, frame.declaration == .autoRegistration { return true }
        }
        return false
    }

    /// The path from an earlier frame of the innermost declaration to its last, if it is within itself.
    ///
    /// - Parameter isSame: Whether an earlier frame of that declaration counts as a repetition of the last. Called from the
    ///   innermost frame outwards.
    static func repetition(where isSame: (_ earlier: Frame, _ last: Frame) -> Bool) -> [PathStep]? {
        let frames = frames
        guard let last = frames.last else { return nil }
        let repeated = frames.indices.dropLast().last { index in
            frames[index].declaration == last.declaration && isSame(frames[index], last)
        }
        return repeated.map { frames[$0...].map(\.step) }
    }

    /// The path from the last frame of the innermost declaration before it, of the same container, to itself.
    static var circle: [PathStep] { repetition { $0.container == $1.container } ?? path }

    /// All frames, the outermost first. Linear in their number.
    static var frames: [Frame] {
        guard let record = ThreadRecord.existing else { return [] }
        return (0..<record.pointee.depth).map { record.pointee[$0] }
    }

    // MARK: - Sessions

    /// The outermost resolution's own store, made by `make` where there is none yet.
    ///
    /// Outside of any resolution a new one is returned, which nobody keeps.
    static func session(_ make: () -> ThreadSession) -> ThreadSession {
        let record = ThreadRecord.current
        if let session = record.pointee.session { return session }
        let session = record.pointee.spareSession ?? make()
        record.pointee.spareSession = nil
        // Outside of any resolution there is no end at which it could be given back.
        guard record.pointee.depth > 0 else { return session }
        record.pointee.session = session
        record.pointee.obligations += 1
        return session
    }

    /// The outermost resolution's own store, if it has one.
    static var currentSession: ThreadSession? { ThreadRecord.existing?.pointee.session }

    /// Whether an outermost resolution is telling its logger, and letting go what it kept.
    static var isEndingSession: Bool { ThreadRecord.existing?.pointee.isEndingSession ?? false }

    /// Clears the instances of a container in the outermost resolution's store.
    static func clear(_ clearing: Clearing, of owner: AnyObject) -> Leftover {
        currentSession?.clear(clearing, of: owner) ?? ()
    }

    /// Ends the outermost resolution's store: takes it off the thread first, because its end may resolve again.
    private static func endSession(on record: UnsafeMutablePointer<ThreadRecord>) {
        guard let session = record.pointee.session else { return }
        record.pointee.session = nil
        record.pointee.obligations -= 1
        let isWithinAnother = record.pointee.isEndingSession
        record.pointee.isEndingSession = true
        session.endOutermost()
        record.pointee.isEndingSession = isWithinAnother
        // One that came between may have been given back already.
        if record.pointee.spareSession == nil { record.pointee.spareSession = session }
    }
}

/// What lives as long as one outermost resolution.
class ThreadSession: Duty {
    /// Called on the thread of the resolution, when nothing is being resolved there any more. It may be used again then.
    func endOutermost() {}

    /// Clears instances of a container, and returns what was there, to be released by the caller.
    func clear(_ clearing: Clearing, of owner: AnyObject) -> Leftover { () }
}
