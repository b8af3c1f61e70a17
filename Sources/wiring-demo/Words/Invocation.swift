/// What the user wants.
enum Invocation {
    case help(Topic)
    case command(any Command)

    private static let commands: [String: any Command.Type] = [
        "accounts": AccountsCommand.self,
        "screenshots": ScreenshotsCommand.self,
        "email": EmailCommand.self,
    ]

    /// Understands the words of a command line, without the tool's name.
    init(_ words: some Collection<String>) throws(WrongWords) {
        guard let name = words.first else { throw WrongWords("a command is missing", .tool) }
        if name == "--help" || name == "-h" {
            self = .help(.tool)
            return
        }
        guard let type = Self.commands[name] else {
            throw WrongWords("unknown \(name.hasPrefix("-") ? "option" : "command") '\(name)'", .tool)
        }
        let words = try Words(Array(words.dropFirst()), for: type.topic, options: type.options)
        self = words.askForHelp ? .help(type.topic) : .command(try type.init(words))
    }
}
