/// The resolutions under way on the calling thread, each within the one before.
///
/// A resolution begins and ends on one thread without suspending, so the thread's stack is the path that leads to it. Every
/// resolution pushes a frame. That takes a few stores, and every error and every graph knows its path.
@usableFromInline
package enum ResolutionStack {
    /// Resolutions at this depth and beyond take the slow path, and are checked for cycles.
    package static var cycleCheckDepth: Int { 200 }

    /// Whether a resolution at a depth is checked for a cycle: 200 deep, 400, 800, and so on. A cycle reaches one of them soon, and a
    /// recursion that ends takes linear time in all.
    package static func isCycleCheckDue(at depth: Int) -> Bool {
        let (multiple, remainder) = (depth - 1).quotientAndRemainder(dividingBy: cycleCheckDepth)
        return remainder == 0 && multiple.nonzeroBitCount == 1
    }

    /// Pushes a frame.
    static func push(_ frame: consuming Frame) {
        let record = ThreadRecord.current
        record.pointee.reserveFrame()
        if frame.completion != nil { record.pointee.pendingCompletions += 1 }
        record.pointee.push(frame)
    }

    /// Pops the innermost frame. The outermost frame ends the session.
    package static func pop() {
        let record = ThreadRecord.current
        let frame = record.pointee.pop()
        if frame.completion != nil { record.pointee.pendingCompletions -= 1 }
        if record.pointee.depth == 0, record.pointee.session != nil { endSession(on: record) }
    }

    /// Runs `body` within a frame.
    package static func withFrame<Result>(
        _ step: PathStep,
        completion: Frame.Completion? = nil,
        _ body: () -> Result
    ) -> Result {
        push(Frame(step: step, completion: completion))
        defer { pop() }
        return body()
    }

    // MARK: - Followers

    /// Records that the innermost instance that is being built depends on followed ones. Those that are not stored are skipped.
    ///
    /// - Parameter skipped: The number of innermost frames that are not that of the instance.
    package static func addDependencies(_ nodes: [FollowerHandle], skipping skipped: Int = 0) {
        guard !nodes.isEmpty else { return }
        let record = ThreadRecord.current
        for index in (0..<record.pointee.depth - skipped).reversed()
        where record.pointee[index].completion?.addDependencies(nodes) == true { return }
        AsyncStep.current?.addDependencies(nodes)
    }

    /// Whether a dependency must be recorded: a construction on this thread, or in this task, may store its instance.
    static var recordsDependencies: Bool {
        // A frame without a completion stores none.
        ThreadRecord.existing.map { $0.pointee.pendingCompletions > 0 } ?? false || AsyncStep.current != nil
    }

    // MARK: - Path

    /// The number of resolutions under way.
    package static var depth: Int { ThreadRecord.existing?.pointee.depth ?? 0 }

    /// The ``ThreadRecord/singletonStart`` of the calling thread.
    static var singletonStart: UInt64 { ThreadRecord.existing?.pointee.singletonStart ?? 0 }

    /// The calling thread's number, which is never reused.
    package static var threadNumber: UInt64 { ThreadRecord.current.pointee.number }

    /// The path from the outermost frame to the innermost, after the asynchronous factories that lead there.
    package static var path: [PathStep] {
        guard let record = ThreadRecord.existing else { return AsyncStep.path }
        // Not with `filter` and `map`, which would copy all frames.
        var path = AsyncStep.path
        for index in 0..<record.pointee.depth where record.pointee[index].completion?.isShown ?? true {
            path.append(record.pointee[index].step)
        }
        return path
    }

    /// The singleton that is being built on this thread or in this task, the innermost one.
    static var singleton: PathStep? {
        if let frame = frames.last(where: { $0.completion?.buildsSingleton == true }) { return frame.step }
        return AsyncStep.current?.chain.first { $0.buildsSingleton }?.step
    }

    /// Where the innermost resolution was called, if it is on the slow path or asynchronous, and that is known.
    static var currentCall: CallSite? {
        guard let innermost = frames.last else { return AsyncStep.current?.call }
        return innermost.completion?.call
    }

    /// The frame of a container's `autoRegister()`, if the calling thread is running it. The number identifies the container.
    static func automaticRegistration(of container: UInt64) -> Frame? {
        guard let record = ThreadRecord.existing, record.pointee.automaticRegistrations > 0 else { return nil }
        for index in 0..<record.pointee.depth {
            let frame = record.pointee[index]
            if frame.step.containerNumber == container, frame.step.declaration == .autoRegistration { return frame }
        }
        return nil
    }

    /// The module whose installation is the innermost frame.
    static var moduleUnderInstallation: (any Any.Type)? {
        guard let record = ThreadRecord.existing, record.pointee.depth > 0 else { return nil }
        let declaration = record.pointee[record.pointee.depth - 1].step.declaration
        return declaration.site.key == Declaration.modules.site.key ? declaration.product : nil
    }

    /// The path from an earlier frame of the innermost declaration to the innermost frame, if there is one.
    ///
    /// - Parameter isSame: Whether an earlier frame of that declaration is a repetition of the last. Called from the innermost
    ///   frame outwards.
    static func repetition(where isSame: (_ earlier: Frame, _ last: Frame) -> Bool) -> [PathStep]? {
        let frames = frames
        guard let last = frames.last else { return nil }
        let repeated = frames.indices.dropLast().last { index in
            frames[index].step.declaration == last.step.declaration && isSame(frames[index], last)
        }
        return repeated.map { frames[$0...].map(\.step) }
    }

    /// All frames, the outermost first. Linear in their number.
    static var frames: [Frame] {
        guard let record = ThreadRecord.existing else { return [] }
        return (0..<record.pointee.depth).map { record.pointee[$0] }
    }

    // MARK: - Sessions

    /// The session of the outermost resolution, if it has one.
    static var currentSession: ResolutionSession? { ThreadRecord.existing?.pointee.session }

    /// Whether a session is ending: its logger is called, and its instances are released.
    static var isEndingSession: Bool { ThreadRecord.existing?.pointee.isEndingSession ?? false }

    private static func endSession(on record: UnsafeMutablePointer<ThreadRecord>) {
        guard let session = record.pointee.session else { return }
        // Taken off the thread first, because the user's code may resolve while the session ends.
        record.pointee.session = nil
        record.pointee.pendingCompletions -= 1
        let isWithinAnother = record.pointee.isEndingSession
        record.pointee.isEndingSession = true
        session.end()
        record.pointee.isEndingSession = isWithinAnother
        // A session in between may have been recycled already.
        if record.pointee.spareSession == nil { record.pointee.spareSession = session }
    }

    // MARK: - End

    /// Ends the innermost resolution with the instance that the declaration's closure returned, and decorates the instance.
    @usableFromInline
    @inline(never)
    package static func finish<T>(_ instance: inout T) {
        guard let record = ThreadRecord.existing, record.pointee.pendingCompletions == 0 else {
            return complete(&instance)
        }
        record.pointee.depth &-= 1
    }

    @inline(never)
    private static func complete<T>(_ instance: inout T) {
        // SAFETY: The frame retains its completion until it is popped.
        ThreadRecord.current.pointee.innermostCompletion?.with { $0.end(with: &instance) }
        pop()
    }
}

