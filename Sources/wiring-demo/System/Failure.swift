import Foundation
import WiringDemo

/// The message and the exit status for an error.
struct Failure {
    let status: Int32
    /// The complete message for standard error, if there is one.
    let message: String?

    init(_ error: any Error) {
        switch error {
        case let error as UsageError:
            self.init(ExitStatus.invalidUsage, "\(error.description)\n\(error.topic.usage)")
        case let error as AccountsError:
            if case .malformed = error {
                self.init(ExitStatus.malformedDocument, error.description)
            } else {
                self.init(ExitStatus.serviceFailed, error.description)
            }
        case let error as NetworkError:
            switch error {
            case .unreadable: self.init(ExitStatus.missingFile, error.description)
            case .tooLarge: self.init(ExitStatus.malformedDocument, error.description)
            case .answered, .unreachable: self.init(ExitStatus.serviceFailed, error.description)
            }
        case let error as InputError:
            switch error {
            case .unreadable: self.init(ExitStatus.missingFile, error.description)
            case .malformed: self.init(ExitStatus.malformedDocument, error.description)
            }
        case let error as StoreError:
            switch error {
            case .cannotOpen: self.init(ExitStatus.cannotOpenStore, error.description)
            case .cannotWrite: self.init(ExitStatus.outputFailed, error.description)
            }
        case let error as OutputError where error.reason.isBrokenPipe:
            // The reader has closed the pipe. The status is that of a process that SIGPIPE has terminated.
            self.init(status: ExitStatus.interrupted(by: SIGPIPE), message: nil)
        case let error as ChartError:
            self.init(ExitStatus.outputFailed, error.description)
        case let error as OutputError:
            self.init(ExitStatus.outputFailed, error.description)
        default:
            self.init(ExitStatus.serviceFailed, "\(error)")
        }
    }

    private init(_ status: Int32, _ text: String) {
        self.init(status: status, message: "wiring-demo: \(text)\n")
    }

    private init(status: Int32, message: String?) {
        self.status = status
        self.message = message
    }
}
