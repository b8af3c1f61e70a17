import Synchronization

/// An instance that belongs to the first case that takes it.
final class Belonging: Sendable {
    /// The number that no case has.
    static let nobody = 0

    /// What ``Numbered/number`` was when this was made.
    let number: Int
    private let owner = Atomic<Int>(Belonging.nobody)

    init(_ number: Int) { self.number = number }

    /// Whether this belongs to a case, from now on if it belonged to none.
    func isTaken(by number: Int) -> Bool {
        let taken = owner.compareExchange(
            expected: Belonging.nobody,
            desired: number,
            ordering: .sequentiallyConsistent
        )
        return taken.exchanged || taken.original == number
    }
}
