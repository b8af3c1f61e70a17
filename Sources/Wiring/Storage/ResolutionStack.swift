public import WiringThread

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
    /// Not retained: whoever pushes a frame keeps the container for as long as it stands.
    @usableFromInline let container: Unmanaged<AnyObject>
    @usableFromInline let role: Role
    /// The parameter, of the declaration's type; `nil` where it takes none, or nobody looked.
    @usableFromInline let parameter: UnsafeRawPointer?
    /// How many frames are around this one.
    @usableFromInline let depth: Int

    @inlinable
    init(
        parent: UnsafePointer<Frame>?,
        declaration: Declaration,
        container: Unmanaged<AnyObject>,  // As above.
        role: Role,
        parameter: UnsafeRawPointer?,
        depth: Int
    ) {
        self.parent = parent
        self.declaration = declaration
        self.container = container
        self.role = role
        self.parameter = parameter
        self.depth = depth
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
    @inlinable
    static func withFrame<Result>(
        _ declaration: Declaration,
        of container: AnyObject,
        role: Frame.Role = .resolution,
        parameter: UnsafeRawPointer? = nil,
        _ body: () -> Result
    ) -> Result {
        let thread = wiring_thread()
        // Holds because only this function writes `top`, and always the address of a frame that outlives the write.
        let parent = thread.pointee.top?.assumingMemoryBound(to: Frame.self)
        let frame = Frame(
            parent: parent,
            declaration: declaration,
            // Holds because the caller keeps the container for as long as the frame stands.
            container: Unmanaged.passUnretained(container),
            role: role,
            parameter: parameter,
            depth: parent.map { $0.pointee.depth + 1 } ?? 0
        )
        return withUnsafePointer(to: frame) { pointer in
            thread.pointee.top = UnsafeRawPointer(pointer)
            defer {
                thread.pointee.top = UnsafeRawPointer(parent)
                if parent == nil, thread.pointee.session != nil { endSession() }
            }
            return withExtendedLifetime(container) { body() }
        }
    }

    /// Whether the stack is no deeper than resolutions usually are.
    @inlinable
    static var isShallow: Bool {
        guard let top = wiring_thread().pointee.top else { return true }
        // Holds as in `withFrame`.
        return top.assumingMemoryBound(to: Frame.self).pointee.depth < suspiciousDepth
    }

    /// The calling thread's number, which no other thread ever has.
    static var threadNumber: UInt64 {
        let thread = wiring_thread()
        if thread.pointee.number == 0 { thread.pointee.number = UniqueNumber.next() }
        return thread.pointee.number
    }

    /// How many frames are around the innermost one.
    static var level: Int { top?.pointee.depth ?? 0 }

    /// The path from the outermost frame to the innermost.
    static var path: [PathStep] { frames.map(\.pointee.step).reversed() }

    /// Whether `container` is registering automatically, on this thread, at this moment.
    static func isRegisteringAutomatically(_ container: AnyObject) -> Bool {
        frames.contains { frame in
            frame.pointee.role == .autoRegistration && frame.pointee.container.toOpaque() == identity(container)
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
        let repeated = frames.dropFirst().first { frame in
            frame.pointee.role == top.pointee.role
                && frame.pointee.declaration == top.pointee.declaration
                && isSame(frame, top)
        }
        guard let repeated else { return nil }
        return path.suffix(top.pointee.depth - repeated.pointee.depth + 1)
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
        let session = make()
        // Holds because `endSession()` releases it, once.
        if top != nil { thread.pointee.session = Unmanaged.passRetained(session as ThreadSession).toOpaque() }
        return session
    }

    /// Whether the outermost resolution has a store.
    static var hasSession: Bool { wiring_thread().pointee.session != nil }

    /// Whether an outermost resolution is telling its logger, and letting go what it kept.
    static var isEndingSession: Bool { wiring_thread().pointee.is_ending_session }

    /// Takes the instances of a container out of the outermost resolution's store.
    static func forgetInstances(of owner: AnyObject) -> Leftover {
        guard let session = wiring_thread().pointee.session else { return () }
        // Holds as in `session(_:)`.
        return Unmanaged<ThreadSession>.fromOpaque(session).takeUnretainedValue().forgetInstances(of: owner)
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
        // Holds because `session(_:)` retained it, and it is off the thread, so that it is released here once.
        Unmanaged<ThreadSession>.fromOpaque(session).takeRetainedValue().end()
    }

    private static var top: UnsafePointer<Frame>? {
        // Holds as in `withFrame`.
        wiring_thread().pointee.top?.assumingMemoryBound(to: Frame.self)
    }

    private static var frames: some Sequence<UnsafePointer<Frame>> {
        sequence(state: top) { next in
            defer { next = next?.pointee.parent }
            return next
        }
    }

    private static func identity(_ object: AnyObject) -> UnsafeMutableRawPointer {
        // Holds because the address is only compared, while the caller has the object.
        Unmanaged.passUnretained(object).toOpaque()
    }
}

/// What lives as long as one outermost resolution.
class ThreadSession {
    /// Called once, on the thread of the resolution, when nothing is being resolved there any more.
    func end() {}

    /// Takes out the instances of a container that has been reset, to be released by the caller.
    func forgetInstances(of owner: AnyObject) -> Leftover { () }
}

extension Frame {
    fileprivate var step: PathStep {
        // Holds because the container outlives the frame.
        let container = container.takeUnretainedValue()
        return PathStep(declaration: declaration, container: "\(type(of: container))")
    }
}
