import Dispatch
import Foundation
import Testing
import WiringAsync
import WiringFixtures
import WiringTesting
import XCTest

/// Only this file resolves from this container.
private final class Office: TaskLocalContainer, @unchecked Sendable {
    @TaskLocal static var shared = Office()
    static var taskLocal: TaskLocal<Office> { $shared }
    let manager = ContainerManager()
    required init() {}
}

extension Office {
    fileprivate var label: Factory<String> { self { "the process's" } }
}

/// What closures have seen, in the order of their calls. To await a call is also how the tests wait.
private final class Seen: Sendable {
    private let labels: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (labels, continuation) = AsyncStream.makeStream() }

    static let line = #line + 1
    func note() { continuation.yield(Office.shared.label()) }

    func next() async -> String? {
        for await label in labels { return label }
        return nil
    }
}

/// Runs an operation with a copy of the container that has a label.
private func within<Result>(_ label: String, _ operation: () throws -> Result) rethrows -> Result {
    try withContainer(for: Office.self) {
        $0.label.override { label }
    } operation: {
        try operation()
    }
}

private func within<Result>(_ label: String, _ operation: () async -> Result) async -> Result {
    await withContainer(for: Office.self) {
        $0.label.override { label }
    } operation: {
        await operation()
    }
}

extension Trait where Self == ExpectedIssues {
    /// Expects that a closure has resolved from the container of the process.
    fileprivate static var expectingEscape: Self {
        .expecting("Wiring: Office.label<String> was resolved from the container of the process*", "…", at: Seen.line)
    }

    /// Expects that a closure has resolved from a container of the test that has no replacement.
    fileprivate static var expectingRealDependency: Self {
        .expecting("Wiring: this strict test used the real Office.label<String>*", "…", at: Seen.line)
    }

    /// Expects that a closure has resolved after the operation of a child. A release build says only that the dependency is real.
    fileprivate static var expectingEndedOperation: Self {
        #if DEBUG
            .expecting("Wiring: Office.label<String> was resolved at*", "…", at: Seen.line)
        #else
            .expectingRealDependency
        #endif
    }
}

