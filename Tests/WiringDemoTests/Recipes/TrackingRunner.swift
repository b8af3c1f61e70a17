import WiringDemo

/// Starts work as the real runner does, and tracks the tasks.
@MainActor
final class TrackingRunner: AsyncRunner {
    private var tasks: [Task<Void, Never>] = []

    func run(_ work: @escaping @MainActor () async -> Void) {
        tasks.append(Task { await work() })
    }

    /// Waits for all tasks, including those that start meanwhile.
    func waitForAll() async {
        while !tasks.isEmpty { await tasks.removeFirst().value }
    }
}
