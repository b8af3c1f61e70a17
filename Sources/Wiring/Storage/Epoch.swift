import Synchronization

/// Tells a construction whether a change has come that outdates it, though its own cell was not touched: one that was
/// begun before the change or within it may have been given something that the change takes away elsewhere.
struct Epoch: ~Copyable, Sendable {
    /// Changes that concern every construction.
    private let begun = Atomic<UInt64>(0)
    private let ended = Atomic<UInt64>(0)
    /// Changes that concern those of one scope. Looked at only once there has been one.
    private let scopes = Protected<[KeeperID: ScopeChanges]>([:])
    private let hasScopes = Atomic<Bool>(false)

    /// A number that stays the same until a change begins that outdates what is being built for a scope; `nil` while one
    /// is under way.
    func mark(for scope: KeeperID) -> UInt64? {
        // In this order: if both are equal, no change was under way when the first was read.
        let ended = ended.load(ordering: .sequentiallyConsistent)
        let begun = begun.load(ordering: .sequentiallyConsistent)
        guard begun == ended else { return nil }
        guard hasScopes.load(ordering: .sequentiallyConsistent) else { return begun }
        let scoped = scopes.withLock { $0[scope, default: ScopeChanges()].mark }
        return scoped.map { begun + $0 }
    }

    /// Runs a change that outdates all that is being built, or what is being built for one scope.
    func change<Result>(scope: KeeperID? = nil, _ body: () -> Result) -> Result {
        guard let scope else {
            begun.add(1, ordering: .sequentiallyConsistent)
            defer { ended.add(1, ordering: .sequentiallyConsistent) }
            return body()
        }
        scopes.withLock { $0[scope, default: ScopeChanges()].begun += 1 }
        hasScopes.store(true, ordering: .sequentiallyConsistent)
        defer { scopes.withLock { $0[scope, default: ScopeChanges()].ended += 1 } }
        return body()
    }
}

/// How many changes that concern one scope have begun and ended.
struct ScopeChanges {
    var begun: UInt64 = 0
    var ended: UInt64 = 0

    /// The number of changes; `nil` while one is under way.
    var mark: UInt64? { begun == ended ? begun : nil }
}
