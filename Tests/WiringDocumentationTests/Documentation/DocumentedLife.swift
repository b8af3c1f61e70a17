import Dispatch
import Foundation
import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

// The code of the article *Starting and stopping* and of the doc comments of `run` and `onStart`.

/// What the services of an example do.
final class Journal: Sendable {
    private let entries = Locked<[String]>([])

    var notes: [String] { entries.withLock { $0 } }

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
}

final class StationContainer: SharedContainer {
    @TaskLocal static var shared = StationContainer()
    let manager = ContainerManager()
    /// The journal of one example.
    @TaskLocal static var journal = Journal()
    var journal: Journal { Self.journal }
}

final class Database: Sendable {
    private let journal = StationContainer.journal

    func open() async throws { journal.note("open") }
    func close() async { journal.note("close") }
}

final class Server: Sendable {
    private let journal = StationContainer.journal
    private let drained = AsyncGate()

    init(database: Database) {}

    func listen() async throws { journal.note("listen") }
    func serve() async throws { await drained.pass() }

    func drain() async {
        journal.note("drain")
        drained.open()
    }
}

// StartingAndStopping.md: extension StationContainer

// StartingAndStopping.md: func untilInterrupted

/// Interrupts the process until it has handled an interruption. The default action would terminate it.
private func interrupt(untilEnded ended: Locked<Bool>) -> Task<Void, Never> {
    signal(SIGINT, SIG_IGN)
    return Task {
        while !ended.withLock({ $0 }) {
            kill(getpid(), SIGINT)
            await Task.yield()
        }
    }
}

/// Gives a test its own journal.
private struct JournalTrait: TestTrait, TestScoping {
    func provideScope(for test: Test, testCase: Test.Case?, performing body: @concurrent () async throws -> Void)
        async throws
    {
        try await StationContainer.$journal.withValue(Journal()) { try await body() }
    }
}

extension Trait where Self == JournalTrait {
    fileprivate static var journal: Self { Self() }
}

extension StationContainer {
    /// The example of `run`.
    fileprivate static func runUntilInterrupted(_ container: StationContainer) async throws {
        // StartingAndStopping.md: try await container.run(\.server) { await untilInterrupted() }
    }
}

@Suite(.timeLimit(.minutes(10)), .container) struct DocumentedLife {
    private let printed = Printed()
    private func print(_ value: Any) { printed.add(value) }

    @Test(.journal) func runABody() async throws {
        // StartingAndStopping.md: try await container.run(\.server) {
        #expect(printed.lines == [#"["open", "listen", "running", "drain", "close"]"#])
    }

    @Test(.journal) func startAndShutDown() async throws {
        // StartingAndStopping.md: try await container.start
        #expect(printed.lines == [#"["open", "listen", "running", "drain", "close"]"#])
    }

    @Test(.journal) func runWithoutABody() async throws {
        let container = StationContainer()
        let run = Task {
            // StartingAndStopping.md: try await container.run(\.server)
        }
        while container.journal.notes.last != "listen" { await Task.yield() }
        run.cancel()
        try await run.value
        #expect(container.journal.notes == ["open", "listen", "drain", "close"])
    }

    @Test func stopWithControlC() async {
        await #expect(processExitsWith: .success) {
            let container = StationContainer()
            let ended = Locked(false)
            let interruption = interrupt(untilEnded: ended)
            try await StationContainer.runUntilInterrupted(container)
            ended.withLock { $0 = true }
            await interruption.value
            guard container.journal.notes == ["open", "listen", "drain", "close"] else { exit(EXIT_FAILURE) }
        }
    }
}
