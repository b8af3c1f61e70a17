import BenchmarkCounters
import Synchronization
import Wiring
import WiringAsync
import WiringLifecycle

extension Count {
    /// The allocations and instances of resolutions, and the size of an empty container.
    static func all() throws(InstanceCountMismatch) -> [Count] {
        try resolution(.unscopedInHand, allocations: 1) + resolution(.overrideInPlace, allocations: 1)
            + resolution(.cachedHit, allocations: 0) + resolution(.observedHit, allocations: 0)
            + resolution(.singletonHit, allocations: 0)
            + resolution(.sharedHit, allocations: 0) + resolution(.scopeOnParametersHit, allocations: 0)
            + resolution(.throwingHit, allocations: 0) + resolution(.collection, allocations: 1)
            + asynchronousHit() + emptyContainer()
            + child("empty child", of: Container()) + child("child of 1,000 declarations", of: Container(with: 1_000))
            + copies() + shortLivedKeys()
    }

    /// Allocations and instances of one iteration of a row.
    private static func resolution(_ row: Row, allocations goal: Int) throws(InstanceCountMismatch) -> [Count] {
        let operation = row.prepare().subject[0]
        // Warms up: allocates what is allocated only once.
        try operation.run(iterations: 1)
        let iterations = 1_000
        let before = benchmark_counters()
        try operation.run(iterations: iterations)
        let after = benchmark_counters()
        return [
            allocations("allocations, \(row.name)", after.allocations - before.allocations, of: iterations, goal: goal),
            Count(
                name: "instances, \(row.name)",
                number: Double(after.instances - before.instances) / Double(iterations),
                goal: operation.instances
            ),
        ]
    }

    /// The allocations of an asynchronous hit.
    private static func asynchronousHit() -> [Count] {
        let iterations = 1_000
        let total = Mutex<Int64>(0)
        CallingThread.run {
            let container = Container()
            for _ in 0..<3 { consume(await container.asynchronous()) }
            let before = benchmark_counters()
            for _ in 0..<iterations { consume(await container.asynchronous()) }
            let after = benchmark_counters()
            total.withLock { $0 = after.allocations - before.allocations }
        }
        return [allocations("allocations, asynchronous cached hit", total.withLock { $0 }, of: iterations, goal: 0)]
    }

    /// The bytes and allocations of an empty container.
    private static func emptyContainer() -> [Count] {
        consume(Container())
        let before = benchmark_counters()
        let container = Container()
        let after = benchmark_counters()
        consume(container)
        return [
            allocations("bytes, empty container", after.bytes - before.bytes, of: 1, goal: 160),
            allocations("allocations, empty container", after.allocations - before.allocations, of: 1, goal: nil),
        ]
    }

    /// The bytes and allocations of a child that stores nothing.
    private static func child(_ name: String, of parent: Container) -> [Count] {
        consume(parent.child())
        let before = benchmark_counters()
        let child = parent.child()
        let after = benchmark_counters()
        consume(child)
        return [
            allocations("bytes, \(name)", after.bytes - before.bytes, of: 1, goal: 216),
            allocations("allocations, \(name)", after.allocations - before.allocations, of: 1, goal: nil),
        ]
    }

    /// A count of allocations, if they can be counted. Its goals are those of a release build.
    private static func allocations(_ name: String, _ total: Int64, of iterations: Int, goal: Int?) -> Count {
        let number = benchmark_counts_allocations() ? Double(total) / Double(iterations) : nil
        return Count(name: name, number: number, goal: isDebugBuild ? nil : goal)
    }
}
