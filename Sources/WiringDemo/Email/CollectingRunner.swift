/// Keeps work until somebody waits for it, so that a test or a command decides when it runs.
@MainActor
public final class CollectingRunner: AsyncRunner {
    private var collected: [@MainActor () async -> Void] = []

    /// Makes a runner with nothing to do.
    public nonisolated init() {}

    public func run(_ work: @escaping @MainActor () async -> Void) { collected.append(work) }

    /// Runs what has been collected, one work after the other in the order in which they came, until nothing is left:
    /// also what comes meanwhile.
    public func awaitAll() async {
        while !collected.isEmpty {
            let work = collected.removeFirst()
            await work()
        }
    }
}
