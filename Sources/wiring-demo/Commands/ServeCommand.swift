import Wiring
import WiringDemo
import WiringDemoJournal
import WiringDemoTally
import WiringLifecycle
import WiringModules

/// Watches for screenshots and answers requests, until the task is cancelled.
struct ServeCommand: Command {
    static let topic = HelpTopic.serve
    static let options: Set = ["--watch", "--store", "--user"]

    private let directory: String
    private let store: String?
    private let user: String?

    nonisolated init(_ arguments: Arguments) throws(UsageError) {
        try arguments.checkLaunchArguments()
        guard let directory = try arguments.value(of: "--watch") else {
            throw UsageError("'--watch' is missing", Self.topic)
        }
        self.directory = directory
        store = try arguments.value(of: "--store")
        user = try arguments.value(of: "--user")
    }

    func run() async throws {
        let container = Container.shared
        container.install(TallyModule.self, JournalModule.self)
        container.watchedDirectory.register { [directory] in directory }
        if let store { container.storePath.register { store } }
        if let user { container.userName.register { user } }
        try await container.run(\.requestServer) {
            await Task.untilCancelled()
            container.announcer().announce("stopping")
        }
    }
}
