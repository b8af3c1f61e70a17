/// One thing that the tool can do.
@MainActor
protocol Command: Sendable {
    nonisolated static var topic: Topic { get }
    /// The options that it takes, besides `--help`.
    nonisolated static var options: Set<String> { get }

    /// Understands the words, and does nothing yet.
    nonisolated init(_ words: Words) throws(WrongWords)

    /// Does it, writing to standard output, until it is done or the task is cancelled.
    func run() async throws
}
