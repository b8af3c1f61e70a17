/// The words after a command, sorted into options and operands.
struct Words {
    /// Whose words they are.
    let topic: Topic
    /// The values of the options that were given.
    private(set) var values: [String: String] = [:]
    /// All other words, in their order.
    private(set) var operands: [String] = []
    /// Whether there is a `--help` among them. The other words are then not looked at.
    private(set) var askForHelp = false

    /// Sorts words.
    ///
    /// An option's value is the next word, or follows a `=` in the same word. After `--` all words are operands.
    ///
    /// - Parameter options: The options that there are, each of which takes a value and can be given once.
    init(_ words: [String], for topic: Topic, options: Set<String>) throws(WrongWords) {
        self.topic = topic
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            askForHelp = true
            return
        }
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = String(parts[0])
            guard options.contains(option) else { throw WrongWords("unknown option '\(option)'", topic) }
            guard values[option] == nil else { throw WrongWords("'\(option)' is given twice", topic) }
            values[option] = parts.count == 2 ? String(parts[1]) : Self.value(from: &rest)
            guard values[option].map({ !$0.isEmpty }) ?? false else {
                throw WrongWords("'\(option)' needs a value", topic)
            }
        }
    }

    /// The next word, unless it is an option.
    private static func value(from rest: inout ArraySlice<String>) -> String? {
        guard let word = rest.first, !word.hasPrefix("--") else { return nil }
        return rest.removeFirst()
    }
}
