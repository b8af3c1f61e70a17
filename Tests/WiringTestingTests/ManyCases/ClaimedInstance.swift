import Synchronization

/// An instance that belongs to the first case that claims it.
final class ClaimedInstance: Sendable {
    /// The number that no case has.
    static let noCase = 0

    /// The ``Numbered/number`` when the instance was created.
    let number: Int
    private let owner = Atomic<Int>(ClaimedInstance.noCase)

    init(_ number: Int) { self.number = number }

    /// Claims the instance for a case, unless another case has. Returns whether it belongs to the case.
    func claim(by number: Int) -> Bool {
        let claimed = owner.compareExchange(
            expected: ClaimedInstance.noCase,
            desired: number,
            ordering: .sequentiallyConsistent
        )
        return claimed.exchanged || claimed.original == number
    }
}
