/// Who keeps an instance: a scope, known by a number that no other ever has. An address could come to be another's.
@usableFromInline
struct KeeperID: Hashable, Sendable {
    @usableFromInline let number: UInt64

    @inlinable
    init(number: UInt64) { self.number = number }

    /// A new one.
    static func make() -> KeeperID { KeeperID(number: UniqueNumber.next()) }

    /// Stands for whichever singleton scope an instance is kept in: a clone of it has the instance too.
    @inlinable static var singletons: KeeperID { KeeperID(number: 0) }

    /// Stands for the container itself, which keeps closures.
    static var closures: KeeperID { KeeperID(number: .max) }
}
