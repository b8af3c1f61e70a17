/// The state of a cell and its transitions, as a value that tests use without threads.
///
/// A transition that takes something out returns it, so that the caller releases it after unlocking.
struct CellState: ~Copyable, @unchecked Sendable {
    // SAFETY: The address belongs to an instance that never changes and that the content retains.

    enum Content: Sendable {
        case empty
        case building(Flight, scope: ScopeID, start: Flight.Start)
        /// - Parameter used: When the instance was last used with a time to live, or built.
        case full(StoredInstance, used: Int64?)
        /// The cell was removed from its table, and stays empty.
        case retired

        /// The stored instance, which may be an object that is gone.
        var stored: StoredInstance? { if case .full(let stored, _) = self { stored } else { nil } }

        /// Whether there is no instance, or an object that is gone. Do not call it under a lock: it retains the object.
        var isEmpty: Bool { stored?.keepAlive == nil }

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

    /// When the instance was last used. The contents do not know it, so that a use does not write them.
    private var used: Int64?

    // Last, because it is not as large as its stride.
    private var contents: Content = .empty

    init() {}

    init(_ stored: StoredInstance, used: Int64?) { set(.full(stored, used: used)) }

    var content: Content { if case .full(let stored, _) = contents { .full(stored, used: used) } else { contents } }

    private mutating func set(_ new: Content) {
        if case .full(let stored, let used) = new {
            (reference, plainAddress, scope) = (stored.reference, stored.plainAddress, stored.scope)
            self.used = used
        } else {
            (reference, plainAddress) = (nil, nil)
        }
        contents = new
    }

    /// The result of a claim.
    enum Claim {
        /// The cell holds the instance.
        case hit(StoredInstance.Strong)
        /// It is being built: wait.
        case wait(Flight)
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

    /// The instance, if it is stored for this scope and has not expired. A sliding time to live begins anew.
    mutating func hit(scope: ScopeID, expiry: TimeToLive.Expiry?) -> StoredInstance.Strong? {
        // Retains last: what is retained and not returned would be released under the lock.
        guard case .full(let stored, _) = contents, stored.scope == scope, !stored.isOver,
            use(expiry), let keepAlive = stored.keepAlive
        else { return nil }
        return StoredInstance.Strong(stored, keepAlive)
    }

    /// Begins a sliding time to live anew, if there is one, unless it has ended.
    @inline(__always)
    mutating func use(_ expiry: TimeToLive.Expiry?) -> Bool {
        guard let expiry else { return true }
        guard expiry.isAlive(since: used) else { return false }
        used = expiry.renewed(used)
        return true
    }

    /// Claims the cell for `flight`, unless it holds the instance, or another construction that no change has outdated.
    mutating func claim(_ flight: Flight, scope: ScopeID, expiry: TimeToLive.Expiry?, at start: Flight.Start) -> Claim {
        if let instance = hit(scope: scope, expiry: expiry) { return .hit(instance) }
        switch contents {
        case .retired: return .retired
        case .building(let other, let owner, let earlier) where owner == scope && earlier.suffices(for: start):
            return .wait(other)
        case .full: return .evicted(replace(with: .empty))
        case .empty, .building:
            set(.building(flight, scope: scope, start: start))
            return .build
        }
    }

    /// Claims the cell for `flight`, if it is empty.
    mutating func claimIfEmpty(_ flight: Flight, scope: ScopeID, at start: Flight.Start) -> Bool {
        guard case .empty = contents else { return false }
        // There are no copies to clear.
        contents = .building(flight, scope: scope, start: start)
        return true
    }

    /// Ends `flight`, and publishes its instance if there is one, unless the cell was cleared after the claim.
    mutating func end(_ flight: Flight, with stored: StoredInstance? = nil, used: Int64? = nil) {
        guard case .building(let current, _, _) = contents, current === flight else { return }
        set(stored.map { .full($0, used: used) } ?? .empty)
    }

    /// Replaces the content, and returns the previous one. A construction under way continues, but is not published.
    mutating func replace(with other: Content) -> Content {
        let old = content
        set(other)
        return old
    }

    /// Whether the cell is needed: a construction is under way, or it holds an instance that is neither gone nor expired. The time of one
    /// that another container stored without a time to live has not begun.
    ///
    /// - Parameter objects: Takes a strong reference to a weakly stored object. It may be the last one, so the caller releases it
    ///   after unlocking.
    func isNeeded(_ expiry: TimeToLive.Expiry?, retainingIn objects: inout [AnyObject]) -> Bool {
        // The usual case first: it copies nothing.
        if expiry == nil, let reference, !reference.isWeak { return true }
        switch contents {
        case .building: return true
        case .empty, .retired: return false
        case .full(let stored, _):
            if let expiry, let used, !expiry.isAlive(since: used) { return false }
            guard stored.reference.isWeak else { return true }
            guard let object = stored.keepAlive else { return false }
            objects.append(object)
            return true
        }
    }

    /// The content, without a construction under way.
    var snapshot: Content { if case .full = content { content } else { .empty } }

    /// Whether there is neither an instance nor a construction.
    var isEmpty: Bool { if case .empty = contents { true } else { false } }

    /// Clears the content, and returns what was there.
    mutating func clear(_ clearing: Cell.Clearing) -> Content {
        let isAffected =
            switch clearing {
            case .everything: true
            case .scope(let scope): contents.scope == scope
            case .constructions: if case .building = contents { true } else { false }
            case .stopped: contents.stored?.isOver == true
            }
        return isAffected ? replace(with: .empty) : .empty
    }

    /// Removes the cell from its table, if there is neither an instance nor a construction.
    mutating func retireIfEmpty() -> Bool {
        switch contents {
        case .building, .full: return false
        case .empty, .retired:
            set(.retired)
            return true
        }
    }
}
