import Foundation
import WiringDemo

/// The message and the exit status for an error.
struct Failure {
    let status: Int32
    /// The complete message for standard error, if there is one.
    let message: String?

    init(_ error: any Error) {
        if let error = error as? OutputError, error.reason.isBrokenPipe {
            // The reader has closed the pipe. The status is that of a process that SIGPIPE has terminated.
            (status, message) = (ExitStatus.interrupted(by: SIGPIPE), nil)
            return
        }
        status =
            switch error {
            case is UsageError: ExitStatus.invalidUsage
            case AccountsError.malformed, NetworkError.tooLarge, InputError.malformed: ExitStatus.malformedDocument
            case NetworkError.unreadable, InputError.unreadable: ExitStatus.missingFile
            case StoreError.cannotOpen: ExitStatus.cannotOpenStore
            case StoreError.cannotWrite, is ChartError, is OutputError: ExitStatus.outputFailed
            default: ExitStatus.serviceFailed
            }
        let usage = (error as? UsageError).map { "\n\($0.topic.usage)" } ?? ""
        message = "wiring-demo: \(error)\(usage)\n"
    }
}
