import Wiring
import WiringDemo
import WiringDemoJournal
import WiringDemoTally
import WiringInspection
import WiringModules

/// States which closure makes a dependency, and why.
struct ExplainCommand: Command {
    static let topic = HelpTopic.explain
    static let options: Set<String> = []

    private let name: String

    nonisolated init(_ arguments: Arguments) throws(UsageError) {
        guard let name = arguments.operands.first else { throw UsageError("a name is missing", Self.topic) }
        try arguments.checkLaunchArguments(after: 1)
        self.name = name
    }

    func run() async throws {
        let explanations = explanations(of: Container.shared.with { $0.install(TallyModule.self, JournalModule.self) })
        guard let explanation = explanations.first(where: { $0.name == name }) else {
            let nearest = explanations.map(\.name).nearest(to: name)
            throw UsageError("unknown dependency '\(name)'", nearest: nearest, Self.topic)
        }
        try StandardOutput.write(line: explanation.description)
    }

    private func explanations(of container: Container) -> [Explanation] {
        let session = SessionContainer(parent: container, user: "")
        return [
            container.explain(\.accountLoading), container.explain(\.accountsViewModel),
            container.explain(\.announcer), container.explain(\.answerLines), container.explain(\.asyncRunner),
            container.explain(\.documentSource), container.explain(\.emailAvailabilityModel),
            container.explain(\.emailChecking), container.explain(\.journal), container.explain(\.networking),
            container.explain(\.notificationCenter), container.explain(\.notificationObserving),
            container.explain(\.recordStore),
            RequestContainer(parent: session, number: 1).explain(\.requestHandler),
            container.explain(\.requestLines), container.explain(\.requestPlugins),
            container.explain(\.requestServer), container.explain(\.screenshotActions),
            container.explain(\.screenshotCounter), container.explain(\.screenshotScreen),
            container.explain(\.screenshotSource), container.explain(\.screenshotWatcher),
            container.explain(\.screenshots), container.explain(\.session), container.explain(\.storePath),
            container.explain(\.tally), container.explain(\.userName), container.explain(\.watchedDirectory),
        ]
    }
}
