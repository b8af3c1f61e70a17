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

    /// A name is unknown.
    ///
    /// - Parameters:
    ///   - kind: What the name should be of.
    ///   - nearest: A known name with almost the same spelling.
    init(unknown kind: String, _ name: String, nearest: String?, _ topic: HelpTopic) {
        let suggestion = nearest.map { "; did you mean '\($0)'?" } ?? ""
        self.init("unknown \(kind) '\(name)'\(suggestion)", topic)
    }
}
