/// The state of a cell and its transitions, as a value that tests use without threads.
///
/// A transition that takes something out returns it, so that the caller releases it after unlocking.
struct CellState: ~Copyable, @unchecked Sendable {
    // SAFETY: The address belongs to an instance that never changes and that the content retains.

    enum Content: Sendable {
        case empty
        case building(Construction, scope: ScopeID, start: Construction.Start)
        /// - Parameter used: When the instance was last used, if it has a time to live.
        case full(StoredInstance, used: Duration?)
        /// The cell was removed from its table, and stays empty.
        case retired

        /// The stored instance, which may be an object that is gone.
        var stored: StoredInstance? { if case .full(let stored, _) = self { stored } else { nil } }

        /// Whether there is no instance, or an object that is gone. Do not call it under a lock: it retains the object.
        var isEmpty: Bool { stored?.instanceKeepAlive == nil }

        /// The scope of the instance or construction.
        var scope: ScopeID? {
            switch self {
            case .empty, .retired: nil
            case .building(_, let scope, _): scope
            case .full(let stored, _): stored.scope
            }
        }
    }

    /// Copies of the stored instance's reference, address and scope, which a hit reads without unpacking the content.
    private var reference: StoredInstance.Reference?
    private var plainAddress: UnsafeRawPointer?
    private var scope = ScopeID.singletons

    // Last, because it is not as large as its stride.
    private(set) var content: Content = .empty

    init() {}

    init(_ stored: StoredInstance, used: Duration?) { set(stored, used: used) }

    private mutating func set(_ new: consuming Content) {
        guard case .full(let stored, let used) = new else {
            (reference, plainAddress) = (nil, nil)
            return content = new
        }
        set(stored, used: used)
    }

    private mutating func set(_ stored: StoredInstance, used: Duration?) {
        (reference, plainAddress, scope) = (stored.reference, stored.plainAddress, stored.scope)
        content = .full(stored, used: used)
    }

    /// The result of a claim.
    enum Claim {
        /// The cell holds the instance.
        case hit(StoredInstance.Strong)
        /// Another thread builds it: wait.
        case wait(Construction)
        /// The claimant builds it.
        case build
        /// An instance that has expired or stopped, is gone, or is of another scope was taken out: release it, and claim again.
        case evicted(Content)
        /// The cell was removed from its table: find the cell again.
        case retired
    }

    /// The instance stored for a scope, valid until the next change. A time to live is not checked.
    @inline(__always)
    func reference(for scope: ScopeID) -> StoredInstance.Reference? { self.scope == scope ? reference : nil }

    /// The address of an instance that a hit only copies, valid until the next change.
    @inline(__always)
    func plainAddress(for scope: ScopeID) -> UnsafeRawPointer? { self.scope == scope ? plainAddress : nil }

    /// The instance, if it is stored for this scope and has not expired. Its time to live begins anew.
    mutating func hit(scope: ScopeID, timeToLive: Cell.TimeToLive?) -> StoredInstance.Strong? {
        guard case .full(let stored, let used) = content, stored.scope == scope, !stored.hasStopped else { return nil }
        if let timeToLive, !timeToLive.isAlive(since: stored.lastUse(used, now: timeToLive.now)) { return nil }
        guard let keepAlive = stored.keepAlive else { return nil }
        if let settled = stored.settled {
            // The outcome is released here. It no longer holds anything of the user's but the instance.
            set(settled, used: stored.lastUse(used, now: timeToLive?.now ?? .zero))
            return hit(scope: scope, timeToLive: timeToLive)
        }
        if let now = timeToLive?.now { set(stored, used: max(used ?? now, now)) }
        return StoredInstance.Strong(stored, keepAlive)
    }

    /// Claims the cell for `construction`, unless it holds the instance, or another construction that no change has outdated.
    mutating func claim(
        _ construction: Construction,
        scope: ScopeID,
        timeToLive: Cell.TimeToLive?,
        at start: Construction.Start
    ) -> Claim {
        if let instance = hit(scope: scope, timeToLive: timeToLive) { return .hit(instance) }
        switch content {
        case .retired: return .retired
        case .building(let other, let owner, let earlier) where owner == scope && earlier.suffices(for: start):
            return .wait(other)
        case .full: return .evicted(replace(with: .empty))
        case .empty, .building:
            set(.building(construction, scope: scope, start: start))
            return .build
        }
    }

    /// Claims the cell for `construction`, if it is empty.
    mutating func claimIfEmpty(_ construction: Construction, scope: ScopeID, at start: Construction.Start) -> Bool {
        guard case .empty = content else { return false }
        // There are no copies to clear.
        content = .building(construction, scope: scope, start: start)
        return true
    }

    /// Ends `construction` and publishes its instance.
    ///
    /// - Returns: Whether it was published. It is not if the cell was cleared after the claim.
    mutating func publish(_ construction: Construction, _ stored: StoredInstance, used: Duration?) -> Bool {
        guard isUnderConstruction(by: construction) else { return false }
        set(stored, used: used)
        return true
    }

    /// Ends `construction` without an instance.
    mutating func abandon(_ construction: Construction) {
        if isUnderConstruction(by: construction) { set(.empty) }
    }

    /// Replaces the content, and returns the previous one. A construction under way continues, but is not published.
    mutating func replace(with other: Content) -> Content {
        let old = content
        set(other)
        return old
    }

    /// Whether the cell is needed: a construction is under way, or it holds an instance that is neither gone nor expired.
    ///
    /// - Parameter objects: Takes a strong reference to a weakly stored object. It may be the last one, so the caller releases it
    ///   after unlocking.
    func isNeeded(_ timeToLive: Cell.TimeToLive?, retainingIn objects: inout [AnyObject]) -> Bool {
        // The usual case first: it copies nothing.
        if timeToLive == nil, let reference, !reference.isWeak { return true }
        switch content {
        case .building: return true
        case .empty, .retired: return false
        case .full(let stored, let used):
            if let timeToLive, !timeToLive.isAlive(since: stored.lastUse(used, now: timeToLive.now)) { return false }
            guard stored.reference.isWeak else { return true }
            guard let object = stored.instanceKeepAlive else { return false }
            objects.append(object)
            return true
        }
    }

    /// The content, without a construction under way.
    var snapshot: Content {
        guard case .full(let stored, _) = content, !stored.isUnderway else { return .empty }
        return content
    }

    /// Clears the content, and returns what was there.
    mutating func clear(_ clearing: Cell.Clearing) -> Content {
        switch clearing {
        case .everything: break
        case .scope(let scope): if content.scope != scope { return .empty }
        case .constructions: guard isUnderConstruction else { return .empty }
        case .stopped: guard content.stored?.hasStopped == true else { return .empty }
        }
        return replace(with: .empty)
    }

    /// Whether the instance is being built, or is an outcome whose instance is still being made.
    private var isUnderConstruction: Bool {
        switch content {
        case .building: true
        case .full(let stored, _): stored.isUnderway
        case .empty, .retired: false
        }
    }

    private func isUnderConstruction(by construction: Construction) -> Bool {
        guard case .building(let current, _, _) = content else { return false }
        return current === construction
    }
}
