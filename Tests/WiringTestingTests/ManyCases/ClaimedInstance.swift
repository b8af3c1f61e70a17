import Wiring

/// An instance that belongs to the first case that claims it.
final class ClaimedInstance: Sendable {
    /// The number that no case has.
    static let noCase = 0

    /// The ``Numbered/number`` when the instance was created.
    let number: Int
    private let owner = Protected(ClaimedInstance.noCase)

    init(_ number: Int) { self.number = number }

    /// Claims the instance for a case, unless another case has. Returns whether it belongs to the case.
    func claim(by number: Int) -> Bool {
        owner.withLock { owner in
            if owner == ClaimedInstance.noCase { owner = number }
            return owner == number
        }
    }
}
