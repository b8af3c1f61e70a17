import Wiring
import WiringDemo
import WiringDemoJournal
import WiringDemoTally
import WiringInspection
import WiringModules

/// Checks how the service is wired.
struct PreflightCommand: Command {
    static let topic = HelpTopic.preflight
    static let options: Set<String> = []

    nonisolated init(_ arguments: Arguments) throws(UsageError) { try arguments.checkLaunchArguments() }

    func run() async throws {
        let container = Container.shared.with { $0.install(TallyModule.self, JournalModule.self) }
        let recorded = try await container.recordedGraph()
        try container.preflight(
            \.accountsViewModel,
            \.emailAvailabilityModel,
            \.recordStore,
            \.requestServer,
            \.screenshotScreen,
            \.screenshotWatcher,
            recorded: recorded
        )
        try StandardOutput.write(line: "No faults in \(recorded.nodes.count) dependencies")
    }
}
