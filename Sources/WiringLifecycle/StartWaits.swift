import Wiring

/// The waits for starts: those of other starts, in whose hooks a task waits, and those of constructions, in whose closures one waits.
///
/// With ``WaitGraph``, which knows the constructions that wait for constructions, this is one graph. Every cycle that is not one of starts
/// alone, or of constructions alone, has a construction that awaits a start. That wait ends with an error.
struct StartWaits {
    private static let shared = Protected(StartWaits())

    /// The starts that each start waits for, in addition to its dependencies.
    private var starts: [ObjectIdentifier: [LifecycleNode]] = [:]
    /// The constructions that the hook of each start waits for.
    private var constructions: [ObjectIdentifier: [Awaited]] = [:]
    /// The constructions that wait for a start, by the numbers of their flights.
    private var waiting: [UInt64: Waiting] = [:]

    private struct Awaited {
        let flight: Flight
        let step: PathStep
    }

    /// A construction that waits for a start.
    private struct Waiting {
        let node: LifecycleNode
        /// From the construction to the closure that waits.
        let path: [PathStep]
        let outcome: Eventual<Result<Void, any Error>>
    }

    // MARK: - Waiting for a start

    /// A wait for the start of one node within the starts of others.
    private struct Wait {
        let callers: [LifecycleNode]
        let node: LifecycleNode

        func end() {
            StartWaits.shared.withLock { waits in
                for caller in callers { waits.starts.remove(of: caller) { $0 === node } }
            }
        }
    }

    /// Waits for a start.
    ///
    /// - Parameter isCancellable: Whether cancellation ends the wait.
    /// - Throws: The error of the start, or one that names the path if the start waits for a start or a construction that this task is
    ///   part of.
    static func wait(for node: LifecycleNode, isCancellable: Bool) async throws {
        do {
            try await waitForStart(of: node, isCancellable)
        } catch {
            node.passOn()
            throw error
        }
    }

    private static func waitForStart(of node: LifecycleNode, _ isCancellable: Bool) async throws {
        guard let steps = AsyncStep.toFlight else { return try await waitInStart(for: node, isCancellable) }
        let outcome = Eventual<Result<Void, any Error>>()
        let number = steps[0].flight
        let waiting = Waiting(node: node, path: steps.map(\.step), outcome: outcome)
        let cycle = shared.withLock { waits in
            waits.waiting[number] = waiting
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
        guard let wait = begin(for: node) else { throw LifecycleError.awaitsItself(node.step, [node.step]) }
        defer { wait.end() }
        endCycles()
        let result = isCancellable ? try await node.started.cancellableValue : await node.started.value
        try result.get()
    }

    /// Begins to wait for a node.
    ///
    /// - Returns: `nil` if its start waits for a start that this task is part of.
    private static func begin(for node: LifecycleNode) -> Wait? {
        let callers = LifecycleCall.starting
        let wait = Wait(callers: callers, node: node)
        guard !callers.isEmpty else { return wait }
        return shared.withLock { waits in
            var visited: Set<ObjectIdentifier> = []
            var remaining = [node]
            while let next = remaining.popLast() {
                if callers.contains(where: { $0 === next }) { return nil }
                guard visited.insert(ObjectIdentifier(next)).inserted else { continue }
                remaining += next.dependencies + waits.starts[ObjectIdentifier(next), default: []]
            }
            for caller in callers { waits.starts[ObjectIdentifier(caller), default: []].append(node) }
            return wait
        }
    }

    // MARK: - Waiting for a construction

    /// Records that the current task waits for a flight, and ends the waits that would therefore never end.
    ///
    /// - Parameter step: The step of the flight.
    /// - Returns: What ends the wait; `nil` if the task is not part of a start.
    @Sendable
    static func begin(_ flight: Flight, _ step: PathStep) -> (@Sendable () -> Void)? {
        let callers = AsyncStep.toFlight == nil ? LifecycleCall.starting : []
        if !callers.isEmpty {
            let awaited = Awaited(flight: flight, step: step)
            shared.withLock { waits in
                for caller in callers { waits.constructions[ObjectIdentifier(caller), default: []].append(awaited) }
            }
        }
        endCycles()
        guard !callers.isEmpty else { return nil }
        return {
            shared.withLock { waits in
                for caller in callers { waits.constructions.remove(of: caller) { $0.flight === flight } }
            }
        }
    }

    // MARK: - Cycles

    /// Ends the waits of constructions for starts that wait for them.
    private static func endCycles() {
        let ended = shared.withLock { waits in
            waits.waiting.compactMap { number, waiting in waits.cycle(of: number).map { (waiting, $0) } }
        }
        for (waiting, cycle) in ended {
            waiting.outcome.set(.failure(LifecycleError.awaitsItself(waiting.node.step, cycle)))
        }
    }

    private enum Waiter: Hashable {
        case start(ObjectIdentifier)
        case construction(UInt64)
    }

    /// The path from a construction that awaits a start back to the construction; `nil` if the start does not wait for it.
    private func cycle(of number: UInt64) -> [PathStep]? {
        guard let waiting = waiting[number] else { return nil }
        var known: Set<Waiter> = [.start(ObjectIdentifier(waiting.node))]
        var remaining: [(Next, path: [PathStep])] = [(.start(waiting.node), waiting.path + [waiting.node.step])]
        while let (next, path) = remaining.popLast() {
            for (following, steps) in followers(of: next) {
                if case .construction(let flight) = following, flight == number { return path + steps }
                if known.insert(following.waiter).inserted { remaining.append((following, path + steps)) }
            }
        }
        return nil
    }

    private enum Next {
        case start(LifecycleNode)
        case construction(UInt64)

        var waiter: Waiter {
            switch self {
            case .start(let node): .start(ObjectIdentifier(node))
            case .construction(let number): .construction(number)
            }
        }
    }

    /// What a start or a construction waits for, and the steps that lead there.
    private func followers(of next: Next) -> [(Next, [PathStep])] {
        switch next {
        case .start(let node):
            guard node.marks.isPending else { return [] }
            let nodes = node.dependencies + starts[ObjectIdentifier(node), default: []]
            let awaited = constructions[ObjectIdentifier(node), default: []].filter(\.flight.isUnderway)
            return nodes.map { (.start($0), [$0.step]) }
                + awaited.map { (.construction($0.flight.builder), [$0.step]) }
        case .construction(let number):
            if let waiting = waiting[number] {
                return [(.start(waiting.node), waiting.path.dropFirst() + [waiting.node.step])]
            }
            guard let (flight, path) = WaitGraph.shared.wait(of: number) else { return [] }
            return [(.construction(flight.builder), Array(path.dropFirst()))]
        }
    }
}

extension Dictionary where Key == ObjectIdentifier {
    /// Removes what a node waits for.
    fileprivate mutating func remove<Awaited>(of caller: LifecycleNode, _ isEnded: (Awaited) -> Bool)
    where Value == [Awaited] {
        let key = ObjectIdentifier(caller)
        self[key]?.removeAll(where: isEnded)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}
