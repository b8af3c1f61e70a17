/// Collects work until you await it, so that a test or a command decides when it runs.
@MainActor
public final class CollectingRunner: AsyncRunner {
    private var collected: [@MainActor () async -> Void] = []

    /// Creates a runner without any work.
    public nonisolated init() {}

    public func run(_ work: @escaping @MainActor () async -> Void) { collected.append(work) }

    /// Runs the collected work one piece at a time, in the order in which it was added. Work that is added meanwhile runs too.
    public func awaitAll() async {
        while !collected.isEmpty {
            let work = collected.removeFirst()
            await work()
        }
    }
}
