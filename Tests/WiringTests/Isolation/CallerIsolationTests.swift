import Dispatch
import Testing
import Wiring
import WiringTesting

/// Functions that inherit their caller's isolation, and bind containers for an operation that inherits it in turn.
@Suite(.container) struct CallerIsolationTests {
    private let desk = Desk()

    @Test func operationsInheritTheIsolationOfACaller() async {
        #expect(await desk.checks(withinCopy))
        #expect(await desk.checks(withinContainer))
        #expect(await desk.checks(withinExistingContainer))
        #expect(await desk.checks(withinChild))
        #expect(await desk.checks(withinTestContainer))
    }

    @Test func changesInheritTheIsolationOfACaller() async { #expect(await desk.checks(withChanges)) }
}

/// An actor of which it is known whether it runs.
private actor Desk {
    private let queue = Queue()

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Whether a closure that is called within an operation runs on the actor.
    func checks(_ operation: (() -> Bool) async -> Bool) async -> Bool { await operation { Queue.isCurrent } }
}

private final class Queue: SerialExecutor {
    private static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "desk")

    init() { queue.setSpecific(key: Self.key, value: true) }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

    func enqueue(_ job: UnownedJob) { queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
}

private func withinCopy(_ operation: () -> Bool) async -> Bool {
    await withContainer { _ in
        await Task.yield()
    } operation: {
        operation()
    }
}

private func withinContainer(_ operation: () -> Bool) async -> Bool {
    await withContainer(Container()) {
        await Task.yield()
        return operation()
    }
}

private func withinExistingContainer(_ operation: () -> Bool) async -> Bool {
    await withContainer(from: Container()) { _ in
        await Task.yield()
    } operation: {
        operation()
    }
}

private func withinChild(_ operation: () -> Bool) async -> Bool {
    await withChildContainer { _ in
        await Task.yield()
    } operation: {
        operation()
    }
}

private func withinTestContainer(_ operation: () -> Bool) async -> Bool {
    await withTestContainer(.inheriting) {
        await Task.yield()
        return operation()
    }
}

private func withChanges(_ change: () -> Bool) async -> Bool {
    var result = false
    await withContainer { _ in
        await Task.yield()
        result = change()
    } operation: {
    }
    return result
}
