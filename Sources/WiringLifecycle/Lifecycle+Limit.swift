import Wiring

extension Lifecycle {
    /// Runs an operation. When its time is over, this cancels it and no longer waits for it.
    ///
    /// - Returns: Whether the operation ended in time.
    static func run(
        within limit: Duration?,
        _ operation: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        guard let limit else {
            try await operation()
            return true
        }
        let endedInTime = Eventual<Bool>()
        let task = Task {
            defer { endedInTime.set(true) }
            try await operation()
        }
        let timer = Task {
            if (try? await Task.sleep(for: limit)) != nil { endedInTime.set(false) }
        }
        defer {
            timer.cancel()
            task.cancel()
        }
        let isInTime = await withTaskCancellationHandler {
            await endedInTime.value
        } onCancel: {
            task.cancel()
        }
        if isInTime { try await task.value }
        return isInTime
    }
}
