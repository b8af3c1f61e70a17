import Foundation
import Wiring
import WiringLifecycle

/// Measures a writer, one operation at a time, while other threads read continuously.
struct Latency {
    /// The number of the writer's operations in a round.
    private static let samples = 200

    private let writer: Operation
    private let readers: [Operation]

    /// - Parameter operations: The writer, followed by the readers.
    init(_ operations: [Operation]) {
        writer = operations[0]
        readers = Array(operations.dropFirst())
    }

    /// The 99th percentile of a round, in nanoseconds.
    func percentile() throws(InstanceCountMismatch) -> Double {
        let (isDone, running) = (Flag(), Flag())
        let ended = DispatchSemaphore(value: 0)
        for reader in readers {
            Thread {
                running.increment()
                while isDone.current == 0 { try? reader.run(iterations: 100) }
                ended.signal()
            }.start()
        }
        while running.current < readers.count {}
        let times = Result { () throws(InstanceCountMismatch) in
            var times: [Double] = []
            for _ in 0..<Self.samples {
                let span = try writer.run(iterations: 1) { ContinuousClock.now }
                times.append((span.end - span.begin) / .nanoseconds(1))
            }
            return times.sorted()
        }
        isDone.increment()
        for _ in readers { ended.wait() }
        return try times.get()[Self.samples * 99 / 100]
    }
}

private final class Flag: Sendable {
    private let word = AtomicWord()

    var current: UInt64 { word.current }
    func increment() { word.increment() }
}
