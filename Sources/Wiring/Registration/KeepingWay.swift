/// How a declaration's instances are kept, in a few bits: by which scope, and whether there is one for each parameter. A time
/// to live is not among them.
struct KeepingWay: Equatable, Sendable {
    /// The scope in the low three bits: 0 for none, a ``Scope/Standard``, or ``own``; and ``perParameter``.
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ scope: Scope.Standard) { rawValue = scope.rawValue }

    /// Nothing is said.
    static var unsaid: KeepingWay { KeepingWay(rawValue: 0) }
    /// By the scope of a program's own that the slot has: see ``Slot/ownScope``.
    static var own: KeepingWay { KeepingWay(rawValue: 6) }
    /// An instance for each parameter, and nothing is said of a scope.
    static var perParameter: KeepingWay { KeepingWay(rawValue: 8) }

    var scopeAlone: KeepingWay { KeepingWay(rawValue: rawValue & 7) }

    /// Whether this is one of the standard scopes that keep in the container, and nothing else.
    @inline(__always)
    var isKeptInContainers: Bool {
        (1 << Scope.Standard.cached.rawValue | 1 << Scope.Standard.shared.rawValue) >> rawValue & 1 != 0
    }

    var isPerParameter: Bool { rawValue & 8 != 0 }

    /// The scope that modifiers name; `nil` also for one of a program's own.
    var standard: Scope.Standard? { Scope.Standard(rawValue: rawValue & 7) }

    /// This way, changed in what another says.
    func setting(_ other: KeepingWay) -> KeepingWay {
        KeepingWay(rawValue: other.rawValue & 7 == 0 ? rawValue | other.rawValue : rawValue & 8 | other.rawValue)
    }

    /// Whether this says all that another does.
    func says(_ other: KeepingWay) -> Bool { setting(other) == self }
}
