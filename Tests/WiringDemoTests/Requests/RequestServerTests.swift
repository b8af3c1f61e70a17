import Testing
import WiringAsync
import WiringDemo
import WiringDemoJournal
import WiringDemoTally
import WiringLifecycle
import WiringModules
import WiringTesting

/// Tests of the service in a container, without the tool.
@Suite(.limitedWait, .container { $0.setupMocks() })
struct RequestServerTests {
    private let container = Container.shared
    /// The answers and the announcements.
    private let lines = CollectedLines()
    private let store = MemoryStore()
    private let checking = HeldAnswers()

    init() {
        container.answerLines.register { [lines] in lines }
        container.announcer.register { [lines] in lines }
        container.recordStore.register { [store] in store }
        container.emailChecking.register { [checking] in checking }
    }

    @discardableResult
    private func read(
        _ lines: [String],
        onRead: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> ObservedLines {
        let input = ObservedLines(lines, onRead: onRead)
        container.requestLines.register { input }
        return input
    }

    /// Waits for questions.
    private func questions(_ count: Int) async -> [HeldAnswers.Question] {
        var questions: [HeldAnswers.Question] = []
        for await question in checking.questions {
            questions.append(question)
            if questions.count == count { break }
        }
        return questions
    }

    @Test func requestsAreHandledConcurrently() async throws {
        read(["email one@b", "email two@b"])
        try await container.run(\.requestServer) {
            // Both wait for their answers.
            for question in await questions(2) { question.answer.resume(returning: question.email == "one@b") }
        }
        #expect(Set(lines.lines).isSuperset(of: ["1: one@b available", "2: two@b taken"]))
    }

    /// Counts answers.
    private actor Answers {
        private(set) var count = 0

        func give(_ question: HeldAnswers.Question) {
            count += 1
            question.answer.resume(returning: true)
        }
    }

    @Test func requestsBeyondTheLimitStayInTheInput() async throws {
        let answers = Answers()
        // Each line is read after the answer that makes room for it. The server handles 16 lines and holds the next one.
        let input = read((1...100).map { "email \($0)@b" }) { count in #expect(await count <= answers.count + 17) }
        try await container.run(\.requestServer) {
            var held = await questions(16)
            for await count in input.reads where count == 17 { break }
            // A server without a limit would read on meanwhile.
            for _ in 17...100 {
                await answers.give(held.removeFirst())
                held += await questions(1)
            }
            for question in held { await answers.give(question) }
        }
        #expect(lines.lines.count { $0.hasSuffix("available") } == 100)
    }

    @Test func containersOfAnsweredRequestsAreReleased() async throws {
        let requests = LiveRequests()
        // 16 requests are handled at the same time. The container of the line that is read does not exist yet.
        let input = read((1...200).map { $0.isMultiple(of: 2) ? "count" : "accounts" }) { _ in
            #expect(requests.count <= 16)
        }
        try await LiveRequests.$current.withValue(requests) {
            try await container.run(\.requestServer) { for await count in input.reads where count == 200 { break } }
        }
        #expect(requests.total == 200)
        #expect(requests.count == 0)
    }

    ///     the body                  stopping the server
    ///     a request is under way
    ///     returns
    ///                               ends the input
    ///                               waits for the answer
    ///                               announces that it has stopped
    @Test func requestUnderWayIsFinishedBeforeAnythingStops() async throws {
        container.install(TallyModule.self, JournalModule.self)
        let input = read(["email a@b"])
        try await container.run(\.requestServer) {
            let held = await questions(1)
            Task {
                for await _ in input.ends { break }
                held[0].answer.resume(returning: true)
            }
        }
        let ends = lines.lines.drop { $0 != "1: a@b available" }
        #expect(ends.dropFirst().first == "stopped requests")
        #expect(await store.records.first == "\(container.userName()) 1: a@b available")
        #expect(await store.records.last == "tally: count 0, accounts 0, email 1, error 0")
        #expect(AnnouncedParts(lines.lines.joined(separator: "\n")).allHaveStoppedInOrder)
    }

    @Test func errorOfAPluginEndsTheService() async throws {
        struct PluginError: Error {}
        struct FailingPlugin: RequestPlugin {
            func requestAnswered(_ request: AnsweredRequest) throws { throw PluginError() }
        }
        container.requestPlugins.contribute { \.testPlugin }
        container.testPlugin.register { FailingPlugin() }
        read(["count"])
        await #expect(throws: PluginError.self) {
            try await container.run(\.requestServer) { await Task.untilCancelled() }
        }
        #expect(lines.lines.last == "stopped store")
    }

    @Test func errorOfTheOutputEndsTheServiceWhileInputGoesOn() async throws {
        // The input does not end by itself.
        struct OutputError: Error {}
        struct FailingOutput: LineWriting {
            func write(line: String) throws { throw OutputError() }
        }
        container.answerLines.register { FailingOutput() }
        read(["count"])
        await #expect(throws: OutputError.self) {
            try await container.run(\.requestServer) { await Task.untilCancelled() }
        }
    }

    @Test func pluginsOfModulesAreInOrder() async throws {
        container.install(JournalModule.self, TallyModule.self)
        var names: [String] = []
        for plugin in container.requestPlugins() { names.append("\(type(of: try await container[keyPath: plugin]()))") }
        #expect(names == ["Tally", "Journal"])
    }

    @Test func containerIsReleasedAfterTheRun() async throws {
        weak var released: Container?
        do {
            let container = Container()
            released = container
            container.setupMocks()
            container.install(TallyModule.self, JournalModule.self)
            container.requestLines.register { MockLines(["count"]) }
            try await container.run(\.requestServer) {}
        }
        #expect(released == nil)
    }
}

extension Container {
    /// A plug-in that a test registers.
    fileprivate var testPlugin: AsyncFactory<any RequestPlugin, any Error> {
        self { preconditionFailure("a test registers it") }.cached
    }
}
