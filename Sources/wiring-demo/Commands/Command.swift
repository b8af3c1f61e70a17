/// A command of the tool.
@MainActor
protocol Command: Sendable {
    nonisolated static var topic: HelpTopic { get }
    /// The options besides `--help`.
    nonisolated static var options: Set<String> { get }

    /// Checks the arguments. Does not run the command.
    nonisolated init(_ arguments: Arguments) throws(UsageError)

    /// Runs the command, which writes to standard output, until it has ended or the task is cancelled.
    func run() async throws
}
