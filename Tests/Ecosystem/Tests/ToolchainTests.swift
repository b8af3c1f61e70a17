import Foundation
import FoundationNetworking
import Observation
import Testing
import WiringTesting

/// Places of Swift and of its libraries.
@Suite(.timeLimit(.minutes(1))) struct ToolchainTests {
    @Test func detachedWorkRunsInTheProcesssContainer() async throws {
        try await Place(
            .callback,
            "`Task.detached { }`, `DispatchQueue.async { }`, `OperationQueue`, `Thread`, completion handlers of `URLSession`",
            sees: "the process's",
            write: "`Task.detached(operation: container.bind { … })`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            within(Place.intended) { Self.start { seen.note() } }
            return await seen.next(5)
        } remedied: {
            let seen = Seen()
            let container = Container.labeled(Place.intended)
            Self.start(container.bind { seen.note() })
            Task.detached(operation: container.bind { seen.note() })
            return await seen.next(6)
        }
    }

    @Test func parallelIterationsRunInTheCallersContainerOrInTheProcesss() async throws {
        try await Place(
            .callback,
            "`DispatchQueue.concurrentPerform`",
            sees: "the caller's or the process's",
            write: "`DispatchQueue.concurrentPerform(iterations: 8, execute: container.bind { index in … })`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            within("the caller's") { Self.performTwice { _ in seen.note() } }
            return await seen.next(2)
        } remedied: {
            let seen = Seen()
            let container = Container.labeled(Place.intended)
            within("the caller's") {
                Self.performTwice(container.bind { (_: Int) in seen.note() })
                DispatchQueue.concurrentPerform(iterations: 8, execute: container.bind { _ in seen.note() })
            }
            return await seen.next(10)
        }
    }

    @Test func theMainQueueRunsInTheMainThreadsContainer() async throws {
        try await Place(
            .callback,
            "`DispatchQueue.main.sync { }`, if the main thread runs a run loop",
            sees: "the main thread's",
            write: "`DispatchQueue.main.sync(execute: container.bind { … })`",
            strictTest: .isSilent("in Swift Testing on Linux, no run loop runs, and the closure sees the caller's")
        ).check {
            #expect(within("the caller's") { DispatchQueue.main.sync { current } } == "the caller's")
            return try Self.runSynchronousMain("forgotten")
        } remedied: {
            try Self.runSynchronousMain("remedied")
        }
    }

    @Test func aRunLoopRunsBlocksInItsRunnersContainer() async throws {
        try await Place(
            .callback,
            "`RunLoop.perform { }` and `Timer`, also while `Process.waitUntilExit()` runs the loop",
            sees: "that of the code that runs the loop",
            write: "`RunLoop.current.perform(container.bind { … })`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            let seen = Seen()
            try Self.runLoop { seen.note() }
            return await seen.next(3)
        } remedied: {
            let seen = Seen()
            try Self.runLoop(Container.labeled(Place.intended).bind { seen.note() })
            return await seen.next(3)
        }
    }

    @Test func sequencesOfClosuresRunInTheContainerOfEachStep() async throws {
        try await Place(
            .stream,
            "`AsyncStream(unfolding:)`, `Observations { }`",
            sees: "that of each step"
        ).check {
            let seen = Seen()
            let model = Model()
            let stream = Steps(AsyncStream { seen.note() })
            let observations = Steps(
                Observations {
                    seen.note()
                    return model.title
                }
            )
            _ = try await (stream.next(in: "the first step's"), observations.next(in: "the first step's"))
            _ = await seen.next(2)
            model.title = "Emma"
            _ = try await (stream.next(in: "that of each step"), observations.next(in: "that of each step"))
            return await seen.next(2)
        }
    }

    @Test func aCancellationIsHandledInTheCancellersContainer() async throws {
        try await Place(
            .callback,
            "`onCancel` of `withTaskCancellationHandler`; `onTermination` of an `AsyncStream` whose consumer is cancelled",
            sees: "the canceller's",
            write: "`onCancel: Container.shared.bind { … }`",
            strictTest: .isSilent("the canceller's container belongs to the test")
        ).check {
            let labels = [
                await cancel { operation, seen in
                    await withTaskCancellationHandler(operation: operation) { seen.note() }
                },
                await Self.cancelConsumer { seen in { _ in seen.note() } },
            ]
            return merged(labels)
        } remedied: {
            let container = Container.labeled(Place.intended)
            let labels = [
                await cancel { operation, seen in
                    await withTaskCancellationHandler(
                        operation: operation,
                        onCancel: Container.shared.bind { seen.note() }
                    )
                },
                await Self.cancelConsumer { seen in container.bind { _ in seen.note() } },
            ]
            return merged(labels)
        }
    }

    @Test func theEndOfAStreamIsHandledInTheFinishersContainer() async throws {
        try await Place(
            .callback,
            "`onTermination` of an `AsyncStream` that its producer ends",
            sees: "that of the caller of `finish()`",
            write: "`continuation.onTermination = container.bind { _ in … }`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            let seen = Seen()
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            within(Place.intended) { continuation.onTermination = { _ in seen.note() } }
            within("that of the caller of `finish()`") { continuation.finish() }
            withExtendedLifetime(stream) {}
            return await seen.next()
        } remedied: {
            let seen = Seen()
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            let container = Container.labeled(Place.intended)
            continuation.onTermination = container.bind { _ in seen.note() }
            within("the producer's") { continuation.finish() }
            withExtendedLifetime(stream) {}
            return await seen.next()
        }
    }

    @Test func theEndAndTheOutputOfAProcessAreHandledInTheProcesssContainer() async throws {
        try await Place(
            .callback,
            "`terminationHandler` of a `Process`, `readabilityHandler` of a `FileHandle`",
            sees: "the process's",
            write: "`process.terminationHandler = container.bind { _ in … }`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            try within(Place.intended) { try Self.echo { seen.note() } }
            return await seen.next(2)
        } remedied: {
            let seen = Seen()
            try Self.echo(Container.labeled(Place.intended).bind { seen.note() })
            return await seen.next(2)
        }
    }

    @Test func aNotificationIsHandledInThePostersContainer() async throws {
        try await Place(
            .callback,
            "`NotificationCenter.addObserver(forName:object:queue:using:)` without a queue",
            sees: "the poster's",
            write: "`using: container.bind { … }`",
            strictTest: .isSilent("the poster's container belongs to the test")
        ).check {
            let seen = Seen()
            within(Place.intended) { Self.post { _ in seen.note() } }
            return await seen.next()
        } remedied: {
            let seen = Seen()
            Self.post(Container.labeled(Place.intended).bind { _ in seen.note() })
            return await seen.next()
        }
    }

    @Test func aChangeIsHandledInTheWritersContainer() async throws {
        try await Place(
            .callback,
            "`onChange` of `withObservationTracking`",
            sees: "the writer's",
            write: "`onChange: container.bind { … }`",
            strictTest: .isSilent("the writer's container belongs to the test")
        ).check {
            let seen = Seen()
            let model = Model()
            within(Place.intended) {
                withObservationTracking {
                    _ = model.title
                } onChange: {
                    seen.note()
                }
            }
            within("the writer's") { model.title = "Emma" }
            return await seen.next()
        } remedied: {
            let seen = Seen()
            let model = Model()
            withObservationTracking(
                { _ = model.title },
                onChange: Container.labeled(Place.intended).bind { seen.note() }
            )
            within("the writer's") { model.title = "Emma" }
            return await seen.next()
        }
    }

    // MARK: - Tests

    @Test func anIsolatedDeinitRunsInTheProcesssContainer() async throws {
        try await Place(
            .test,
            "`isolated deinit` of an object that a test drops",
            sees: "the process's",
            write: "resolve in `init`, and keep the instance",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            await within(Place.intended) { await Self.drop { Screen(seen) } }
            // An issue that is recorded there belongs to no test.
            #expect(await seen.next() == "no test")
            return await seen.next()
        } remedied: {
            let seen = Seen()
            await within(Place.intended) { await Self.drop { LabeledScreen(seen) } }
            return await seen.next()
        }
    }

    @Test(.container { $0.label.override { "the test's" } }, arguments: [current])
    func argumentsAreMadeInTheProcesssContainer(label: String) async throws {
        try await Place(
            .test,
            "`@Test(arguments: …)`",
            sees: "the process's",
            write: "resolve in the test",
            strictTest: .isSilent("the test has not begun")
        ).check {
            label
        } remedied: {
            within(Place.intended) { current }
        }
    }

    @Test func anExitTestRunsInTheContainerOfItsOwnProcess() async throws {
        try await Place(
            .test,
            "`#expect(processExitsWith: .success) { … }`",
            sees: "the process's",
            write: "`withContainer { … } operation: { … }`, in the closure",
            strictTest: .isSilent("it is another process, in which no test runs")
        ).check {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                print("sees ", current, ".", separator: "")
            }
            return Self.label(printedBy: result)
        } remedied: {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                within(Place.intended) { print("sees ", current, ".", separator: "") }
            }
            return Self.label(printedBy: result)
        }
    }

    // MARK: - Callers

    /// Calls a closure from a detached task, a queue, an operation, a thread and a session.
    private static func start(_ closure: @escaping @Sendable () -> Void) {
        Task.detached { closure() }
        DispatchQueue.global().async(execute: closure)
        OperationQueue().addOperation(closure)
        Thread.detachNewThread(closure)
        // SAFETY: The text is a URL.
        URLSession.shared.dataTask(with: URL(string: "data:,text")!) { _, _, _ in closure() }.resume()
    }

    /// Calls a closure on two threads.
    private static func performTwice(_ closure: @Sendable (Int) -> Void) {
        let begun = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            closure(index)
            begun[index].signal()
            // No thread runs both iterations. If only one takes part, the test fails, and does not block.
            _ = begun[1 - index].wait(timeout: .now() + 10)
        }
    }

    /// Gives closures to a run loop, and runs it: as such, and while a process runs.
    private static func runLoop(_ closure: @escaping @Sendable () -> Void) throws {
        within(Place.intended) {
            RunLoop.current.perform(closure)
            RunLoop.current.add(Timer(timeInterval: 0, repeats: false) { _ in closure() }, forMode: .default)
        }
        within("that of the code that runs the loop") {
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 10))
        }

        // The process ends when the loop has run.
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/cat")
        process.standardInput = input
        try process.run()
        within(Place.intended) {
            RunLoop.current.perform {
                closure()
                try? input.fileHandleForWriting.close()
            }
        }
        within("that of the code that runs the loop") { process.waitUntilExit() }
    }

    /// Runs a process whose output and end call a closure.
    private static func echo(_ closure: @escaping @Sendable () -> Void) throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/echo")
        process.standardOutput = output
        output.fileHandleForReading.readabilityHandler = { output in
            output.readabilityHandler = nil
            closure()
        }
        process.terminationHandler = { _ in closure() }
        try process.run()
    }

    private static func post(_ closure: @escaping @Sendable (Notification) -> Void) {
        let name = Notification.Name(UUID().uuidString)
        let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil, using: closure)
        within("the poster's") { NotificationCenter.default.post(name: name, object: nil) }
        NotificationCenter.default.removeObserver(observer)
    }

    /// What `onTermination` sees, if a task with one container cancels the consumer of a stream.
    ///
    /// A consumer that is cancelled before it waits for an element calls `onTermination` itself. So this is done again until it waits.
    private static func cancelConsumer(
        _ onTermination: (Seen) -> @Sendable (AsyncStream<Void>.Continuation.Termination) -> Void
    ) async -> String {
        while true {
            let (seen, consuming) = (Seen(), Seen())
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            continuation.onTermination = onTermination(seen)
            continuation.yield()
            let consumer = within("the consumer's") {
                Task { for await _ in stream { consuming.note("consuming") } }
            }
            _ = await consuming.next()
            within("the canceller's") { consumer.cancel() }
            let label = await seen.next()
            if label != "the consumer's" { return label }
        }
    }

    /// Runs a program that prints what its main queue sees.
    private static func runSynchronousMain(_ argument: String) throws -> String {
        let process = Process()
        let folder = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appending(path: "SynchronousMain")
        process.arguments = [argument]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// What an exit test has printed between two words.
    private static func label(printedBy result: ExitTest.Result?) -> String {
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        return output.firstMatch(of: /sees (.*)\./).map { String($0.1) } ?? "none"
    }

    /// Creates an object, and drops it on no actor.
    @concurrent private static func drop<Object: AnyObject & Sendable>(
        _ make: @MainActor @Sendable () -> Object
    ) async {
        _ = await make()
    }
}

// SAFETY: A test reads and writes it in one task.
@Observable private final class Model: @unchecked Sendable {
    var title = ""
}

@MainActor private final class Screen {
    private let seen: Seen

    init(_ seen: Seen) { self.seen = seen }
    isolated deinit {
        seen.note(Test.current == nil ? "no test" : "a test")
        seen.note()
    }
}

@MainActor private final class LabeledScreen {
    private let seen: Seen
    private let label = current

    init(_ seen: Seen) { self.seen = seen }
    isolated deinit { seen.note(label) }
}
