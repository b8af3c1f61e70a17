extension Lifecycle {
    /// Runs a body in its own task until it ends. Another end of the run cancels it.
    ///
    /// - Returns: What the body returns or throws, or why the run has ended.
    func run<Output: Sendable>(
        _ body: sending @escaping @isolated(any) () async throws -> Output
    ) async -> Result<Output, any Error> {
        let task = Task(operation: body)
        let watcher = Task {
            let end = await firstEnd()
            if end != nil { task.cancel() }
            return end
        }
        let output = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        watcher.cancel()
        return Self.outcome(output, await watcher.value)
    }

    private static func outcome<Output>(_ output: Result<Output, any Error>, _ end: End?) -> Result<Output, any Error> {
        switch (output, end) {
        case (_, .failed(let error)): .failure(error)
        // The end has cancelled the body.
        case (.failure(let error), .returned(let step)) where error is CancellationError:
            .failure(LifecycleError.ended(step))
        case (.failure(let error), .shutDown) where error is CancellationError: .failure(LifecycleError.shutDown)
        default: output
        }
    }
}
