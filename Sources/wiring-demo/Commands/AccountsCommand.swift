import Wiring
import WiringDemo

/// Loads accounts and lists them.
struct AccountsCommand: Command {
    static let topic = HelpTopic.accounts
    static let options: Set = ["--source"]

    private var source: DocumentSource?

    nonisolated init(_ arguments: Arguments) throws(UsageError) {
        if let value = arguments.values["--source"] { source = try DocumentSource(argument: value) }
        try arguments.checkLaunchArguments()
    }

    func run() async throws {
        if let source { Container.shared.documentSource.register { source } }
        let model = Container.shared.accountsViewModel()
        await model.load()
        if let error = model.error { throw error }
        guard model.isLoaded else { throw CancellationError() }
        try StandardOutput.write(line: Self.heading(for: model.accounts.count))
        for account in model.accounts { try StandardOutput.write(line: account.description) }
    }

    private static func heading(for count: Int) -> String {
        switch count {
        case 0: "No accounts"
        case 1: "1 account"
        default: "\(count) accounts"
        }
    }
}
