/// Who keeps an instance: a scope, known by a number that no other ever has. An address could come to be another's.
@usableFromInline
struct KeeperID: Hashable, Sendable {
    @usableFromInline let number: UInt64

    @export(implementation)
    @inline(always)
    init(number: UInt64) { self.number = number }

    // Written out: a build without optimization takes a long way to one that is derived.
    @export(implementation)
    @inline(always)
    static func == (left: KeeperID, right: KeeperID) -> Bool { left.number == right.number }

    /// A new one.
    static func make() -> KeeperID { KeeperID(number: UniqueNumber.next()) }

    /// Stands for whichever singleton scope an instance is kept in: a clone of it has the instance too.
    @export(implementation) @inline(always) static var singletons: KeeperID { KeeperID(number: 0) }

    /// Stands for the container itself, which keeps closures.
    static var closures: KeeperID { KeeperID(number: .max) }
}
