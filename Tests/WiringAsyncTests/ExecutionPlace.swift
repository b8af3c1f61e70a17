import Foundation

/// Where code runs: on an actor of these tests, or on none.
enum ExecutionPlace: Sendable {
    case mainActor, actor, globalActor, noActor

    fileprivate static let key = DispatchSpecificKey<ExecutionPlace>()
    private static let markMainQueue: Void = DispatchQueue.main.setSpecific(key: key, value: .mainActor)

    /// Where the calling function runs. It need not be isolated to that actor: code that merely occupies an actor's thread is there, too.
    static var current: ExecutionPlace {
        markMainQueue
        return DispatchQueue.getSpecific(key: key) ?? .noActor
    }
}

/// Where a closure has run, and the thread on which it began.
struct ClosureVisit: Sendable {
    /// The place where it began, and those after each suspension.
    let places: [ExecutionPlace]
    let thread: ObjectIdentifier

    /// A closure that does not suspend.
    static func brief() -> ClosureVisit { ClosureVisit(places: [.current], thread: currentThread) }

    /// A closure that suspends, on the actor of its caller.
    ///
    /// The caller says where it is. With optimization, a closure whose first action is to call a nonisolated(nonsending) function does not
    /// go to its own actor before that (Swift 6.3).
    static func suspending(
        from place: ExecutionPlace = .current,
        on thread: ObjectIdentifier = currentThread
    ) async -> ClosureVisit {
        await Task.yield()
        return ClosureVisit(places: [place, .current], thread: thread)
    }

    static var currentThread: ObjectIdentifier { ObjectIdentifier(Thread.current) }
}

/// Who calls a function.
enum CallerKind: CaseIterable, Sendable {
    case mainActor, actor, globalActor, nonisolated

    var place: ExecutionPlace {
        switch self {
        case .mainActor: .mainActor
        case .actor: .actor
        case .globalActor: .globalActor
        case .nonisolated: .noActor
        }
    }

    /// Calls a function that has its caller's isolation.
    ///
    /// - Returns: What the function returns, and the thread of the call.
    func call<Output: Sendable>(
        _ function: nonisolated(nonsending) @Sendable () async throws -> Output
    ) async rethrows -> (output: Output, thread: ObjectIdentifier) {
        switch self {
        case .mainActor: try await callOnMainActor(function)
        case .actor: try await DeskActor().call(function)
        case .globalActor: try await callOnBureau(function)
        case .nonisolated: try await callOnNoActor(function)
        }
    }
}

/// An actor that runs at a place of its own.
actor DeskActor {
    private let queue = Queue(.actor)
    private(set) var places: [ExecutionPlace] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func add(_ visit: ClosureVisit) { places += visit.places }

    fileprivate func call<Output: Sendable>(
        _ function: nonisolated(nonsending) @Sendable () async throws -> Output
    ) async rethrows -> (Output, ObjectIdentifier) {
        let thread = ClosureVisit.currentThread
        return (try await function(), thread)
    }
}

/// A global actor that runs at a place of its own.
@globalActor actor BureauActor {
    static let shared = BureauActor()
    private let queue = Queue(.globalActor)

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
}

@MainActor private func callOnMainActor<Output: Sendable>(
    _ function: nonisolated(nonsending) @Sendable () async throws -> Output
) async rethrows -> (Output, ObjectIdentifier) {
    let thread = ClosureVisit.currentThread
    return (try await function(), thread)
}

@BureauActor private func callOnBureau<Output: Sendable>(
    _ function: nonisolated(nonsending) @Sendable () async throws -> Output
) async rethrows -> (Output, ObjectIdentifier) {
    let thread = ClosureVisit.currentThread
    return (try await function(), thread)
}

@concurrent private func callOnNoActor<Output: Sendable>(
    _ function: nonisolated(nonsending) @Sendable () async throws -> Output
) async rethrows -> (Output, ObjectIdentifier) {
    let thread = ClosureVisit.currentThread
    return (try await function(), thread)
}

private final class Queue: SerialExecutor {
    private let queue = DispatchQueue(label: "place")

    init(_ place: ExecutionPlace) { queue.setSpecific(key: ExecutionPlace.key, value: place) }

    func enqueue(_ job: UnownedJob) { queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
}
