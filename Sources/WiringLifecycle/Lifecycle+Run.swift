import Wiring

extension Lifecycle {
    /// Runs a body in its own task, and stops everything when it has ended. Another end of the run cancels the body.
    ///
    /// - Returns: What the body returns or throws, or why the run has ended.
    func run<Output: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping () async throws -> Output
    ) async -> Result<Output, any Error> {
        // SAFETY: The task has the isolation of the caller, who suspends until it has ended.
        nonisolated(unsafe) let body = body
        let task = Task {
            // Capturing it isolates this closure to the actor.
            _ = isolation
            return try await body()
        }
        let watcher = Task { if (try? await ended.cancellableValue) != nil { task.cancel() } }
        let output = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        watcher.cancel()
        let (isCancelled, isShutDown) = (Task.isCancelled, !state.withLock(\.isActive))
        await stop()
        // Read when the stop has begun. An error that comes later is reported.
        return state.withLock { Self.outcome(output, of: $0, isCancelled: isCancelled, isShutDown: isShutDown) }
    }

    private static func outcome<Output>(
        _ output: Result<Output, any Error>,
        of state: LifecycleState,
        isCancelled: Bool,
        isShutDown: Bool
    ) -> Result<Output, any Error> {
        if let failure = state.failure { return .failure(failure) }
        // Otherwise the end of the run has not cancelled the body.
        guard case .failure(let error) = output, error is CancellationError else { return output }
        // If the run was cancelled, that may be why the closure has returned.
        if let step = state.returned, !isCancelled { return .failure(LifecycleError.ended(step)) }
        return isShutDown ? .failure(LifecycleError.shutDown(state.origin)) : output
    }
}
