import Foundation
import Wiring
import WiringLifecycle
import WiringTestSupport

/// What happens to the instances of a family, and what was wrong with it.
final class FamilyRecord: Sendable {
    struct Instance: Sendable {
        /// `nil` for an instance that has no hooks.
        let service: Int?
        /// The number of the container that built it; `nil` for a singleton.
        let container: Int?
        /// The instances with hooks that it needs directly, or through others.
        let needs: Set<Int>
        let hasHooks: Bool
        /// Whether its container is a child whose operation had ended.
        let isLate: Bool
        fileprivate var phase = Phase.built
        fileprivate var isRunning = false
        fileprivate var hasRun = false
    }

    fileprivate enum Phase {
        case built, starting, started, failed, stopping, stopped
    }

    fileprivate struct State {
        var instances: [Instance] = []
        /// How many instances exist.
        var existing = 0
        var mistakes: [String] = []
        /// How often the logger has received each failure.
        var logged: [Int] = []
        /// The failures that a run or a start has thrown.
        var thrown: Set<Int> = []
        /// Those that a caller has received.
        var received: Set<Int> = []
        /// The failure that has ended the run of the root.
        var end: Int?
        /// The services that have an `onRun` closure, and the containers that a start of one has returned for.
        var awaited: [(service: Int, container: Int)] = []
        /// The children whose operations have ended.
        var ended: Set<Int> = []
        /// How many instances callers have received that were built after that.
        var lateCount = 0
        /// How often the logger has heard of such an instance.
        var lateMessages = 0
        /// Whether something has reset the root or the singletons.
        var isAnyReset = false

        mutating func change(_ number: Int, from old: Phase, to new: Phase) {
            let phase = instances[number].phase
            if phase != old { mistakes.append("\(number) is \(phase) before it is \(new)") }
            instances[number].phase = new
        }

        mutating func expectNeeds(of number: Int, _ what: String) {
            for need in instances[number].needs where instances[need].phase != .started {
                mistakes.append("\(number) \(what) while \(need) is \(instances[need].phase)")
            }
        }
    }

    private let state = Locked(State())

    func build(_ service: Int?, in container: Int?, needing needs: [FamilyService], hasHooks: Bool) -> Int {
        state.withLock { state in
            var all: Set<Int> = []
            for need in needs {
                if state.instances[need.number].hasHooks { all.insert(need.number) }
                all.formUnion(state.instances[need.number].needs)
            }
            state.existing += 1
            let isLate = hasHooks && container.map(state.ended.contains) ?? false
            state.instances.append(
                Instance(service: service, container: container, needs: all, hasHooks: hasHooks, isLate: isLate)
            )
            return state.instances.count - 1
        }
    }

    func release() { state.withLock { $0.existing -= 1 } }

    // MARK: - Hooks

    func starting(_ number: Int) {
        state.withLock { state in
            state.change(number, from: .built, to: .starting)
            state.expectNeeds(of: number, "starts")
        }
    }

    func started(_ number: Int) { state.withLock { $0.change(number, from: .starting, to: .started) } }

    func failed(_ number: Int) { state.withLock { $0.change(number, from: .starting, to: .failed) } }

    func running(_ number: Int) {
        state.withLock { state in
            if state.instances[number].hasRun { state.mistakes.append("\(number) runs twice") }
            (state.instances[number].isRunning, state.instances[number].hasRun) = (true, true)
            state.expectNeeds(of: number, "runs")
        }
    }

    func ran(_ number: Int) { state.withLock { $0.instances[number].isRunning = false } }

    func stopping(_ number: Int) {
        state.withLock { state in
            state.change(number, from: .started, to: .stopping)
            for (dependent, instance) in state.instances.enumerated() where instance.needs.contains(number) {
                if [.starting, .started, .stopping].contains(instance.phase) || instance.isRunning {
                    state.mistakes.append("\(number) stops before \(dependent), which needs it")
                }
            }
        }
    }

    func stopped(_ number: Int) { state.withLock { $0.change(number, from: .stopping, to: .stopped) } }

    // MARK: - Failures

    /// The number of a new failure.
    func fail() -> Int {
        state.withLock { state in
            state.logged.append(0)
            return state.logged.count - 1
        }
    }

