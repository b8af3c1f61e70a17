import Dispatch
import Foundation
import WiringDemo

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
        let signalCount = Locked(0)
        let sources = signals.map { number in
            // The default action would terminate the process before the source receives the signal.
            signal(number, SIG_IGN)
            // Not the main queue, because the main actor may be blocked by a full output pipe.
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                let isFirst = signalCount.withLock { count in
                    count += 1
                    return count == 1
                }
                if !isFirst { terminateProcess(by: number) }
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

    /// Terminates the process as the signal does by default.
    private nonisolated static func terminateProcess(by number: Int32) {
        signal(number, SIG_DFL)
        // The threads of Dispatch block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
