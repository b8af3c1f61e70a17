/// Starts asynchronous work for a model whose own functions are not asynchronous.
public protocol AsyncRunner: Sendable {
    /// Sees to it that `work` runs once, on the main actor, at a moment of the runner's choice, after this returned.
    @MainActor
    func run(_ work: @escaping @MainActor () async -> Void)
}

/// Starts each work in a task of its own, at once.
public struct TaskRunner: AsyncRunner {
    /// Makes a runner.
    public init() {}

    public func run(_ work: @escaping @MainActor () async -> Void) { Task { await work() } }
}
