import WiringThread

/// Counts the changes that outdate constructions without touching their cells.
///
/// A construction that began before such a change, or during it, may have received something that the change removes elsewhere.
/// So it is not published.
struct Generation: ~Copyable, Sendable {
    /// How many changes have begun and ended at one moment.
    struct Stamp: Equatable, Sendable {
        var begun: UInt64 = 0
        var ended: UInt64 = 0

        /// Whether no change is under way.
        var isQuiet: Bool { begun == ended }

        static func + (left: Stamp, right: Stamp) -> Stamp {
            Stamp(begun: left.begun + right.begun, ended: left.ended + right.ended)
        }
    }

    /// An object whose changes outdate constructions.
    protocol Source: AnyObject {
        /// The changes so far that affect constructions of a declaration for a scope.
        func stamp(for scope: ScopeID, of declaration: Declaration) -> Stamp

        /// Lets copies take over the instances of a declaration, which are about to change. Called without their lock.
        func preserve(_ declaration: Declaration)

        #if DEBUG
            /// Logs that a weak scope does not keep an instance, because it is a value.
            func logSharedValue(of declaration: Declaration)
        #endif
    }

    /// The changes that outdate constructions of one declaration.
    struct Watch {
        let source: any Source
        let declaration: Declaration

        /// The changes so far that affect constructions for a scope.
        func stamp(for scope: ScopeID) -> Stamp { source.stamp(for: scope, of: declaration) }

        /// Lets copies take over the instances, which are about to change. Called without their lock.
        @inline(never)
        func preserve() { if Sharing.exists { source.preserve(declaration) } }
    }

    /// The changes that affect one scope each.
    struct ScopeStamps {
        struct Entry {
            /// Whoever builds an instance for the scope retains it.
            weak var scope: AnyObject?
            var stamp = Stamp()
        }

        private(set) var entries: [ScopeID: Entry] = [:]
        /// The number of entries at which those of scopes that are gone are removed.
        private var limit = 16

        mutating func change(_ id: ScopeID, of scope: AnyObject, _ change: (inout Stamp) -> Void) {
            change(&entries[id, default: Entry(scope: scope)].stamp)
            guard entries.count > limit else { return }
            entries = entries.filter { $0.value.scope != nil }
            limit = max(16, 2 * entries.count)
        }
    }

    /// Changes that affect all constructions.
    private let begun = AtomicWord()
    private let ended = AtomicWord()
    let scopes = LazyReference<Protected<ScopeStamps>>()

    /// The changes so far that affect constructions for a scope.
    func stamp(for scope: ScopeID) -> Stamp {
        // In this order: if both counts are equal, no change was under way when the first was read.
        let ended = ended.ordered
        let begun = begun.ordered
        let whole = Stamp(begun: begun, ended: ended)
        guard let scopes = scopes.made else { return whole }
        return whole + scopes.stamp(for: scope)
    }

    /// Runs a change that outdates all constructions.
    func change<Result>(_ body: () -> Result) -> Result {
        begun.increment()
        defer { ended.increment() }
        return body()
    }

    /// Runs a change that outdates the constructions for one scope.
    func change<Result>(_ id: ScopeID, of scope: AnyObject, _ body: () -> Result) -> Result {
        let scopes = scopes.object { Protected(ScopeStamps()) }
        scopes.withLock { $0.change(id, of: scope) { $0.begun += 1 } }
        defer { scopes.withLock { $0.change(id, of: scope) { $0.ended += 1 } } }
        return body()
    }
}

// Apart, so that it is not inlined: most have no such scopes.
extension Protected<Generation.ScopeStamps> {
    fileprivate func stamp(for scope: ScopeID) -> Generation.Stamp {
        withLock { $0.entries[scope]?.stamp ?? Generation.Stamp() }
    }
}

#if DEBUG
    extension Generation.Source {
        // Only containers have weak scopes.
        func logSharedValue(of declaration: Declaration) {}
    }
#endif

/// How long an instance lives after it was built, or after its last use. One word, which a slot publishes atomically.
@usableFromInline
@frozen
package struct TimeToLive: Equatable, Sendable {
    /// Twice the nanoseconds, and one more if it is sliding.
    @usableFromInline package let rawValue: UInt64

    /// The compiler computes it where the arguments are literals.
    ///
    /// - Parameters:
    ///   - seconds: At most 142 years. No instance is kept if it is negative or not a number.
    ///   - isSliding: Whether each use begins the time anew.
    @export(implementation)
    @inline(always)
    init(seconds: Double, isSliding: Bool) {
        let nanoseconds = seconds > 0 ? (seconds < 4.5e9 ? seconds : 4.5e9) * 1e9 : 0
        // Not rounded by the C library, which a program would have to link for this.
        let whole = Int64(nanoseconds)
        rawValue = UInt64(Double(whole) < nanoseconds ? whole &+ 1 : whole) &<< 1 | (isSliding ? 1 : 0)
    }

    @usableFromInline
    init(_ duration: Duration, isSliding: Bool) { self.init(seconds: duration.seconds, isSliding: isSliding) }

    /// The raw value of no time to live.
    static var noneRawValue: UInt64 { .max }

    /// Nanoseconds.
    package var duration: Int64 { Int64(rawValue >> 1) }

    /// Whether each use begins the time anew.
    package var isSliding: Bool { rawValue & 1 != 0 }
}

extension TimeToLive {
    /// A time to live at one moment.
    struct Expiry {
        private let timeToLive: TimeToLive
        let now: Int64

        init(_ timeToLive: TimeToLive, now: Int64 = MonotonicTime.now) {
            self.timeToLive = timeToLive
            self.now = now
        }

        /// - Parameter start: When the instance was built or last used; `nil` if that was not recorded: its time begins now.
        func isAlive(since start: Int64?) -> Bool { now &- (start ?? now) < timeToLive.duration }

        /// The start of the time after a use of an instance that is alive.
        func renewed(_ start: Int64?) -> Int64 {
            guard let start else { return now }
            return timeToLive.isSliding ? max(start, now) : start
        }
    }
}

/// The clock behind `timeToLive`, in nanoseconds: computing with `Duration` would take longer than a hit.
package enum MonotonicTime {
    /// The time at which a test has stopped the clock for a task.
    @TaskLocal package static var stopped: Int64?

    package static var now: Int64 { ProcessCount.stoppedClocks.current == 0 ? wiring_time() : stopped ?? wiring_time() }

    /// Notes that a test stops the clock for a task.
    package static func noteStop() { ProcessCount.stoppedClocks.increment() }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