/// Whose container a closure sees that other code calls, and what a strict test reports. The article *Where the container goes* has the
/// same places.
///
/// Serialized, because an escape may belong to any strict test that is running.
@Suite(.timeLimit(.minutes(10)), .serialized, .failuresOnly) struct CallerTests {
    // MARK: - Isolated deinitializers

    @Test(.expectingEscape, .container(.strictAboutEscapes, for: Office.self))
    func anIsolatedDeinitRunsInTheProcesssContainer() async {
        let seen = Seen()
        await within("the test's") { await Self.drop { Screen(seen) } }
        #expect(await seen.next() == "the process's")
    }

    @Test(.expectingEscape, .container(.strictAboutEscapes, for: Office.self))
    @MainActor func anIsolatedDeinitOnItsActorRunsInTheProcesssContainer() async {
        let seen = Seen()
        within("the test's") { _ = Screen(seen) }
        #expect(await seen.next() == "the process's")
    }

    /// Drops an object on no actor.
    @concurrent private static func drop(_ make: @MainActor @Sendable () -> Screen) async { _ = await make() }

    // MARK: - Run loops

    @Test(.container(.strictAboutEscapes, for: Office.self))
    func aNestedRunLoopRunsBlocksInItsRunnersContainer() async {
        let seen = Seen()
        within("the intended") { Self.perform { seen.note() } }
        Self.perform(within("the intended") { Office.shared.bind { seen.note() } })
        within("the runner's") { Self.runLoop() }
        #expect(await seen.next() == "the runner's")
        #expect(await seen.next() == "the intended")
    }

    @Test(.expectingRealDependency, .container(.strictAboutEscapes, for: Office.self))
    func aNestedRunLoopIsReportedIfItsRunnerReplacesNothing() async {
        let seen = Seen()
        within("the intended") { Self.perform { seen.note() } }
        Self.runLoop()
        #expect(await seen.next() == "the process's")
    }

    @Test(.container(.strictAboutEscapes, for: Office.self))
    func aWaitForAProcessRunsBlocksInTheWaitersContainer() async throws {
        let seen = Seen()
        // It ends when its input does, which is after the loop has run.
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/cat")
        process.standardInput = input
        try process.run()
        within("the intended") {
            Self.perform {
                seen.note()
                try? input.fileHandleForWriting.close()
            }
        }
        within("the waiter's") { process.waitUntilExit() }
        #expect(await seen.next() == "the waiter's")
    }

    @Test(.container(.strictAboutEscapes, for: Office.self))
    func aWaitOfXCTestRunsBlocksInTheWaitersContainer() async {
        let seen = Seen()
        let performed = XCTestExpectation()
        within("the intended") {
            Self.perform {
                seen.note()
                performed.fulfill()
            }
        }
        within("the waiter's") { Self.wait(for: performed) }
        #expect(await seen.next() == "the waiter's")
    }

    /// Asks the run loop of this thread to run a block.
    private static func perform(_ block: @escaping @Sendable () -> Void) { RunLoop.current.perform(block) }

    /// Runs the loop of this thread until it has run its blocks.
    private static func runLoop() { _ = RunLoop.current.run(mode: .default, before: .distantPast) }

    private static func wait(for expectation: XCTestExpectation) {
        _ = XCTWaiter().wait(for: [expectation], timeout: 60)
    }

    // MARK: - Queues

    @Test(
        .expectingEscape,
        .container(.strictAboutEscapes, for: Office.self),
        .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1)
    ) func parallelIterationsRunInTheCallersContainerAndInTheProcesss() async {
        let seen = Seen()
        within("the caller's") { Self.performTwice { seen.note() } }
        #expect(await [seen.next(), seen.next()].compactMap(\.self).sorted() == ["the caller's", "the process's"])
    }

    @Test(
        .container(.strictAboutEscapes, for: Office.self),
        .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1)
    ) func boundParallelIterationsDoNotEscape() async {
        let seen = Seen()
        within("the caller's") { Self.performTwice(Office.shared.bind { seen.note() }) }
        #expect(await [seen.next(), seen.next()] == ["the caller's", "the caller's"])
    }

    /// Calls a closure on two threads.
    private static func performTwice(_ closure: @Sendable () -> Void) {
        let begun = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            closure()
            begun[index].signal()
            // No thread runs both iterations. If only one takes part, the test fails, and does not block.
            _ = begun[1 - index].wait(timeout: .now() + 60)
        }
    }

    @Test(.container(.strictAboutEscapes, for: Office.self))
    func aQueuesSyncRunsInTheCallersContainer() async {
        let seen = Seen()
        within("the caller's") { DispatchQueue(label: "queue").sync { seen.note() } }
        #expect(await seen.next() == "the caller's")
    }

    /// An observation of a database that fetches on the database's queue: when it begins, and again in each write.
    private struct Observation: Sendable {
        let queue: DispatchQueue
        let fetch: @Sendable () -> Void

        init(on queue: DispatchQueue, fetch: @escaping @Sendable () -> Void) {
            (self.queue, self.fetch) = (queue, fetch)
            queue.async(execute: fetch)
        }

        func write() { queue.sync(execute: fetch) }
    }

    @Test(.expectingEscape, .container(.strictAboutEscapes, for: Office.self))
    func aFetchOnAQueueRunsInTheProcesssContainerOrInTheWriters() async {
        let seen = Seen()
        let observation = within("the observer's") {
            Observation(on: DispatchQueue(label: "database")) { seen.note() }
        }
        #expect(await seen.next() == "the process's")
        within("the writer's") { observation.write() }
        #expect(await seen.next() == "the writer's")
    }

    @Test(.container(.strictAboutEscapes, for: Office.self))
    func aBoundFetchRunsInTheObserversContainer() async {
        let seen = Seen()
        let observation = within("the observer's") {
            Observation(on: DispatchQueue(label: "database"), fetch: Office.shared.bind { seen.note() })
        }
        #expect(await seen.next() == "the observer's")
        within("the writer's") { observation.write() }
        #expect(await seen.next() == "the observer's")
    }

    // MARK: - Sequences

    @Test(.container(.strictAboutEscapes, for: Office.self))
    func aSharedSequenceRunsInTheFirstConsumersContainer() async {
        let shared = SharedSequence(Self.labels)
        #expect(await within("the first's") { await shared.next() } == "the first's")
        #expect(await within("the second's") { await shared.next() } == "the first's")
    }

    @Test(.container(.strictAboutEscapes, for: Office.self))
    func aBoundSharedSequenceRunsInItsContainer() async {
        let shared = SharedSequence(within("the intended") { Office.shared.bind(Self.labels) })
        #expect(await within("the first's") { await shared.next() } == "the intended")
        #expect(await within("the second's") { await shared.next() } == "the intended")
    }

    private static var labels: AsyncStream<String> { AsyncStream { Office.shared.label() } }

    // MARK: - Servers

    @Test(.expectingEscape, .container(.strictAboutEscapes, for: Office.self))
    func aServerOfTheProcessHandlesRequestsInTheProcesssContainer() async {
        let seen = Seen()
        await within("the client's") { await Server.process.send { seen.note() } }
        #expect(await seen.next() == "the process's")
    }

    @Test(.expectingRealDependency, .container(.strictAboutEscapes, for: Office.self))
    func aServerOfTheTestHandlesRequestsInTheContainerInWhichItBegan() async {
        let seen = Seen()
        let server = Server { Task(operation: $0) }
        await within("the client's") { await server.send { seen.note() } }
        #expect(await seen.next() == "the process's")
    }

    // MARK: - Bodies

    @Test(.expectingEndedOperation, .container(.strictAboutEscapes, for: Office.self))
    func aBodyAfterItsScopeRunsInTheServersContainer() async {
        let seen = Seen()
        respond { { seen.note() } }()
        #expect(await seen.next() == "the process's")
    }

    @Test(.container(.strictAboutEscapes, for: Office.self))
    func aBoundBodyRunsInTheRequestsContainer() async {
        let seen = Seen()
        respond { Office.shared.bind { seen.note() } }()
        #expect(await seen.next() == "the request's")
    }
}

