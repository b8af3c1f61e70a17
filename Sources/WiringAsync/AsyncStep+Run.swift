import Wiring

extension AsyncStep {
    /// Runs the closure as this step.
    ///
    /// - Parameter record: Receives what the closure needed.
    func run<Result>(_ record: inout Record, _ body: () async throws -> Result) async throws -> Result {
        begin()
        do {
            let result = try await Self.$innermost.binding(self, body)
            record = end()
            return result
        } catch {
            record = end()
            throw error
        }
    }

    /// The path from an earlier step with the same declaration, container and parameter to this one, which is about to run, if
    /// there is one.
    ///
    /// - Parameter isEager: Whether one repetition in the same task suffices, if the path is shorter than those that are checked in any
    ///   case.
    func repetition(isEager: Bool) -> [PathStep]? {
        let isDeep = ResolutionStack.isCycleCheckDue(at: depth)
        guard let parent, isDeep || isEager && depth <= ResolutionStack.cycleCheckDepth else { return nil }
        let task = Self.currentTask
        var path = [step]
        for earlier in parent.chain {
            path.append(earlier.step)
            guard isDeep || earlier.task.current == task else { return nil }
            if earlier.step.declaration == step.declaration, earlier.step.containerNumber == step.containerNumber,
                hasSameParameter(as: earlier)
            {
                return path.reversed()
            }
        }
        return nil
    }

    private func hasSameParameter(as earlier: AsyncStep) -> Bool {
        guard let parameter, let other = earlier.parameter else { return true }
        return parameter.isSame(as: other) ?? (depth > 2 * ResolutionStack.cycleCheckDepth)
    }
}
