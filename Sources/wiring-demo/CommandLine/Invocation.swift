import Wiring

/// A parsed command line.
enum Invocation {
    case help(HelpTopic)
    case command(any Command, EventOutput)

    private static let commands: [any Command.Type] = [
        AccountsCommand.self, ScreenshotsCommand.self, EmailCommand.self, ServeCommand.self, GraphCommand.self,
        ExplainCommand.self, ArgumentsCommand.self, PreflightCommand.self,
    ]

    /// Parses a command line without the tool's name.
    init(_ arguments: some Collection<String>) throws(UsageError) {
        guard let name = arguments.first else { throw UsageError("a command is missing", .tool) }
        if name == "--help" || name == "-h" {
            self = .help(.tool)
            return
        }
        guard !EventOutput.flags.union(EventOutput.options).contains(name) else {
            throw UsageError("'\(name)' comes after the command", .tool)
        }
        guard let type = Self.commands.first(where: { $0.topic.rawValue == name }) else {
            let nearest = name.hasPrefix("-") ? nil : Self.commands.map { $0.topic.rawValue }.nearest(to: name)
            throw UsageError("unknown \(name.hasPrefix("-") ? "option" : "command") '\(name)'", nearest: nearest, .tool)
        }
        let arguments = try Arguments(
            Array(arguments.dropFirst()),
            for: type.topic,
            options: type.options.union(EventOutput.options),
            flags: EventOutput.flags
        )
        self =
            arguments.askForHelp
            ? .help(type.topic) : .command(try type.init(arguments), try EventOutput(arguments))
    }
}
