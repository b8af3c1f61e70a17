import Foundation
import Testing

@Suite(.timeLimit(.minutes(9))) struct ServeManyRequestsTests {
    private static let count = 10_000

    /// Requests, answers without their numbers, and the kinds in the tally.
    private static let kinds = [
        (request: "count", answer: "0 screenshots have been taken"),
        (request: "accounts", answer: "No accounts"),
        (request: "email a@b", answer: "a@b available"),
        (request: "?", answer: "error: '?' is not a request"),
    ]

    private static let input = (1...count).map { "\(kinds[$0 % kinds.count].request)\n" }.joined()

    /// Whether lines, in any order, are the answers to the first requests: one for each.
    ///
    /// - Parameter prefix: What precedes each answer.
    private static func areFirstAnswers(_ lines: [String], after prefix: String = "") -> Bool {
        let answers = (0..<lines.count).map { "\(prefix)\($0 + 1): \(kinds[($0 + 1) % kinds.count].answer)" }
        return lines.sorted() == answers.sorted()
    }

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func allAreAnsweredOnceAndMemoryStaysFlat() async throws {
        let service = try Tool.start(["serve", "--watch", directory.path, "mock-no-accounts"])
        service.writeAllInput(Self.input)
        var answers = await service.outputLines(2000)
        #if os(Linux)
            let early = try service.residentSize
        #endif
        answers += await service.outputLines(6000)
        #if os(Linux)
            let late = try service.residentSize
            // Two kilobytes for each request would be more. The thread sanitizer itself takes five megabytes. `RequestServerTests`
            // counts the containers.
            #expect(late - early < 12 << 20)
        #endif
        answers += await service.outputLines(2000)
        service.send(signal: SIGTERM)
        let result = await service.end()
        #expect(result.status == 143)
        #expect(answers.count == Self.count)
        #expect(Self.areFirstAnswers(answers.map { String($0.dropLast()) }))
        #expect(result.output.count { $0 == "\n" } == Self.count)
        #expect(AnnouncedParts(result.errors).allHaveStoppedInOrder)
        #expect(result.errors.contains("tally: count 2500, accounts 2500, email 2500, error 2500\n"))
    }

    /// The store is a pipe that is not read until the service stops. The service therefore cannot answer all requests before.
    @Test func requestToTerminateInTheMiddleFinishesWhatHasBegun() async throws {
        let pipe = try NamedPipe(in: directory)
        let service = try Tool.start(
            ["serve", "--watch", directory.path, "--store", pipe.path, "--user", "ada", "mock-no-accounts"]
        )
        let reading = await pipe.open()
        service.writeAllInput(Self.input)
        var answers = await service.outputLines(1000)

        let (contents, end) = AsyncStream<String>.makeStream()
        service.when("stopping\n") {
            NamedPipe.read(reading) {
                end.yield($0)
                end.finish()
            }
        }
        service.send(signal: SIGTERM)
        let stored = await contents.reduce("", +).split(separator: "\n")
        while let answer = await service.nextOutputLine() { answers.append(answer) }
        let result = await service.end()
        #expect(result.status == 143)
        #expect(AnnouncedParts(result.errors).allHaveStoppedInOrder)

        // The requests are read in order, so those that were answered are the first ones.
        // The pipe has room for fewer than half of them.
        #expect(answers.count < Self.count / 2)
        #expect(Self.areFirstAnswers(answers.map { String($0.dropLast()) }))
        #expect(stored.count == answers.count + 1)
        #expect(Self.areFirstAnswers(stored.dropLast().map(String.init), after: "ada "))
        #expect(stored.last?.hasPrefix("tally: ") == true)
        #expect(result.errors.contains("\(stored.last ?? "")\n"))
    }
}
