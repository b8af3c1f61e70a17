import Wiring

/// The arguments of a command, separated into options and operands.
struct Arguments {
    /// The command's help topic.
    let topic: HelpTopic
    /// The values of the given options.
    private(set) var values: [String: String] = [:]
    /// The options of the command that take no value, if they are given.
    private(set) var flags: Set<String> = []
    /// All other arguments, in their order.
    private(set) var operands: [String] = []
    /// Whether the arguments contain `--help`. If they do, the others are ignored.
    private(set) var askForHelp = false

    /// Parses arguments.
    ///
    /// The value of an option is the next argument, or follows a `=` in the same argument. After `--` all arguments are operands.
    ///
    /// - Parameters:
    ///   - options: The known options that take a value. Each can be given once.
    ///   - knownFlags: The known options that take none.
    init(
        _ arguments: [String],
        for topic: HelpTopic,
        options: Set<String>,
        flags knownFlags: Set<String>
    ) throws(UsageError) {
        self.topic = topic
        if arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            askForHelp = true
            return
        }
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            if knownFlags.contains(argument) {
                flags.insert(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = String(parts[0])
            guard !knownFlags.contains(option) else { throw UsageError("'\(option)' takes no value", topic) }
            guard options.contains(option) else {
                let nearest = options.union(knownFlags).union(["--help"]).nearest(to: option)
                throw UsageError("unknown option '\(option)'", nearest: nearest, topic)
            }
            guard values[option] == nil else { throw UsageError("'\(option)' is given twice", topic) }
            values[option] = parts.count == 2 ? String(parts[1]) : Self.value(from: &rest)
            guard values[option].map({ !$0.isEmpty }) ?? false else {
                throw UsageError("'\(option)' needs a value", topic)
            }
        }
    }

    /// The next argument, unless it is an option.
    private static func value(from rest: inout ArraySlice<String>) -> String? {
        guard let argument = rest.first, !argument.hasPrefix("--") else { return nil }
        return rest.removeFirst()
    }
}
