import Wiring
import WiringAsync

/// The waits for starts: those of other starts, in whose hooks a task waits, and those of constructions, in whose closures one waits.
///
/// With ``WaitGraph``, which knows the constructions that wait for constructions, this is one graph. Every cycle that is not one of starts
/// alone, or of constructions alone, has a construction that awaits a start. That wait ends with an error.
struct StartWaits {
    private static let shared = Protected(StartWaits())

    /// What is awaited within the hook of each start, in addition to its dependencies.
    private var awaited: [ObjectIdentifier: [Awaited]] = [:]
    /// The constructions that wait for a start, by the numbers of their flights.
    private var waiting: [UInt64: Waiting] = [:]

    /// A start or a construction that something waits for.
    private struct Awaited {
        enum Work {
            case start(LifecycleNode)
            case construction(Flight)
        }

        let work: Work
        /// The path to it.
        let path: [PathStep]

        /// What starts, unless it is a construction.
        var node: LifecycleNode? { if case .start(let node) = work { node } else { nil } }

        var id: ObjectIdentifier {
            switch work {
            case .start(let node): ObjectIdentifier(node)
            case .construction(let flight): ObjectIdentifier(flight)
            }
        }

        static func start(of node: LifecycleNode, after path: [PathStep] = []) -> Self {
            Self(work: .start(node), path: path + [node.step])
        }
    }

    /// A construction that waits for a start.
    private struct Waiting {
        let node: LifecycleNode
        /// From the construction to the closure that waits.
        let path: [PathStep]
        let outcome: Eventual<Result<Void, any Error>>
    }

    // MARK: - Waiting for a start

    /// Waits for a start.
    ///
    /// - Parameter isCancellable: Whether cancellation ends the wait.
    /// - Throws: The error of the start, or one that names the path if the start waits for a start or a construction that this task is
    ///   part of.
    static func wait(for node: LifecycleNode, isCancellable: Bool) async throws {
        do {
            if let steps = AsyncStep.toFlight {
                try await wait(for: node, within: steps)
            } else {
                try await waitInStart(for: node, isCancellable)
            }
        } catch {
            node.passOn()
            throw error
        }
    }

    /// - Parameter steps: From the construction to the closure that waits.
    private static func wait(for node: LifecycleNode, within steps: [AsyncStep]) async throws {
        let outcome = Eventual<Result<Void, any Error>>()
        let number = steps[0].flight
        let cycle = shared.withLock { waits in
            waits.waiting[number] = Waiting(node: node, path: steps.map(\.step), outcome: outcome)
            return waits.cycle(of: number)
        }
        defer { shared.withLock { _ = $0.waiting.removeValue(forKey: number) } }
        if let cycle { throw LifecycleError.awaitsItself(node.step, cycle) }
        // Ends with the start, unless a cycle ends the wait before.
        let task = Task { if let result = try? await node.started.cancellableValue { outcome.set(result) } }
        defer { task.cancel() }
        try await outcome.cancellableValue.get()
    }

    private static func waitInStart(for node: LifecycleNode, _ isCancellable: Bool) async throws {
        let callers = LifecycleCall.starting
        guard begin(.start(of: node), in: callers) else { throw LifecycleError.awaitsItself(node.step, [node.step]) }
        defer { end(ObjectIdentifier(node), in: callers) }
        let result = isCancellable ? try await node.started.cancellableValue : await node.started.value
        try result.get()
    }

    // MARK: - Waiting within a start

    /// Records that the current task waits for a flight, and ends the waits that would therefore never end.
    ///
    /// - Parameter step: The step of the flight.
    /// - Returns: What ends the wait; `nil` if the task is not part of a start.
    @Sendable
    static func begin(_ flight: Flight, _ step: PathStep) -> (@Sendable () -> Void)? {
        let isInConstruction = AsyncStep.toFlight != nil
        let callers = isInConstruction ? [] : LifecycleCall.starting
        // The usual case: no construction and no start waits for this task, so its wait closes no cycle.
        guard isInConstruction || !callers.isEmpty else { return nil }
        _ = begin(Awaited(work: .construction(flight), path: [step]), in: callers)
        return callers.isEmpty ? nil : { @Sendable in end(ObjectIdentifier(flight), in: callers) }
    }

    /// Records what is awaited within the hooks of starts, and ends the waits of constructions that would therefore never end.
    ///
    /// - Returns: `false` if it is a start that waits for one of these starts. Then it is not awaited.
    private static func begin(_ awaited: Awaited, in callers: [LifecycleNode]) -> Bool {
        let ended = shared.withLock { waits -> [(Waiting, [PathStep])]? in
            guard callers.isEmpty || !waits.isCycle(awaited, callers) else { return nil }
            for caller in callers { waits.awaited[ObjectIdentifier(caller), default: []].append(awaited) }
            return waits.waiting.compactMap { number, waiting in waits.cycle(of: number).map { (waiting, $0) } }
        }
        for (waiting, cycle) in ended ?? [] {
            waiting.outcome.set(.failure(LifecycleError.awaitsItself(waiting.node.step, cycle)))
        }
        return ended != nil
    }

    private static func end(_ awaited: ObjectIdentifier, in callers: [LifecycleNode]) {
        shared.withLock { waits in
            for caller in callers.map(ObjectIdentifier.init) {
                // One of them: another task of the same hook may wait, too.
                guard let index = waits.awaited[caller]?.firstIndex(where: { $0.id == awaited }) else { continue }
                waits.awaited[caller]?.remove(at: index)
                if waits.awaited[caller]?.isEmpty == true { waits.awaited[caller] = nil }
            }
        }
    }

    // MARK: - Cycles

    /// Whether a start waits for one of others, directly or through further starts.
    private func isCycle(_ awaited: Awaited, _ callers: [LifecycleNode]) -> Bool {
        guard let node = awaited.node else { return false }
        let needed = [node].transitiveClosure { followers(of: .start($0)).compactMap(\.node) }
        return needed.contains { node in node.marks.isPending && callers.contains { $0 === node } }
    }

    /// The path from a construction that awaits a start back to the construction; `nil` if the start does not wait for it.
    private func cycle(of number: UInt64) -> [PathStep]? {
        guard let waiting = waiting[number] else { return nil }
        var remaining = [Awaited.start(of: waiting.node, after: waiting.path)]
        var known = Set(remaining.map(\.id))
        while let next = remaining.popLast() {
            for following in followers(of: next.work) {
                let path = next.path + following.path
                if case .construction(let flight) = following.work, flight.builder == number { return path }
                if known.insert(following.id).inserted { remaining.append(Awaited(work: following.work, path: path)) }
            }
        }
        return nil
    }

    /// What a start or a construction waits for.
    private func followers(of work: Awaited.Work) -> [Awaited] {
        switch work {
        case .start(let node):
            // A task that its hook has left behind may still wait.
            guard node.marks.isPending else { return [] }
            let awaited = awaited[ObjectIdentifier(node), default: []].filter {
                if case .construction(let flight) = $0.work { flight.isUnderway } else { true }
            }
            return node.dependencies.map { Awaited.start(of: $0) } + awaited
        case .construction(let flight):
            if let waiting = waiting[flight.builder] {
                return [.start(of: waiting.node, after: Array(waiting.path.dropFirst()))]
            }
            guard let (flight, path) = WaitGraph.shared.withLock({ $0.wait(of: flight.builder) }) else { return [] }
            return [Awaited(work: .construction(flight), path: Array(path.dropFirst()))]
        }
    }
}
