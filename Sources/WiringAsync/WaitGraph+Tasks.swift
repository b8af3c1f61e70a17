import Wiring

extension WaitGraph {
    /// Records that the current task waits for a flight. A cycle stops the program.
    ///
    /// - Parameter step: The step of the flight.
    /// - Returns: The number of the waiter; `nil` if nobody waits for the current task.
    static func beginTask(for flight: Flight, _ step: @autoclosure () -> PathStep) -> UInt64? {
        guard let steps = AsyncStep.toFlight else { return nil }
        let (waiter, path) = (steps[0].flight, steps.map(\.step) + [step()])
        do {
            try shared.withLock { (graph) throws(Cycle) in try graph.begin(waiter, for: flight, path: path) }
            return waiter
        } catch {
            Failure.circularDependency(rotated(error.path))
        }
    }

    /// Records that a task no longer waits.
    static func endTask(_ waiter: UInt64?) { if let waiter { shared.withLock { $0.end(waiter) } } }

    /// Rotates a cycle to begin with the step that the current task's path reaches first.
    private static func rotated(_ cycle: [PathStep]) -> [PathStep] {
        let steps = cycle.dropLast()
        let start = AsyncStep.path.lazy.compactMap { step in
            steps.firstIndex { $0.declaration == step.declaration && $0.container == step.container }
        }.first
        guard let start else { return cycle }
        return steps[start...] + steps[..<start] + [steps[start]]
    }
}
