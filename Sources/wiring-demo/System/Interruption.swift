import Dispatch
import Foundation

/// Handles Control-C and requests to terminate.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM]

    private enum Outcome: Sendable {
        case ended(Result<Void, any Error>)
        case interrupted(by: Int32)
    }

    /// Runs `work`, and cancels its task when the process receives a signal.
    ///
    /// This returns when `work` has ended. A second signal terminates the process immediately.
    ///
    /// - Returns: The signal, if the process has received one.
    @MainActor
    static func run(_ work: @escaping @MainActor () async throws -> Void) async throws -> Int32? {
        let (outcomes, continuation) = AsyncStream<Outcome>.makeStream()
        let sources = signals.map { number in
            // The default action would terminate the process before the source receives the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                // Not on the main actor, which may be blocked by a full output pipe.
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
