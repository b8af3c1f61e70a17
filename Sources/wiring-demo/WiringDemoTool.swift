import Foundation

/// The tool as a whole: words in, exit status out.
enum WiringDemoTool {
    /// Does what the words say, and returns the status to exit with.
    @MainActor
    static func run(_ words: some Collection<String>) async -> Int32 {
        // A reader that goes away is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            switch try Invocation(words) {
            case .help(let topic):
                try StandardOutput.write(topic.help)
            case .command(let command):
                if let signal = try await Interruption.run({ try await command.run() }) {
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
