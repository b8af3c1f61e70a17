import Dispatch
import Foundation

/// Control-C, and the request to terminate.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM]

    private enum Outcome: Sendable {
        case ended(Result<Void, any Error>)
        case interrupted(by: Int32)
    }

    /// Runs `work` until it ends or a signal comes.
    ///
    /// At a signal the task of `work` is cancelled, and this returns when it has ended. A second signal ends the process
    /// at once.
    ///
    /// - Returns: The signal, if one came.
    @MainActor
    static func run(_ work: @escaping @MainActor () async throws -> Void) async throws -> Int32? {
        let (outcomes, continuation) = AsyncStream<Outcome>.makeStream()
        let sources = signals.map { number in
            // The default would end the process before the source hears of it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                // Here, since the main actor may be waiting for a reader of its output.
                for number in Self.signals { signal(number, SIG_DFL) }
                continuation.yield(.interrupted(by: number))
            }
            source.activate()
            return source
        }
        defer { for source in sources { source.cancel() } }

        let task = Task {
            let result: Result<Void, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            continuation.yield(.ended(result))
        }
        var interruption: Int32?
        for await outcome in outcomes {
            switch outcome {
            case .ended(let result):
                if interruption == nil { try result.get() }
                return interruption
            case .interrupted(let number):
                interruption = number
                task.cancel()
            }
        }
        return interruption
    }
}
