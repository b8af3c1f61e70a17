import Synchronization

/// Tells a construction whether a change has come that outdates it, though its own cell was not touched: one that was
/// begun before the change or within it may have been given something that the change takes away elsewhere.
struct Epoch: ~Copyable, Sendable {
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

    /// Changes that concern every construction.
    private let begun = Atomic<UInt64>(0)
    private let ended = Atomic<UInt64>(0)
    /// Changes that concern those of one scope, once there has been one.
    private let scopes = Late<ScopeStamps>()

    /// The changes so far that concern what is being built for a scope.
    func stamp(for scope: KeeperID) -> Stamp {
        // In this order: if both are equal, no change was under way when the first was read.
        let ended = ended.load(ordering: .sequentiallyConsistent)
        let begun = begun.load(ordering: .sequentiallyConsistent)
        let whole = Stamp(begun: begun, ended: ended)
        guard let scopes = scopes.made else { return whole }
        return whole + scopes.stamps.withLock { $0[scope, default: Stamp()] }
    }

    /// Runs a change that outdates all that is being built, or what is being built for one scope.
    func change<Result>(scope: KeeperID? = nil, _ body: () -> Result) -> Result {
        guard let scope else {
            begun.add(1, ordering: .sequentiallyConsistent)
            defer { ended.add(1, ordering: .sequentiallyConsistent) }
            return body()
        }
        let scopes = scopes.object { ScopeStamps() }
        scopes.stamps.withLock { $0[scope, default: Stamp()].begun += 1 }
        defer { scopes.stamps.withLock { $0[scope, default: Stamp()].ended += 1 } }
        return body()
    }
}

/// The changes so far that concern one scope each.
final class ScopeStamps: Sendable {
    let stamps = Protected<[KeeperID: Epoch.Stamp]>([:])
}
