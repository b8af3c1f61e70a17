import BenchmarkCounters
import Foundation
import Synchronization

/// Runs operations at the same moment, each on a thread of its own.
final class Crew: Sendable {
    /// The begin or the end of one thread's loop, and how often it had been interrupted by then.
    private struct Moment {
        let time = ContinuousClock.now
        let preemptions = benchmark_preemptions()
    }

    private let operations: [Operation]
    private let missing: Atomic<Int>
    private let spans = Mutex<[Result<(begin: Moment, end: Moment), WrongCount>]>([])
    private let ended = DispatchSemaphore(value: 0)

    init(_ operations: [Operation]) {
        self.operations = operations
        missing = Atomic(operations.count)
    }

    /// Runs each of them so often. Once for each crew.
    func run(iterations: Int) throws(WrongCount) -> Time {
        for operation in operations { Thread { self.run(operation, iterations: iterations) }.start() }
        for _ in operations { ended.wait() }
        let all = try spans.withLock { $0 }.map { span throws(WrongCount) in try span.get() }
        // Holds because there is a span for each operation, of which a crew has one at least.
        let (begins, ends) = (all.map(\.begin.time), all.map(\.end.time))
        let time = ends.max()! - begins.min()!
        let isInterrupted = all.contains { $0.end.preemptions > $0.begin.preemptions }
        return Time(
            nanoseconds: time / .nanoseconds(1),
            isDisturbed: isInterrupted || begins.max()! - begins.min()! > time / 20
        )
    }

    /// Waits for the others without giving up the processor, so that all begin within a few nanoseconds.
    private func run(_ operation: Operation, iterations: Int) {
        missing.subtract(1, ordering: .acquiringAndReleasing)
        while missing.load(ordering: .acquiring) > 0 {}
        let span = Result { () throws(WrongCount) in
            try operation.run(iterations: iterations) { Moment() }
        }
        spans.withLock { $0.append(span) }
        ended.signal()
    }
}
