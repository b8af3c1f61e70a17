import ArgumentParser
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct ArgumentParserTests {
    @Test func aDefaultIsEvaluatedSeveralTimes() async throws {
        try await Place(
            .callback,
            "swift-argument-parser: `@Option var region = …`, also if the option is given",
            sees: "the caller's, several times",
            write: "`@Option var region: String?`, and resolve in `run()`",
            strictTest: .isSilent("it is the right container")
        ).check {
            let seen = Seen()
            Self.run(EagerTool.self, notedBy: seen, within: "the caller's")
            let labels = await seen.all()
            return labels.count > 1 ? "\(merged(labels)), several times" : merged(labels)
        } remedied: {
            let seen = Seen()
            Self.run(LazyTool.self, notedBy: seen, within: Place.intended)
            let labels = await seen.all()
            return labels.count == 1 ? merged(labels) : "\(labels)"
        }
    }

    @Test func aCommandRunsInTheCallersContainer() async throws {
        try await Place(
            .callback,
            "swift-argument-parser: `transform:`, `validate()`, `run()`, also of an `AsyncParsableCommand`; `completion: .custom { }`",
            sees: "that of the caller of `main()`"
        ).check {
            let seen = Seen()
            Self.run(NotingTool.self, notedBy: seen, within: "that of the caller of `main()`")
            _ = await seen.next(3)
            await within("that of the caller of `main()`") {
                Container.shared.noting.override { seen }
                await AsyncTool.main(["--region", "north"])
                // The arguments that a shell passes at the end of the first value.
                for option in ["--region", "--city"] {
                    let error = await #expect(throws: (any Error).self) {
                        _ = try await AsyncTool.asyncParseAsRoot(["---completion", "--", option, "1", "0", option, ""])
                    }
                    #expect(error.map(AsyncTool.message(for:)) == "north")
                }
            }
            return await seen.next(3)
        }
    }

    private static func run(
        _ tool: (some ParsableCommand).Type,
        notedBy seen: Seen,
        within label: String
    ) {
        within(label) {
            Container.shared.noting.override { seen }
            tool.main(["--region", "north"])
        }
    }
}

extension Container {
    /// Notes what a command sees, whose closures capture nothing.
    fileprivate var noting: Factory<Seen> { self { Seen() } }
}

private func noted(_ region: String) -> String {
    Container.shared.noting().note()
    return region
}

private struct EagerTool: ParsableCommand {
    @Option var region = noted("south")

    func run() {}
}

private struct LazyTool: ParsableCommand {
    @Option var region: String?

    func run() { _ = noted(region ?? "south") }
}

private struct NotingTool: ParsableCommand {
    @Option(transform: { noted($0) }) var region: String

    func validate() { _ = noted(region) }
    func run() { _ = noted(region) }
}

private struct AsyncTool: AsyncParsableCommand {
    @Option(completion: .custom { _, _, _ in [noted("north")] }) var region: String
    @Option(
        completion: .custom { _, _, _ in
            await Task.yield()
            return [noted("north")]
        }
    ) var city = ""

    func run() async { _ = noted(region) }
}
