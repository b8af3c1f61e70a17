public import WiringThread

/// Which container a resolution is of. It is not retained: nobody need have the container any more.
@usableFromInline
struct ContainerIdentity: Equatable {
    @usableFromInline let object: ObjectIdentifier
    @usableFromInline let type: AnyObject.Type

    @export(implementation)
    @inline(__always)
    init(_ container: AnyObject) {
        object = ObjectIdentifier(container)
        type = Swift.type(of: container)
    }

    @export(implementation)
    @inline(__always)
    static func == (left: ContainerIdentity, right: ContainerIdentity) -> Bool { left.object == right.object }
}

/// One resolution under way, on the stack of the thread that runs it.
@usableFromInline
struct Frame {
    /// What a frame stands for.
    @usableFromInline
    enum Role: Sendable {
        case resolution
        case autoRegistration
    }

    @usableFromInline let parent: UnsafePointer<Frame>?
    @usableFromInline let declaration: Declaration
    @usableFromInline let container: ContainerIdentity
    @usableFromInline let role: Role
    /// The parameter, of the declaration's type; `nil` where it takes none, or nobody looked.
    @usableFromInline let parameter: UnsafeRawPointer?

    @export(implementation)
    @inline(__always)
    init(
        parent: UnsafePointer<Frame>?,
        declaration: Declaration,
        container: ContainerIdentity,
        role: Role,
        parameter: UnsafeRawPointer?
    ) {
        self.parent = parent
        self.declaration = declaration
        self.container = container
        self.role = role
        self.parameter = parameter
    }
}

/// The resolutions under way on the calling thread, one within the other.
///
/// A resolution runs from its begin to its end on one thread, without suspending, so the thread's own stack is the
/// path that leads to it. A frame is pushed even by the resolutions that need nothing else: a few stores, beside which
/// the initializer's allocation is large, and in return every error and every graph knows its path.
@usableFromInline
enum ResolutionStack {
    /// So many frames within each other are taken for a sign that the resolution goes round in a circle.
    @usableFromInline static let suspiciousDepth = 200

    /// Runs `body` within a frame of its own.
    ///
    /// - Parameter parameter: Points to the parameter that the declaration is resolved for, as long as `body` runs.
    static func withFrame<Result>(
        _ declaration: Declaration,
        of container: AnyObject,
        role: Frame.Role = .resolution,
        parameter: UnsafeRawPointer? = nil,
        _ body: () -> Result
    ) -> Result {
        let thread = wiring_thread()
        let frame = Frame(
            parent: top,
            declaration: declaration,
            container: ContainerIdentity(container),
            role: role,
            parameter: parameter
        )
        return withUnsafePointer(to: frame) { pointer in
            push(pointer, on: thread)
            defer {
                pop(frame.parent, off: thread)
                if thread.pointee.depth == 0 { endSession() }
            }
            return body()
        }
    }

    /// Calls a factory's closure within a frame of its own.
    @export(implementation)
    @inline(__always)
    static func call<P, T>(
        _ make: (P) -> T,
        _ parameters: P,
        _ declaration: Declaration,
        of container: ContainerIdentity
    ) -> T {
        let thread = wiring_thread()
        let frame = Frame(
            parent: top,
            declaration: declaration,
            container: container,
            role: .resolution,
            parameter: nil
        )
        return withUnsafePointer(to: frame) { pointer in
            push(pointer, on: thread)
            let instance = make(parameters)
            pop(frame.parent, off: thread)
            if thread.pointee.session == nil || thread.pointee.depth != 0 { return instance }
            return endingSession(instance)
        }
    }

    @export(implementation)
    @inline(__always)
    static func push(_ frame: UnsafePointer<Frame>, on thread: UnsafeMutablePointer<wiring_thread_t>) {
        thread.pointee.top = UnsafeRawPointer(frame)
        thread.pointee.depth &+= 1
    }

    @export(implementation)
    @inline(__always)
    static func pop(_ parent: UnsafePointer<Frame>?, off thread: UnsafeMutablePointer<wiring_thread_t>) {
        thread.pointee.top = UnsafeRawPointer(parent)
        thread.pointee.depth &-= 1
    }

    /// A way out of ``call(_:_:_:of:)`` of its own: what it calls may release, which the other does not.
    @export(implementation)
    @inline(never)
    static func endingSession<T>(_ instance: T) -> T {
        endSession()
        return instance
    }

    /// How many resolutions are under way, one within the other.
    @export(implementation)
    @inline(__always)
    static var depth: Int { wiring_thread().pointee.depth }

    /// The calling thread's number, which no other thread ever has.
    static var threadNumber: UInt64 { ThreadRecord.current.pointee.number }

    /// The path from the outermost frame to the innermost.
    static var path: [PathStep] { frames.map(\.pointee.step).reversed() }

    /// Whether `container` is registering automatically, on this thread, at this moment.
    static func isRegisteringAutomatically(_ container: AnyObject) -> Bool {
        frames.contains { frame in
            frame.pointee.role == .autoRegistration && frame.pointee.container == ContainerIdentity(container)
        }
    }

    /// The path from an earlier frame of the innermost declaration to its last, if it is within itself.
    ///
    /// - Parameter isSame: Whether an earlier frame of that declaration, which comes before the last, is taken for the same.
    ///   It is asked from the inside out.
    static func repetition(
        where isSame: (_ earlier: UnsafePointer<Frame>, _ last: UnsafePointer<Frame>) -> Bool
    ) -> [PathStep]? {
        guard let top else { return nil }
        let repeated = frames.enumerated().dropFirst().first { _, frame in
            frame.pointee.role == top.pointee.role
                && frame.pointee.declaration == top.pointee.declaration
                && isSame(frame, top)
        }
        guard let repeated else { return nil }
        return path.suffix(repeated.offset + 1)
    }

