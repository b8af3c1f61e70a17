import Synchronization

/// One construction under way: who builds, and how to wait for it.
@usableFromInline
class ConstructionSite: @unchecked Sendable {
    // Holds because all that can change is atomic. `unchecked` because it has a subclass.

    /// The number of the thread that builds.
    let builder: UInt64
    private let finished = Atomic<Bool>(false)

    init(builder: UInt64) { self.builder = builder }

    /// Whether the builder is through: who still waits for it is about to go on.
    final var isFinished: Bool { finished.load(ordering: .acquiring) }

    final func finish() { finished.store(true, ordering: .releasing) }
}

/// One construction of a value, and its result for those who wait.
///
/// The builder holds the gate from before the construction is known to others until it has ended; passing the gate is
/// waiting for it. The gate guards nothing but this construction: who waits at it needs the very instance, and
/// ``WaitGraph`` has made sure that the builder does not wait for them. So closures of users run behind the gate, but
/// under no lock in the sense that unrelated work could meet it. A mutex serves as the gate because a waiting thread
/// lends its builder its priority on every platform.
@usableFromInline
final class Build<Value>: ConstructionSite, @unchecked Sendable {
    private let gate = Protected<Value?>(nil)

    /// Runs `body` behind the gate. What it returns as `result` is for those who wait.
    func run<Outcome>(_ body: () -> (outcome: Outcome, result: Value?)) -> Outcome {
        gate.withLock { result in
            let (outcome, built) = body()
            result = built
            finish()
            return outcome
        }
    }

    /// Waits until the construction has ended.
    ///
    /// A thread that ends within a construction, by `pthread_exit` for instance, leaves the gate shut. On Linux the kernel
    /// then opens it for those who wait already; who comes later, and anyone on Apple's systems, is told by the mutex,
    /// which ends the program.
    ///
    /// - Returns: What was built; `nil` if the builder's thread ended before it had built.
    func wait() -> Value? { gate.withLock { $0 } }
}
