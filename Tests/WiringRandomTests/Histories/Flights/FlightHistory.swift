/// What the tasks of one program have observed of asynchronous factories.
struct FlightHistory: Sendable {
    /// A declaration in one container. A singleton has one place for all containers except copies.
    struct Place: Hashable, Sendable {
        var container: Int
        var declared: FlightDeclared
        var parameter = 0
    }

    /// One run of a closure.
    struct Flight: Hashable, Sendable {
        var place: Place
        /// When the resolution began that created the flight's task.
        var requested: Int
        /// When the closure began and ended. No other flight has the same stamps.
        var span: Span
        /// The stamp of the registration whose closure it is; 0 for the declaration's.
        var closure = 0
        var hasFailed = false
        /// Whether its task was cancelled at its end, because all callers had left.
        var wasCancelled = false
        /// When the flight began whose instance it has used.
        var needs: Int?
    }

    /// One resolution.
    struct Use: Hashable, Sendable {
        enum Outcome: Hashable, Sendable {
            /// - Parameters:
            ///   - flight: When the flight began.
            ///   - decorations: The decorations of the instance, in their order.
            case instance(flight: Int, decorations: [Int])
            case failure(flight: Int)
            /// The start of the instance has failed.
            case failedStart(flight: Int)
            /// The caller has stopped waiting.
            case left
            /// The container has cancelled the start of the instance.
            case cancelledStart
            /// The instance could not start, because it needs one from before the start of the container.
            case refused
        }

        var place: Place
        var span: Span
        var outcome: Outcome
        /// Whether the caller's task was cancelled at its end.
        var wasCancelled = false
        /// Whether a flight resolves what it needs.
        var isNested = false
    }

    /// One change to a place.
    struct Change: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case register, decorate, clear
            /// A start or a shutdown, which clears if there was something to stop.
            case mayClear
        }

        var place: Place
        var span: Span
        var kind: Kind
    }

    /// One `push` or `pop`.
    struct Save: Hashable, Sendable {
        var container: Int
        var span: Span
        var isPop: Bool
    }

    /// How a copy was made.
    struct Copy: Hashable, Sendable {
        /// The number of the container that was copied.
        var origin: Int
        var span: Span
    }

    /// One contribution to the collection of a container.
    struct Contribution: Hashable, Sendable {
        var container: Int
        var span: Span
    }

    /// One resolution of a collection.
    struct Assembly: Hashable, Sendable {
        var container: Int
        var span: Span
        /// When the parts were contributed.
        var parts: [Int]
    }

    /// One call of a closure that starts, runs or stops an instance.
    struct Call: Hashable, Sendable {
        enum Hook: Hashable, Sendable {
            case start, run, stop
        }

        var flight: Int
        var hook: Hook
        /// Its end is `.max` while it runs.
        var span: Span
        var hasFailed = false
    }

    var flights: [Flight] = []
    var uses: [Use] = []
    var changes: [Change] = []
    var saves: [Save] = []
    /// The copies, by their numbers.
    var copies: [Int: Copy] = [:]
    var contributions: [Contribution] = []
    var assemblies: [Assembly] = []
    var calls: [Call] = []
    /// Whether the run of the root has ended because an instance was dropped.
    var hasDropEndedRun = false
    /// When the operations of the children have returned, by the numbers of the children.
    var childEnds: [Int: Int] = [:]
    /// The numbers of the containers that have a foreign one, by those of the foreign ones.
    var owners: [Int: Int] = [:]
    /// The flights whose closures have got two instances of the scope `.graph`.
    var splitGraphs: [Int] = []
    /// The flights whose instances exist when nothing stores them any longer.
    var leftInstances: Set<Int> = []
}

/// The declarations whose flights are recorded.
enum FlightDeclared: CaseIterable, Sendable {
    /// Built from a singleton.
    case cached
    case single
    /// Cached, and started and stopped.
    case served
    /// Built from what is served, and like that.
    case dependent
    /// Built from what a foreign container serves, and like that.
    case distant
    /// What a session declares. Built from what its parent serves, and like that.
    case session
    /// Cached for each parameter, and built from what is immediate.
    case each
    /// Cached, with an error type that cannot represent a cancellation.
    case typed
    /// Cached. Its closure throws and does not await.
    case immediate

    var parameters: Range<Int> { self == .each ? 0..<2 : 0..<1 }

    /// Whether its instances start and stop.
    var hasHooks: Bool { needsServed || self == .served }

    /// Whether they are built from what is served.
    var needsServed: Bool { [.dependent, .distant, .session].contains(self) }

    /// The declarations of a ``FlightContainer``.
    static let ofContainers = allCases.filter { $0 != .session }

    /// Whether a caller that is cancelled stops waiting.
    var isCancellable: Bool { self != .typed && self != .immediate }
}
