/// Records the starts and stops of instances during an operation, and which instances are running.
struct LifeEvents {
    /// An instance, without keeping it.
    private struct Running {
        weak let thing: Thing?
    }

    private var running: [Int: Running] = [:]
    /// All that have ever stopped.
    private var ended: Set<Int> = []
    private var started: [Int: [Int]] = [:]
    private var stopped: [Int: (needs: [Int], dependents: [Int])] = [:]
    /// The starts that have failed.
    private var failures = 0

    mutating func beginStart(_ thing: Thing) {
        started[thing.number] = running(neededBy: thing).sorted()
    }

    mutating func endStart(_ thing: Thing) { running[thing.number] = Running(thing: thing) }

    mutating func beginStop(_ thing: Thing) {
        stopped[thing.number] = (
            running(neededBy: thing).sorted(),
            running.filter { $0.value.thing?.needs(without: ended).contains(thing.number) ?? false }.keys.sorted()
        )
    }

    mutating func endStop(_ thing: Thing) {
        running[thing.number] = nil
        ended.insert(thing.number)
    }

    /// What a thing needs through one that has stopped is in no order with it.
    private func running(neededBy thing: Thing) -> Set<Int> {
        thing.needs(without: ended).filter { running[$0] != nil }
    }

    mutating func failStart() { failures += 1 }

    /// Begins the next operation.
    mutating func clear() { (started, stopped, failures) = ([:], [:], 0) }

    /// What has happened during an operation, in an order that does not depend on that of independent instances.
    ///
    /// - Parameter hasFailed: Whether the operation was a start that has failed. It is not specified which instances had started
    ///   before they were stopped.
    func events(afterFailedStart hasFailed: Bool) -> [Event] {
        let isSkipped = { hasFailed && started[$0] != nil && stopped[$0] != nil }
        let starts = started.filter { !isSkipped($0.key) }.sorted { $0.key < $1.key }
        let stops = stopped.filter { !isSkipped($0.key) }.sorted { $0.key < $1.key }
        return starts.map { .started($0.key, needing: $0.value) }
            + stops.map { .stopped($0.key, needing: $0.value.needs, neededBy: $0.value.dependents) }
            + (failures == 0 ? [] : [.startsHaveFailed(failures)])
    }
}