    /// The failures that callers have received.
    var receivedFailures: Set<Int> { state.withLock(\.received) }

    /// Notes what a caller has received.
    func noteFailure(_ error: any Error) {
        if let fault = error as? FamilyFault { state.withLock { _ = $0.received.insert(fault.number) } }
    }

    /// Notes what a run or a start has thrown.
    func noteThrown(_ error: any Error, byRoot: Bool = false) {
        // Otherwise a dependency has stopped, perhaps with a child.
        let isReset = (error as? LifecycleError)?.reason == .dropped && !"\(error)".contains("has stopped")
        if byRoot, isReset, !state.withLock(\.isAnyReset) {
            note("the root has ended because of a drop, though nothing was reset")
        }
        guard let fault = error as? FamilyFault else { return }
        state.withLock { state in
            state.thrown.insert(fault.number)
            if byRoot { state.end = fault.number }
        }
    }

    func log(_ message: String) {
        guard let range = message.range(of: "FamilyFault(number: ") else {
            if message.contains("whose operation has ended") { return state.withLock { $0.lateMessages += 1 } }
            // What is resolved while its container or the child stops does not start, and neither does what needs it.
            let expected = [
                "was not started", "was built before the container", "cannot start: the container that had started",
                "was dropped by its scope",
            ]
            if expected.contains(where: message.contains) { return }
            return note("the logger has received: \(message.prefix { $0 != "\n" })")
        }
        guard let number = Int(message[range.upperBound...].prefix(while: \.isNumber)) else { return }
        state.withLock { $0.logged[number] += 1 }
    }

    /// Notes that a container has started a service with an `onRun` closure.
    func noteAwaited(_ service: Int, in container: Int) { state.withLock { $0.awaited.append((service, container)) } }

    /// Notes that the operation of a child has ended.
    func noteEnd(of container: Int) { state.withLock { _ = $0.ended.insert(container) } }

    /// Notes that a caller has received an instance. The logger must have heard of it if its container had ended.
    func noteReceived(_ number: Int) { state.withLock { if $0.instances[number].isLate { $0.lateCount += 1 } } }

    func note(_ mistake: String) { state.withLock { $0.mistakes.append(mistake) } }

    // MARK: - Results

    /// How many instances exist.
    var existingCount: Int { state.withLock(\.existing) }

    /// Notes that something resets the root or the singletons.
    func noteReset() { state.withLock { $0.isAnyReset = true } }

    /// How many instances of a container have begun to start.
    func startCount(in container: Int) -> Int {
        state.withLock { $0.instances.count { $0.container == container && $0.phase != .built } }
    }

    /// The instances that have started and have not stopped.
    var running: [Int] {
        state.withLock { state in
            state.instances.indices.filter {
                [.starting, .started, .stopping].contains(state.instances[$0].phase) || state.instances[$0].isRunning
            }
        }
    }

    /// Everything that was wrong, when all have stopped.
    var mistakes: [String] {
        let running = running
        return state.withLock { $0.mistakes + $0.mistakesOfStarts + $0.mistakesOfFailures }
            + running.map { "\($0) has not stopped" }
    }
}

extension FamilyRecord.State {
    fileprivate var mistakesOfStarts: [String] {
        let missing = awaited.filter { service, container in
            !instances.contains { ($0.service, $0.container) == (service, container) && $0.hasRun }
        }
        let late = instances.indices.filter { instances[$0].isLate }
        let count = lateCount <= lateMessages ? [] : ["\(lateCount) late instances, but \(lateMessages) messages"]
        return missing.map { "\($0.container) has started \($0.service), which never ran" } + count
            + late.filter { instances[$0].phase != .built }.map { "\($0) starts though its container has ended" }
    }

    fileprivate var mistakesOfFailures: [String] {
        logged.indices.compactMap { number in
            // One of an instance of a child is also thrown to those that wait for its start.
            let isThrown = thrown.contains(number)
            guard logged[number] > (end == number ? 0 : 1) || logged[number] == 0 && !isThrown else { return nil }
            return "failure \(number) was logged \(logged[number]) times, thrown: \(isThrown)"
        }
    }
}

/// What a hook throws.
struct FamilyFault: Error {
    let number: Int
}
