/// How a declaration's instances are stored, in four bits: by which scope, and whether there is one for each parameter. A time to
/// live is not included.
struct Retention: Equatable, Sendable {
    /// The scope in the low three bits, which is 0, a ``Scope/Kind``, ``replacedSingleton`` or ``custom``; and ``perParameter``.
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ scope: Scope.Kind) { rawValue = scope.rawValue }

    /// Neither a scope nor per parameter.
    static var unspecified: Retention { Retention(rawValue: 0) }
    /// That of a hit of a singleton that a child replaces: see ``ContainerManager/Route``.
    static var replacedSingleton: Retention { Retention(rawValue: 6) }
    /// By the custom scope of the slot: see ``Slot/customScope``.
    static var custom: Retention { Retention(rawValue: 7) }
    /// An instance for each parameter, by no specified scope.
    static var perParameter: Retention { Retention(rawValue: 8) }

    /// Without ``perParameter``.
    var scopeOnly: Retention { Retention(rawValue: rawValue & 7) }

    /// Whether the container stores the instances, by a standard scope, one for all parameters.
    @inline(__always)
    var isStoredInContainer: Bool {
        (1 << Scope.Kind.cached.rawValue | 1 << Scope.Kind.shared.rawValue) >> rawValue & 1 != 0
    }

    var isPerParameter: Bool { rawValue & 8 != 0 }

    /// The standard scope; `nil` also for a custom one.
    var standard: Scope.Kind? { Scope.Kind(rawValue: rawValue & 7) }

    /// This retention, with what another one specifies.
    func setting(_ other: Retention) -> Retention {
        Retention(rawValue: other.rawValue & 7 == 0 ? rawValue | other.rawValue : rawValue & 8 | other.rawValue)
    }

    /// Whether this specifies everything that another one does.
    func includes(_ other: Retention) -> Bool { setting(other) == self }
}
