import Wiring
import WiringInspection

/// The changes that a test's traits have made to its containers.
///
/// A change takes precedence over those of earlier traits, whichever is applied first.
final class AppliedChanges: Sendable {
    private struct Applied {
        /// The place of the trait among those of the test.
        let place: Int
        let container: ObjectIdentifier
        let replacement: ObservedResolution.Replacement
    }

    private let applied = Locked<[Applied]>([])

    /// Applies a change. Makes those of later traits again that it has undone or preceded.
    ///
    /// - Parameters:
    ///   - place: The place of its trait among those of the test.
    ///   - containers: The test's containers.
    /// - Returns: What the change has added.
    func apply(
        _ change: TraitSpecification.Change,
        of place: Int,
        to containers: [any SharedContainer]
    ) async throws -> [ObservedResolution.Replacement] {
        let before = containers.map(\.manager.replacementsSinceCopy)
        let lastNumber = UInt64.unique()
        try await change.apply()
        return zip(containers, before).flatMap { container, before in
            let after = container.manager.replacementsSinceCopy
            // What the container had as a copy may appear, too.
            let added = after.without(before).filter { $0.number > lastNumber }
            let removed = before.without(after)
            let changed = Set((added + removed).map(\.dependency))
            let later = applied.withLock { applied in
                let id = ObjectIdentifier(container)
                let later = applied.filter {
                    $0.place > place && $0.container == id && changed.contains($0.replacement.dependency)
                }
                applied += added.map { Applied(place: place, container: id, replacement: $0) }
                // The sort is stable.
                return later.sorted { $0.place < $1.place }.map(\.replacement)
            }
            container.makeLast(later)
            return added
        }
    }
}

extension [ObservedResolution.Replacement] {
    /// Those that are not among others.
    fileprivate func without(_ others: Self) -> Self {
        let numbers = Set(others.map(\.number))
        return filter { !numbers.contains($0.number) }
    }
}
