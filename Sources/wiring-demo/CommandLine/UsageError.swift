/// The command line is invalid.
struct UsageError: Error, CustomStringConvertible {
    /// The problem, including the argument.
    let description: String
    /// The topic whose usage is shown with the error.
    let topic: HelpTopic

    init(_ description: String, _ topic: HelpTopic) {
        self.description = description
        self.topic = topic
    }
}