@MainActor private final class Screen {
    private let seen: Seen

    init(_ seen: Seen) { self.seen = seen }
    isolated deinit { seen.note() }
}

/// Makes elements for all of its consumers in one task, which the first step creates, as `share()` does.
private actor SharedSequence<Base: AsyncSequence & Sendable> where Base.Element: Sendable, Base.Failure == Never {
    private let base: Base
    private let requests: AsyncStream<CheckedContinuation<Base.Element?, Never>>
    private let request: AsyncStream<CheckedContinuation<Base.Element?, Never>>.Continuation
    private var hasBegun = false

    init(_ base: Base) {
        self.base = base
        (requests, request) = AsyncStream.makeStream()
    }

    func next() async -> Base.Element? {
        if !hasBegun {
            hasBegun = true
            let (base, requests) = (base, requests)
            Task { @concurrent in
                var iterator = base.makeAsyncIterator()
                for await request in requests { request.resume(returning: await iterator.next(isolation: nil)) }
            }
        }
        return await withCheckedContinuation { request.yield($0) }
    }
}

/// A server that handles requests in one task.
private struct Server: Sendable {
    private struct Request: Sendable {
        let handler: @Sendable () -> Void
        let response: CheckedContinuation<Void, Never>
    }

    /// Its task has nothing of the test that uses it first, and outlives it.
    static let process = Server { Task.detached(operation: $0) }

    private let requests: AsyncStream<Request>.Continuation

    init(begin: (@escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never>) {
        let (stream, requests) = AsyncStream<Request>.makeStream()
        self.requests = requests
        _ = begin {
            for await request in stream {
                request.handler()
                request.response.resume()
            }
        }
    }

    /// Returns when the server has handled the request.
    func send(_ handler: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { requests.yield(Request(handler: handler, response: $0)) }
    }
}

/// Handles a request in a child container, and returns its body, which the server writes afterwards.
private func respond(_ body: () -> @Sendable () -> Void) -> @Sendable () -> Void {
    withChildContainer(of: Office.shared) { request in
        request.label.override { "the request's" }
    } operation: {
        body()
    }
}

// MARK: - The main queue

#if os(Linux)
    extension CallerTests {
        /// The tests' main thread runs no run loop here, so the caller's thread runs the closure.
        @Test(.container(.strictAboutEscapes, for: Office.self))
        func theMainQueueRunsInTheCallersContainer() async {
            let seen = Seen()
            within("the caller's") { DispatchQueue.main.sync { seen.note() } }
            #expect(await seen.next() == "the caller's")
        }

        /// While a test of XCTest waits, its thread runs the run loop.
        @Test func theMainQueueOfXCTestRunsInTheWaitersContainer() async throws {
            let run = try await TestProcess(xctest: "MainQueueProbes")
            #expect(run.status == 0)
            #expect(run.output.contains("forgotten: the waiter's"))
            #expect(run.output.contains("remedied: the caller's"))
            #expect(run.output.contains("Executed 1 test, with 0 failures"))
        }
    }
#endif

/// It runs in another process: see ``CallerTests``.
final class MainQueueProbes: XCTestCase {
    override func invokeTest() {
        guard TestProcess.isCurrent else { return }
        withTestContainer(.strictAboutEscapes, for: Office.self) { super.invokeTest() }
    }

    func testSync() {
        let called = XCTestExpectation()
        let callFromThread = within("the caller's") {
            Office.shared.bind {
                DispatchQueue.main.sync { print("forgotten:", Office.shared.label()) }
                DispatchQueue.main.sync(execute: Office.shared.bind { print("remedied:", Office.shared.label()) })
                called.fulfill()
            }
        }
        Thread.detachNewThread(callFromThread)
        within("the waiter's") { wait(for: [called], timeout: 60) }
    }
}
