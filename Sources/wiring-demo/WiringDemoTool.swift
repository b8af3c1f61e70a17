import Foundation
import Wiring
import WiringDemo

/// Runs the tool.
enum WiringDemoTool {
    /// Runs the tool with arguments, and returns the exit status.
    @MainActor
    static func run(_ arguments: some Collection<String>) async -> Int32 {
        // A closed output pipe is then an error of the write, and does not terminate the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            switch try Invocation(arguments) {
            case .help(let topic):
                try StandardOutput.write(topic.help)
            case .command(let command, let output):
                // Standard output is for the results of the command.
                Container.shared.manager.logger = { StandardError.write($0 + "\n") }
                let signal = try await output.watch { try await Interruption.run { try await command.run() } }
                if let signal {
                    return ExitStatus.interrupted(by: signal)
                }
            }
            return ExitStatus.success
        } catch {
            let failure = Failure(error)
            if let message = failure.message { StandardError.write(message) }
            return failure.status
        }
    }
}
