/// The command line is invalid.
struct UsageError: Error, CustomStringConvertible {
    /// The problem, including the argument.
    let description: String
    /// The topic whose usage is shown with the error.
    let topic: HelpTopic

    /// - Parameters:
    ///   - problem: What is wrong. It ends with the argument if there is a `nearest`.
    ///   - nearest: A known name with almost the same spelling as the argument.
    init(_ problem: String, nearest: String? = nil, _ topic: HelpTopic) {
        description = problem + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        self.topic = topic
    }
}
