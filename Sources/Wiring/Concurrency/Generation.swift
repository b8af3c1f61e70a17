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
    }

    /// The changes that outdate constructions of one declaration.
    struct Watch {
        let source: any Source
        let declaration: Declaration

        /// The changes so far that affect constructions for a scope.
        func stamp(for scope: ScopeID) -> Stamp { source.stamp(for: scope, of: declaration) }
    }

    /// The changes that affect one scope each.
    final class ScopeStamps: Sendable {
        let stamps = Protected<[ScopeID: Stamp]>([:])
    }

    /// Changes that affect all constructions.
    private let begun = AtomicWord()
    private let ended = AtomicWord()
    private let scopes = LazyReference<ScopeStamps>()

    /// The changes so far that affect constructions for a scope.
    func stamp(for scope: ScopeID) -> Stamp {
        // In this order: if both counts are equal, no change was under way when the first was read.
        let ended = ended.ordered
        let begun = begun.ordered
        let whole = Stamp(begun: begun, ended: ended)
        guard let scopes = scopes.made else { return whole }
        return whole + scopes.stamps.withLock { $0[scope, default: Stamp()] }
    }

    /// Runs a change that outdates all constructions, or those for one scope.
    func change<Result>(scope: ScopeID? = nil, _ body: () -> Result) -> Result {
        guard let scope else {
            begun.increment()
            defer { ended.increment() }
            return body()
        }
        let scopes = scopes.object { ScopeStamps() }
        scopes.stamps.withLock { $0[scope, default: Stamp()].begun += 1 }
        defer { scopes.stamps.withLock { $0[scope, default: Stamp()].ended += 1 } }
        return body()
    }
}
