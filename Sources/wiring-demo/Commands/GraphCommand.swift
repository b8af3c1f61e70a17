import Wiring
import WiringAsync
import WiringDemo
import WiringDemoJournal
import WiringDemoTally
import WiringInspection
import WiringModules

/// Prints which dependencies need which.
struct GraphCommand: Command {
    static let topic = HelpTopic.graph
    static let options: Set = ["--format"]

    private enum Format: String, CaseIterable {
        case text, mermaid, dot
    }

    private let format: Format

    nonisolated init(_ arguments: Arguments) throws(UsageError) {
        try arguments.checkLaunchArguments()
        let name = arguments.values["--format"] ?? Format.text.rawValue
        guard let format = Format(rawValue: name) else {
            let nearest = Format.allCases.map(\.rawValue).nearest(to: name)
            throw UsageError("unknown format '\(name)'", nearest: nearest, Self.topic)
        }
        self.format = format
    }

    func run() async throws {
        let container = Container.shared.with { $0.install(TallyModule.self, JournalModule.self) }
        try StandardOutput.write(text(of: try await container.recordedGraph()))
    }

    private func text(of graph: DependencyGraph) -> String {
        switch format {
        case .text: graph.text
        case .mermaid: graph.mermaid(clusteredBy: .container)
        case .dot: graph.dot(clusteredBy: .container)
        }
    }
}

extension Container {
    /// Builds the screens, the service and a request, and records what they need. Starts nothing.
    @MainActor
    func recordedGraph() async throws -> DependencyGraph {
        try await graph(of: self) {
            _ = accountsViewModel()
            _ = emailAvailabilityModel()
            _ = screenshotScreen()
            _ = screenshotCounter()
            _ = try await requestServer()
            let session = SessionContainer(parent: self, user: userName())
            _ = try await RequestContainer(parent: session, number: 1).requestHandler()
        }
    }
}