    /// The path from the last frame of the innermost declaration before it, of the same container, to itself.
    static var circle: [PathStep] {
        repetition { earlier, last in earlier.pointee.container == last.pointee.container } ?? path
    }

    /// The outermost resolution's own store, made by `make` where there is none yet.
    ///
    /// Outside of any resolution a new one is returned, which nobody keeps.
    static func session<Session: ThreadSession>(_ make: () -> Session) -> Session {
        let thread = wiring_thread()
        if let session = thread.pointee.session {
            // Holds because `session` is only ever set below, from an object of the one class that is used here.
            return Unmanaged<Session>.fromOpaque(session).takeUnretainedValue()
        }
        // Holds as above; and what is spare was retained in `endSession()`, and is taken here once.
        let record = ThreadRecord.current
        let session =
            record.pointee.spareSession.map { Unmanaged<Session>.fromOpaque($0.toOpaque()) } ?? .passRetained(make())
        record.pointee.spareSession = nil
        // Outside of any resolution there is no end at which it could be given back.
        guard top != nil else { return session.takeRetainedValue() }
        // Holds because `endSession()` gives it back, or releases it, once.
        thread.pointee.session = session.toOpaque()
        return session.takeUnretainedValue()
    }

    /// The outermost resolution's own store, if it has one. It stays on this thread as long as the resolution.
    static func currentSession<Session: ThreadSession>(_ type: Session.Type) -> Unmanaged<Session>? {
        guard let session = wiring_thread().pointee.session else { return nil }
        // Holds as in `session(_:)`.
        return .fromOpaque(session)
    }

    /// Whether the outermost resolution has a store.
    static var hasSession: Bool { wiring_thread().pointee.session != nil }

    /// Whether an outermost resolution is telling its logger, and letting go what it kept.
    static var isEndingSession: Bool { wiring_thread().pointee.is_ending_session }

    /// Clears the instances of a container in the outermost resolution's store.
    static func clear(_ clearing: Clearing, of owner: AnyObject) -> Leftover {
        guard let session = wiring_thread().pointee.session else { return () }
        // Holds as in `session(_:)`.
        return Unmanaged<ThreadSession>.fromOpaque(session).takeUnretainedValue().clear(clearing, of: owner)
    }

    /// Ends the outermost resolution's store: takes it off the thread first, because its end may resolve again.
    @usableFromInline
    @inline(never)
    static func endSession() {
        let thread = wiring_thread()
        guard let session = thread.pointee.session else { return }
        thread.pointee.session = nil
        let isWithinAnother = thread.pointee.is_ending_session
        thread.pointee.is_ending_session = true
        defer { thread.pointee.is_ending_session = isWithinAnother }
        // Holds because `session(_:)` retained it, and it is off the thread, so that it is released or given back here once.
        let ended = Unmanaged<ThreadSession>.fromOpaque(session)
        ended._withUnsafeGuaranteedRef { $0.end() }
        let record = ThreadRecord.current
        // One that came between may have been given back already.
        guard record.pointee.spareSession == nil else { return ended.release() }
        record.pointee.spareSession = ended
    }

    /// Runs `body`, which resolves for a call on the slow path.
    @export(implementation)
    static func withCall<Result>(_ call: CallSite, _ body: () -> Result) -> Result {
        let outer = enter(call)
        defer { leave(to: outer) }
        return body()
    }

    @usableFromInline
    static func enter(_ call: CallSite) -> (site: CallSite, depth: Int)? {
        let record = ThreadRecord.current
        defer { record.pointee.call = (call, depth) }
        return record.pointee.call
    }

    @usableFromInline
    static func leave(to outer: (site: CallSite, depth: Int)?) { ThreadRecord.current.pointee.call = outer }

    /// Where the innermost resolution was called, if it is on the slow path and that is known.
    static var currentCall: CallSite? {
        guard let call = ThreadRecord.current.pointee.call, call.depth == depth - 1, call.site.isKnown else {
            return nil
        }
        return call.site
    }

    /// Forgets what was under way, because the thread ends.
    static func abandon() {
        let thread = wiring_thread()
        thread.pointee.top = nil
        thread.pointee.depth = 0
        // Holds because `session(_:)` retained it, and it is off the thread, so that it is released here once.
        let session = thread.pointee.session.map { Unmanaged<ThreadSession>.fromOpaque($0).takeRetainedValue() }
        thread.pointee.session = nil
        _ = consume session
    }

    @export(implementation) @inline(__always) static var top: UnsafePointer<Frame>? {
        // Holds because only `push` and `pop` write it, and always the address of a frame that outlives the write.
        wiring_thread().pointee.top?.assumingMemoryBound(to: Frame.self)
    }

    private static var frames: some Sequence<UnsafePointer<Frame>> {
        sequence(state: top) { next in
            defer { next = next?.pointee.parent }
            return next
        }
    }
}

/// What lives as long as one outermost resolution.
class ThreadSession {
    /// Called on the thread of the resolution, when nothing is being resolved there any more. It may be used again then.
    func end() {}

    /// Clears instances of a container, and returns what was there, to be released by the caller.
    func clear(_ clearing: Clearing, of owner: AnyObject) -> Leftover { () }
}

extension Frame {
    fileprivate var step: PathStep { PathStep(declaration: declaration, container: "\(container.type)") }
}