/// One resolution under way, on the stack of the thread that runs it.
package struct Frame {
    let step: PathStep
    /// The work that ends the resolution, besides popping this frame.
    var completion: Completion?

    /// The work that ends a resolution, if it is more than popping the frame.
    // Not in an extension, where the compiler does not always find the superclass of a resolution (Swift 6.3).
    package class Completion {
        /// Completes the resolution with the instance that the declaration's closure returned, which this may decorate.
        func end<T>(with instance: inout T) {}

        /// Stores the instance, if a scope keeps it, as a part of the ``end(with:)`` of those that show it as well.
        package func store<T>(_ instance: inout T) { end(with: &instance) }

        /// Records that the instance that is being built depends on nodes.
        ///
        /// - Returns: `false` if the instance is not stored. The enclosing instance then depends on them.
        package func addDependencies(_ nodes: [FollowerHandle]) -> Bool { false }

        /// Ends the resolution with the error that a closure has thrown.
        package func fail(_ failure: ConstructionFailure) {}

        /// Ends the resolution without an instance.
        package func abandon() {}

        /// Whether paths show the frame: it is that of a dependency, or of a call that names some.
        var isShown: Bool { true }
        /// Whether it builds a singleton.
        var buildsSingleton: Bool { false }
        /// The parameter of the resolution, if it takes one and the resolution is on the slow path.
        var parameter: AnyParameter? { nil }
        /// Where the resolution was called, if that is known.
        var call: CallSite? { nil }
    }
}
