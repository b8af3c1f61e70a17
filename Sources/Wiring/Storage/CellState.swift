/// What a cell holds, and how that changes: a value, tested without threads.
///
/// A transition that takes something out returns it, so that it can be released after unlocking.
@usableFromInline
struct CellState<Value> {
    @usableFromInline
    enum Content {
        case empty
        case building(Build<Value>, scope: KeeperID, start: ConstructionStart)
        case full(Holding<Value>)
        /// The cell has been replaced by another and keeps nothing any more.
        case retired

        /// Whether something is held, though it may be an object that has gone.
        var isHeld: Bool { if case .full = self { true } else { false } }

        /// Whether nothing is held, or an object that has gone. Not to be asked under a lock: it holds the object.
        var isEmpty: Bool {
            guard case .full(let holding) = self else { return true }
            guard case .weak(let reference) = holding.reference else { return false }
            return reference.object == nil
        }

        /// The scope that what is here is kept for.
        var scope: KeeperID? {
            switch self {
            case .empty, .retired: nil
            case .building(_, let scope, _): scope
            case .full(let holding): holding.scope
            }
        }
    }

    @usableFromInline private(set) var content: Content = .empty

    /// The answer to a claim.
    enum Claim {
        /// An instance is there.
        case hit(Value)
        /// Another builds it: wait.
        case wait(Build<Value>)
        /// The claimant builds.
        case build
        /// What the cell held has had its time. It has been taken out: release it, and claim again.
        case expired(Content)
        /// The cell has a successor: ask that one.
        case retired
    }

    /// The instance, if it is there for this scope.
    @inlinable
    func hit(scope: KeeperID) -> Value? {
        guard case .full(let holding) = content, holding.scope == scope else { return nil }
        return holding.reference.value
    }

    /// The instance, if it is there for this scope and has time to live, which then begins anew.
    mutating func hit(scope: KeeperID, timeToLive: TimeToLive?) -> Value? {
        guard let timeToLive else { return hit(scope: scope) }
        guard case .full(var holding) = content, timeToLive.isAlive(since: holding.used) else { return nil }
        let value = hit(scope: scope)
        holding.used = max(holding.used ?? timeToLive.now, timeToLive.now)
        content = .full(holding)
        return value
    }

    /// Makes `build` the construction under way, unless there is an instance, or another construction that may be waited
    /// for: one that no change has outdated since.
    mutating func claim(
        _ build: Build<Value>,
        scope: KeeperID,
        timeToLive: TimeToLive?,
        at start: ConstructionStart
    ) -> Claim {
        if let value = hit(scope: scope, timeToLive: timeToLive) { return .hit(value) }
        switch content {
        case .retired: return .retired
        case .building(let other, let owner, let earlier) where owner == scope && earlier.suffices(for: start):
            return .wait(other)
        case .full: return .expired(replace(with: .empty))
        case .empty, .building:
            content = .building(build, scope: scope, start: start)
            return .build
        }
    }

    /// Ends `build`, keeping what it built.
    ///
    /// - Returns: Whether it was kept. It is not, if the cell was cleared after the claim.
    mutating func publish(_ build: Build<Value>, _ holding: Holding<Value>) -> Bool {
        guard isUnderConstruction(by: build) else { return false }
        content = .full(holding)
        return true
    }

    /// Ends `build`, keeping nothing.
    mutating func abandon(_ build: Build<Value>) {
        if isUnderConstruction(by: build) { content = .empty }
    }

    /// Changes what the cell holds, to nothing for instance, and returns what it held. A construction under way goes on,
    /// but will not be kept.
    mutating func replace(with other: Content) -> Content {
        defer { content = other }
        return content
    }

    private func isUnderConstruction(by build: Build<Value>) -> Bool {
        guard case .building(let current, _, _) = content else { return false }
        return current === build
    }
}

/// What was so when a construction began.
@usableFromInline
struct ConstructionStart {
    let stamp: Epoch.Stamp
    /// Whether what is built may be kept.
    let mayKeep: Bool

    /// Whether one who comes later may wait for this construction: if no change has ended since, and it will be kept if
    /// that one's own would be.
    func suffices(for later: ConstructionStart) -> Bool {
        stamp.ended == later.stamp.ended && (mayKeep || !later.mayKeep)
    }
}

/// How long an unused instance lives, at one moment.
struct TimeToLive {
    let seconds: Double
    let now: ContinuousClock.Instant

    /// - Parameter used: When the instance was last used; `nil` if nobody watched, then its time begins now.
    func isAlive(since used: ContinuousClock.Instant?) -> Bool {
        guard let used else { return true }
        return now.seconds(since: used) < seconds
    }
}

/// An instance that a cell keeps.
@usableFromInline
struct Holding<Value> {
    @usableFromInline let reference: Reference<Value>
    /// The scope that keeps it.
    @usableFromInline let scope: KeeperID
    /// When it was last used, if its time to live is limited.
    var used: ContinuousClock.Instant?
}

/// A strong or a weak hold on an instance.
@usableFromInline
enum Reference<Value> {
    case strong(Value)
    case weak(WeakObject)

    /// A weak hold, or `nil` for what cannot be held weakly: a value, or `nil`.
    static func weakly(_ value: Value) -> Reference? {
        object(in: value).map { .weak(WeakObject($0)) }
    }

    @inlinable var value: Value? {
        switch self {
        case .strong(let value): value
        // Holds because the object was taken out of a `Value`, and a cast finds its way back in.
        case .weak(let reference): reference.object.map { $0 as! Value }
        }
    }
}

/// A weak hold on an object.
@usableFromInline
struct WeakObject {
    @usableFromInline private(set) weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
}
