/// Who keeps an instance: a scope, known by a number that no other ever has. An address could come to be another's.
struct KeeperID: Hashable, Sendable {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    // Written out: a build without optimization takes a long way to one that is derived.
    static func == (left: KeeperID, right: KeeperID) -> Bool { left.number == right.number }

    /// A new one.
    static func make() -> KeeperID { KeeperID(number: UniqueNumber.next()) }

    /// Stands for whichever singleton scope an instance is kept in: a clone of it has the instance too.
    static var singletons: KeeperID { KeeperID(number: 0) }
}
