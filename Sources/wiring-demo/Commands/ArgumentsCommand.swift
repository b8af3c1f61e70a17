import Wiring
import WiringDemo
import WiringInspection

/// Lists the launch arguments, and what each of them replaces.
struct ArgumentsCommand: Command {
    static let topic = HelpTopic.arguments
    static let options: Set<String> = []

    nonisolated init(_ arguments: Arguments) throws(UsageError) {
        try arguments.checkLaunchArguments()
    }

    func run() async throws {
        for argument in Container.shared.arguments() { try StandardOutput.write(line: argument.description) }
    }
}
