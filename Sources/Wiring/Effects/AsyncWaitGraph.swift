/// Records which asynchronous construction waits for which, and detects cycles.
///
/// An edge begins at a construction whose own task waits. Only tasks that are about to wait take the lock.
enum AsyncWaitGraph {
    /// A wait for a construction, recorded until ``end()``.
    struct Wait {
        fileprivate let waiter: ObjectIdentifier

        func end() {
            // Released here, after unlocking.
            _ = waits.withLock { $0.removeValue(forKey: waiter) }
        }
    }

    private struct Edge {
        /// The outcomes that the waiter makes and awaits. Retained, so that no other object can have their addresses.
        let waiter: Outcome
        let awaited: Outcome
        /// The path from the waiter's step, without it, to what it waits for.
        let path: [PathStep]
    }

    private static let waits = Protected<[ObjectIdentifier: Edge]>([:])

    /// Records that the current task waits for the outcome of a construction. A cycle stops the program.
    ///
    /// - Parameter step: The step of the construction that is awaited.
    /// - Returns: The wait; `nil` if the current task is not a construction.
    static func begin(_ step: PathStep, _ awaited: Outcome) -> Wait? {
        guard let steps = AsyncStep.toOutcome, let waiter = steps[0].outcome else { return nil }
        let edge = Edge(waiter: waiter, awaited: awaited, path: steps.dropFirst().map(\.step) + [step])
        let cycle = waits.withLock { waits -> [PathStep]? in
            if let path = path(closedBy: edge, in: waits) { return [steps[0].step] + path }
            waits[ObjectIdentifier(waiter)] = edge
            return nil
        }
        if let cycle { Failure.circularDependency(rotated(toOutermostOf: cycle)) }
        return Wait(waiter: ObjectIdentifier(waiter))
    }

    /// The path of the cycle that an edge closes, if there is one.
    private static func path(closedBy last: Edge, in waits: [ObjectIdentifier: Edge]) -> [PathStep]? {
        var path: [PathStep] = []
        var next: Edge? = last
        while let edge = next {
            path += edge.path
            if edge.awaited === last.waiter { return path }
            next = waits[ObjectIdentifier(edge.awaited)]
        }
        return nil
    }

    /// Rotates a cycle to begin with the step that the current task's path reaches first.
    private static func rotated(toOutermostOf cycle: [PathStep]) -> [PathStep] {
        let steps = cycle.dropLast()
        let start = AsyncStep.path.lazy.compactMap { step in
            steps.firstIndex { $0.declaration == step.declaration && $0.container == step.container }
        }.first
        guard let start else { return cycle }
        return steps[start...] + steps[..<start] + [steps[start]]
    }
}
