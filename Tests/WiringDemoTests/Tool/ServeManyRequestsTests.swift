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

    private static func answer(_ number: Int) -> String { "\(number): \(kinds[number % kinds.count].answer)" }

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
            // A kilobyte for each request would be more.
            #expect(late < early + 4 << 20)
        #endif
        answers += await service.outputLines(2000)
        service.send(signal: SIGTERM)
        let result = await service.end()
        #expect(result.status == 143)
        #expect(answers.sorted() == (1...Self.count).map { "\(Self.answer($0))\n" }.sorted())
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
        let records = await pipe.open()
        service.writeAllInput(Self.input)
        var answers = await service.outputLines(1000)

        service.send(signal: SIGTERM)
        while let line = await service.nextErrorLine(), line != "stopping\n" {}
        let stored = await NamedPipe.contents(of: records).split(separator: "\n")
        while let answer = await service.nextOutputLine() { answers.append(answer) }
        let result = await service.end()
        #expect(result.status == 143)
        #expect(AnnouncedParts(result.errors).allHaveStoppedInOrder)

        // The requests are read in order, so those that were answered are the first ones.
        #expect(answers.count < Self.count)
        #expect(answers.sorted() == (1...answers.count).map { "\(Self.answer($0))\n" }.sorted())
        #expect(stored.dropLast().sorted() == (1...answers.count).map { "ada \(Self.answer($0))" }.sorted())
        #expect(stored.last?.hasPrefix("tally: ") == true)
        #expect(result.errors.contains("\(stored.last ?? "")\n"))
    }

    /// The store is a pipe that is never read, so the requests under way are never finished.
    @Test func secondRequestToTerminateDoesNotWait() async throws {
        let pipe = try NamedPipe(in: directory)
        let service = try Tool.start(["serve", "--watch", directory.path, "--store", pipe.path, "mock-no-accounts"])
        let records = await pipe.open()
        defer { close(records) }
        service.writeAllInput(Self.input)
        _ = await service.outputLines(1000)
        service.send(signal: SIGTERM)
        while let line = await service.nextErrorLine(), line != "stopping\n" {}
        service.send(signal: SIGTERM)
        #expect(await service.end().status == -SIGTERM)
    }
}
