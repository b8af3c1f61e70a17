/// How a declaration's instances are kept, as far as modifiers have said: those of its modifiers that can be compared.
///
/// A slot has one object for each combination it has ever been asked for, and keeps it as long as itself. So a factory value
/// holds it unretained, and two are the same if they are the same object.
@usableFromInline
final class Keeping: Sendable {
    // Holds because the slot keeps this object, so it is there as long.
    @usableFromInline unowned(unsafe) let slot: Slot
    /// The scope, as it is kept.
    let scope: Scope?
    /// Whom instances are kept for, and how; of the scope, so that a hit need not retain it.
    @usableFromInline let keeper: KeeperID
    @usableFromInline let lifetime: Scope.Lifetime
    let standard: Scope.Standard?
    private let scopeAddress: UInt
    /// Seconds.
    @usableFromInline let timeToLive: Double?
    /// The ``ParameterKeying`` of the declaration's parameter, where there is to be an instance for each.
    @usableFromInline let keying: AnyParameterKeying?
    /// The one that its slot made before it.
    let next: Keeping?

    init(_ slot: Slot, scope: Scope?, timeToLive: Double?, keying: AnyParameterKeying?, next: Keeping?) {
        self.slot = slot
        self.scope = scope
        keeper = (scope ?? .unique).keeper
        lifetime = (scope ?? .unique).lifetime
        standard = scope?.standard
        // Holds because it is only compared, with that of another scope that is kept.
        scopeAddress = scope.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
        self.timeToLive = timeToLive
        self.keying = keying
        self.next = next
    }

    func isSame(scope: Scope?, timeToLive: Double?, isKeyed: Bool) -> Bool {
        self.scope === scope && self.timeToLive?.bitPattern == timeToLive?.bitPattern && (keying != nil) == isKeyed
    }

    /// Whether this is what another has set, and a standard scope.
    ///
    /// - Parameter earlier: The other; `nil` where nothing was set.
    func isSame(as earlier: Unmanaged<Keeping>?, andScope standard: Scope.Standard) -> Bool {
        guard self.standard == standard else { return false }
        guard let earlier else { return timeToLive == nil && keying == nil }
        return earlier._withUnsafeGuaranteedRef { earlier in
            isSameTime(as: earlier) && (keying == nil) == (earlier.keying == nil)
        }
    }

    /// Whether this is what another has set, and an instance for each parameter.
    func isSamePerParameter(as earlier: Unmanaged<Keeping>?) -> Bool {
        guard keying != nil else { return false }
        guard let earlier else { return timeToLive == nil && scopeAddress == 0 }
        return earlier._withUnsafeGuaranteedRef { isSameTime(as: $0) && scopeAddress == $0.scopeAddress }
    }

    private func isSameTime(as other: Keeping) -> Bool {
        // By their bits, so that no number is the same as no number.
        timeToLive?.bitPattern == other.timeToLive?.bitPattern
    }

    /// Where instances are, if a resolution that finds one need look at nothing else; `nil` where none are.
    @inlinable
    @inline(__always)
    var home: Unmanaged<Instances>? {
        guard timeToLive == nil else { return nil }
        switch lifetime {
        case .cached, .shared: return .passUnretained(slot)
        case .singleton: return singletons
        case .graph, .unique: return nil
        }
    }

    /// What the current task's singleton scope keeps.
    @usableFromInline var singletons: Unmanaged<Instances>? {
        standard == .singleton
            ? Scope.singleton.asTaskLocal().instances.find(slot.declaration) : scope?.singletons(of: slot.declaration)
    }
}
