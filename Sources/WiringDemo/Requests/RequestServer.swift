import Wiring
import WiringAsync

/// Answers each line of an input.
public actor RequestServer {
    /// How many requests are handled at the same time. Further lines wait in the input.
    package static let limit = 16

    private let input: any LineReading
    private let output: any LineWriting
    private let plugins: [any RequestPlugin]
    private var serving: Task<Void, any Error>?
    /// Ends when the server has been drained.
    private let (drained, drainedContinuation) = AsyncStream<Never>.makeStream()

    /// Creates a server that has not read anything.
    public init(input: any LineReading, output: any LineWriting, plugins: [any RequestPlugin]) {
        self.input = input
        self.output = output
        self.plugins = plugins
    }

    /// Answers the requests of a session until ``drain()`` has ended. The end of the input does not end it.
    ///
    /// - Throws: An error of the input, the output or a plug-in.
    public func serve(_ session: SessionContainer) async throws {
        // A task of its own, so that `drain()` can wait for it.
        let serving = Task { try await answerLines(in: session) }
        self.serving = serving
        try await serving.value
        for await _ in drained {}
    }

    /// Stops reading, and returns when the requests under way have been answered.
    public func drain() async {
        await input.end()
        _ = await serving?.result
        drainedContinuation.finish()
    }

    private nonisolated func answerLines(in session: SessionContainer) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var number = 0
            while let line = try await input.next() {
                number += 1
                if number > Self.limit { try await group.next() }
                let request = RequestContainer(parent: session, number: number)
                group.addTask { try await self.answer(line, in: request) }
            }
            try await group.waitForAll()
        }
    }

    private nonisolated func answer(_ line: [UInt8], in request: RequestContainer) async throws {
        do {
            let answered = try await request.requestHandler().answer(line)
            try await output.write(line: answered.line)
            for plugin in plugins { try await plugin.requestAnswered(answered) }
        } catch {
            // Otherwise the error would only be seen when the next line arrives.
            await input.end()
            throw error
        }
    }
}
