import BenchmarkCounters
import Foundation
import Synchronization
import Wiring
import WiringLifecycle

/// Runs operations at the same time, each on its own thread.
final class ParallelRun: Sendable {
    /// The beginning or the end of one thread's loop, and the number of preemptions until then.
    private struct Moment {
        let time = ContinuousClock.now
        let preemptions = benchmark_preemptions()
    }

    private let operations: [Operation]
    private let present = AtomicWord()
    private let spans = Mutex<[Result<(begin: Moment, end: Moment), InstanceCountMismatch>]>([])
    private let ended = DispatchSemaphore(value: 0)

    init(_ operations: [Operation]) {
        self.operations = operations
    }

    /// Runs each operation `iterations` times. Call this once.
    func run(iterations: Int) throws(InstanceCountMismatch) -> Time {
        for operation in operations { Thread { self.run(operation, iterations: iterations) }.start() }
        for _ in operations { ended.wait() }
        let all = try spans.withLock { $0 }.map { span throws(InstanceCountMismatch) in try span.get() }
        // SAFETY: There is a span for each operation, and at least one operation.
        let (begins, ends) = (all.map(\.begin.time), all.map(\.end.time))
        let time = ends.max()! - begins.min()!
        let isInterrupted = all.contains { $0.end.preemptions > $0.begin.preemptions }
        return Time(
            nanoseconds: time / .nanoseconds(1),
            isDisturbed: isInterrupted || begins.max()! - begins.min()! > time / 20
        )
    }

    /// Waits for the other threads without yielding the processor, so that all start within a few nanoseconds.
    private func run(_ operation: Operation, iterations: Int) {
        present.increment()
        while present.current < operations.count {}
        let span = Result { () throws(InstanceCountMismatch) in
            try operation.run(iterations: iterations) { Moment() }
        }
        spans.withLock { $0.append(span) }
        ended.signal()
    }
}
