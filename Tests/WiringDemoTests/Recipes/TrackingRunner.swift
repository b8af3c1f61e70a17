import WiringDemo

/// Starts work as the live runner does, and knows the tasks.
@MainActor
final class TrackingRunner: AsyncRunner {
    private var tasks: [Task<Void, Never>] = []

    func run(_ work: @escaping @MainActor () async -> Void) { tasks.append(Task { await work() }) }

    /// Waits for all tasks that were started, also for those that come meanwhile.
    func waitForAll() async { while !tasks.isEmpty { await tasks.removeFirst().value } }
}
