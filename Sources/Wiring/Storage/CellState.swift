/// What a cell holds, and how that changes: a value, tested without threads.
///
/// A transition that takes something out returns it, so that it can be released after unlocking.
struct CellState: Sendable {
    enum Content: Sendable {
        case empty
        case building(Construction, scope: KeeperID, start: ConstructionStart)
        /// - Parameter used: When the instance was last used, if its time to live is limited.
        case full(Kept, used: Duration?)
        /// The cell has been replaced by another and keeps nothing any more.
        case retired

        /// What is held, though it may be an object that has gone.
        var kept: Kept? { if case .full(let kept, _) = self { kept } else { nil } }

        /// Whether nothing is held, or an object that has gone. Not to be asked under a lock: it holds the object.
        var isEmpty: Bool { kept?.guarantee == nil }

        /// The scope that what is here is kept for.
        var scope: KeeperID? {
            switch self {
            case .empty, .retired: nil
            case .building(_, let scope, _): scope
            case .full(let kept, _): kept.scope
            }
        }
    }

    private(set) var content: Content = .empty {
        didSet {
            guard case .full(let kept, _) = content else { return reference = nil }
            (reference, keeper) = (kept.reference, kept.scope)
        }
    }

    /// What the content holds, to be read without a look at the content, and for whom, where it holds anything.
    private var reference: KeptReference?
    private var keeper = KeeperID.singletons

    /// The answer to a claim.
    enum Claim {
        /// An instance is there.
        case hit(Held)
        /// Another builds it: wait.
        case wait(Construction)
        /// The claimant builds.
        case build
        /// What the cell held has had its time. It has been taken out: release it, and claim again.
        case expired(Content)
        /// The cell has a successor: ask that one.
        case retired
    }

    /// What is held for a scope, as long as this does not change. A time to live is not looked at.
    @inline(__always)
    func reference(for scope: KeeperID) -> KeptReference? { keeper == scope ? reference : nil }

    /// The instance, if it is there for this scope and has time to live, which then begins anew.
    mutating func hit(scope: KeeperID, timeToLive: TimeToLive?) -> Held? {
        guard case .full(let kept, let used) = content, kept.scope == scope else { return nil }
        if let timeToLive, !timeToLive.isAlive(since: used) { return nil }
        guard let guarantee = kept.guarantee else { return nil }
        if let now = timeToLive?.now { content = .full(kept, used: max(used ?? now, now)) }
        return Held(kept, guarantee)
    }

    /// Makes `construction` the one under way, unless there is an instance, or another construction that may be waited
    /// for: one that no change has outdated since.
    mutating func claim(
        _ construction: Construction,
        scope: KeeperID,
        timeToLive: TimeToLive?,
        at start: ConstructionStart
    ) -> Claim {
        if let held = hit(scope: scope, timeToLive: timeToLive) { return .hit(held) }
        switch content {
        case .retired: return .retired
        case .building(let other, let owner, let earlier) where owner == scope && earlier.suffices(for: start):
            return .wait(other)
        case .full: return .expired(replace(with: .empty))
        case .empty, .building:
            content = .building(construction, scope: scope, start: start)
            return .build
        }
    }

    /// Ends `construction`, keeping what it built.
    ///
    /// - Returns: Whether it was kept. It is not, if the cell was cleared after the claim.
    mutating func publish(_ construction: Construction, _ kept: Kept, used: Duration?) -> Bool {
        guard isUnderConstruction(by: construction) else { return false }
        content = .full(kept, used: used)
        return true
    }

    /// Ends `construction`, keeping nothing.
    mutating func abandon(_ construction: Construction) {
        if isUnderConstruction(by: construction) { content = .empty }
    }

    /// Changes what the cell holds, to nothing for instance, and returns what it held. A construction under way goes on,
    /// but will not be kept.
    mutating func replace(with other: Content) -> Content {
        defer { content = other }
        return content
    }

    /// Whether somebody may need this again: a construction is under way, or an instance is there that has time to live.
    ///
    /// - Parameter held: Takes an object that is kept weakly. It may go with the hold on it, so the caller releases that after
    ///   unlocking.
    func isNeeded(_ timeToLive: TimeToLive?, holding held: inout [AnyObject]) -> Bool {
        switch content {
        case .building: return true
        case .empty, .retired: return false
        case .full(let kept, let used):
            if let timeToLive, !timeToLive.isAlive(since: used) { return false }
            guard kept.isWeak else { return true }
            guard let object = kept.guarantee else { return false }
            held.append(object)
            return true
        }
    }

    /// What is held, without a construction under way.
    var snapshot: Content { content.kept == nil ? .empty : content }

    /// Empties the cell of what is to be cleared, and returns what was there.
    mutating func clear(_ clearing: Clearing) -> Content {
        switch clearing {
        case .everything: break
        case .keptFor(let scope): if content.scope != scope { return .empty }
        case .constructions: guard case .building = content else { return .empty }
        }
        return replace(with: .empty)
    }

    private func isUnderConstruction(by construction: Construction) -> Bool {
        guard case .building(let current, _, _) = content else { return false }
        return current === construction
    }
}

/// State captured when construction began.
struct ConstructionStart: Sendable {
    let stamp: Epoch.Stamp
    /// Whether what is built may be kept.
    let mayKeep: Bool

    /// Whether one who claims later may wait for this construction: if no change has ended since that the later one knows
    /// of, and it will be kept if that one's own would be. The later one may know less, if it was held up before its claim.
    func suffices(for later: ConstructionStart) -> Bool {
        stamp.ended >= later.stamp.ended && (mayKeep || !later.mayKeep)
    }
}

/// How long an unused instance lives, at one moment.
struct TimeToLive {
    let seconds: Double
    let now: Duration

    /// - Parameter used: When the instance was last used; `nil` if nobody watched, then its time begins now.
    func isAlive(since used: Duration?) -> Bool {
        (now - (used ?? now)).seconds < seconds
    }
}
