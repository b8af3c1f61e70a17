import Wiring
import WiringLifecycle
import WiringTestSupport

/// One run of a plan.
struct RandomRun {
    private let works: RandomWorks
    private let root: RandomPlant
    /// What runs: the root or a child of it.
    private let plant: RandomPlant
    /// A child of what runs.
    private let elsewhere: RandomPlant

    init(_ plan: RandomPlan) {
        let works = RandomWorks(plan)
        (root, plant, elsewhere) = RandomWorks.$inherited.withValue(works) {
            let root = RandomPlant()
            root.manager.logger = { [messages = works.messages] in messages.add($0) }
            root.decorate()
            let plant = plan.runsInChild ? root.child() : root
            return (root, plant, plant.child())
        }
        works.elsewhere = elsewhere
        self.works = works
    }

    /// Runs once, and returns what was wrong.
    func mistakes() async -> [String] {
        let result = await run()
        works.endRecord()
        works.overrun.open()
        return await mistakesOfStops() + mistakesAfterwards() + works.record.mistakes + mistakes(of: result)
    }

    private func run() async -> Result<Void, any Error> {
        let begin = AsyncGate()
        let task = Task {
            await begin.pass()
            try await plant.run(\.named) { try await body() }
        }
        works.cancel.withLock { $0 = { task.cancel() } }
        begin.open()
        let result = await task.result
        // The closure retains the task, whose closure retains the containers.
        works.cancel.withLock { $0 = {} }
        return result
    }

    private func body() async throws {
        works.add(.body)
        try await withThrowingTaskGroup { group in
            for service in works.plan.late {
                group.addTask {
                    let instance = try await plant.resolve(service)
                    if works.plan.nodes[service].kind == .asynchronous { works.add(.received(instance.number)) }
                }
            }
            try await group.waitForAll()
        }
        if case .inBody = works.plan.cancellation { works.end() }
        // The end of the run cancels this.
        if works.record.events.contains(.ending) { await untilCancelled() }
    }

    // MARK: - What was wrong

    private func mistakes(of result: Result<Void, any Error>) -> [String] {
        let events = works.record.events
        let isEnding = events.contains { if case .failed = $0 { true } else { $0 == .ending } }
        switch result {
        case .success: return []
        case .failure(let error) where !isEnding: return ["the run has thrown \(error)"]
        case .failure(let error as LifecycleError): return error.reason == .onRunReturned ? [] : ["\(error)"]
        case .failure(let error): return error is CancellationError || error is Broken ? [] : ["\(error)"]
        }
    }

    /// Waits until the stops that overrun their time have ended, if all have been reported.
    private func mistakesOfStops() async -> [String] {
        let overruns = works.overruns.values
        // An error that comes after the first one is reported, too.
        let messages = works.messages.values.filter { !$0.contains(" has failed: Broken(") }
        guard overruns.count == messages.count else { return ["\(overruns.count) overruns, but \(messages)"] }
        for instance in overruns { await instance.hasStopped.pass() }
        return []
    }

    /// The container holds nothing that was started, and starts nothing any more.
    private func mistakesAfterwards() async -> [String] {
        let isEmpty = plant.manager.isEmpty(.scope)
        let started = Set(works.record.events.compactMap { if case .started(let number) = $0 { number } else { nil } })
        let stays = await resolveAgain().filter(started.contains)
        return (isEmpty ? [] : ["the container is not empty"]) + stays.map { "\($0) stays" }
    }

    /// The instances that the plant has afterwards. Some services cannot be built, or need one elsewhere that failed to start.
    private func resolveAgain() async -> [Int] {
        var numbers: [Int] = []
        for service in works.plan.again {
            if let instance = try? await plant.resolve(service) { numbers.append(instance.number) }
        }
        return numbers
    }
}
