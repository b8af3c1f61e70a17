import Foundation
import Synchronization

/// Runs operations at the same moment, each on a thread of its own.
final class Crew: Sendable {
    private typealias Span = (begin: ContinuousClock.Instant, end: ContinuousClock.Instant)

    private let operations: [Operation]
    private let missing: Atomic<Int>
    private let spans = Mutex<[Result<Span, WrongCount>]>([])
    private let ended = DispatchSemaphore(value: 0)

    init(_ operations: [Operation]) {
        self.operations = operations
        missing = Atomic(operations.count)
    }

    /// Runs each of them so often. Once for each crew.
    ///
    /// - Returns: The nanoseconds from when the first began until the last ended.
    func time(iterations: Int) throws(WrongCount) -> Double {
        for operation in operations { Thread { self.run(operation, iterations: iterations) }.start() }
        for _ in operations { ended.wait() }
        let all = try spans.withLock { $0 }.map { span throws(WrongCount) in try span.get() }
        // Holds because there is a span for each operation, and a crew has one at least.
        return (all.map(\.end).max()! - all.map(\.begin).min()!) / .nanoseconds(1)
    }

    /// Waits for the others without giving up the processor, so that all begin within a few nanoseconds.
    private func run(_ operation: Operation, iterations: Int) {
        missing.subtract(1, ordering: .acquiringAndReleasing)
        while missing.load(ordering: .acquiring) > 0 {}
        let span = Result { () throws(WrongCount) in
            try operation.run(iterations: iterations) { ContinuousClock.now }
        }
        spans.withLock { $0.append(span) }
        ended.signal()
    }
}
