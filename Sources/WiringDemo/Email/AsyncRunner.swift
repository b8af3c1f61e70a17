/// Starts asynchronous work for a model whose own functions are not asynchronous.
public protocol AsyncRunner: Sendable {
    /// Runs `work` once, on the main actor, after this function has returned. The runner decides when.
    @MainActor
    func run(_ work: @escaping @MainActor () async -> Void)
}

/// Starts a task for each piece of work immediately.
public struct TaskRunner: AsyncRunner {
    /// Creates a runner.
    public init() {}

    public func run(_ work: @escaping @MainActor () async -> Void) { Task { await work() } }
}
