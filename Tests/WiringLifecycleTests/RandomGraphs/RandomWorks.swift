import WiringTestSupport

/// What the containers of one random run share: the plan, and the record.
final class RandomWorks: Sendable {
    /// Those of the containers that this task creates.
    @TaskLocal static var inherited = RandomWorks(RandomPlan(seed: 0, count: 1))

    let plan: RandomPlan
    /// Opens when the stops that overrun their time may end.
    let overrun = AsyncGate()
    /// The instances that have started and whose stops overrun their time.
    let overruns = Collection<RandomService>()
    /// What the container's logger has received.
    let messages = Collection<String>()
    /// Cancels the run.
    let cancel = Locked<@Sendable () -> Void>({})
    private let state = Locked(State())

    private struct State {
        var record = LifeRecord()
        var started = 0
        /// The container that some services are resolved from, which the test retains.
        weak var elsewhere: RandomPlant?
    }

    init(_ plan: RandomPlan) {
        self.plan = plan
        state.withLock { $0.record.startingCount = plan.startingCount }
    }

    var record: LifeRecord { state.withLock { $0.record } }

    var elsewhere: RandomPlant? {
        get { state.withLock { $0.elsewhere } }
        set { state.withLock { $0.elsewhere = newValue } }
    }

    func add(_ event: LifeRecord.Event) { state.withLock { $0.record.add(event) } }

    func name(_ services: [RandomService]) { state.withLock { $0.record.named = services.map(\.number) } }

    // MARK: - Services

    /// Makes a service, before it is decorated.
    func make(_ service: Int, _ needs: [RandomService]) -> RandomService {
        let node = plan.nodes[service]
        return RandomService(build(service, needs, hasHooks: node.hasHooks && node.decoration == nil), service, needs)
    }

    /// Makes what stands for a service that a closure decorates.
    func decorate(_ inner: RandomService, _ addition: RandomService) -> RandomService {
        let (service, needs) = (inner.service, inner.needs + [addition])
        return RandomService(build(service, needs, hasHooks: plan.nodes[service].hasHooks), service, needs)
    }

    private func build(_ service: Int, _ needs: [RandomService], hasHooks: Bool) -> Int {
        let node = plan.nodes[service]
        // The root, the child that runs, and the container elsewhere may store an instance each. A decorated one counts twice.
        var limit = node.lifetime == .singleton ? 1 : plan.runsInChild ? 3 : 2
        if node.decoration != nil { limit *= 2 }
        // What no one retains is built again.
        if node.lifetime == .shared { limit = .max }
        let instance = LifeRecord.Instance(
            service: service,
            needs: needs.map(\.number),
            hasHooks: hasHooks,
            overrunsItsStop: node.overrunsItsStop,
            limit: limit
        )
        return state.withLock { $0.record.build(instance) }
    }

    // MARK: - Hooks

    func start(_ instance: RandomService) async throws {
        let node = plan.nodes[instance.service]
        add(.starting(instance.number))
        await suspend(node)
        if node.failsToStart || node.heedsCancellation && Task.isCancelled {
            add(.failed(instance.number))
            throw Broken("\(instance.number)")
        }
        let isLast = state.withLock { state in
            state.record.add(.started(instance.number))
            state.started += 1
            guard case .started(let count) = plan.cancellation else { return false }
            return state.started == count
        }
        if node.overrunsItsStop { overruns.add(instance) }
        if isLast { end() }
    }

    func run(_ instance: RandomService) async throws {
        let node = plan.nodes[instance.service]
        add(.running(instance.number))
        defer { add(.ran(instance.number)) }
        switch node.running {
        case .failing:
            add(.ending)
            throw Broken("\(instance.number)")
        case .returning: add(.ending)
        case .whenAsked, nil:
            await instance.hasStopped.pass()
            await suspend(node)
        }
    }

    func stop(_ instance: RandomService) async {
        add(.stopping(instance.number))
        let node = plan.nodes[instance.service]
        await suspend(node)
        if node.overrunsItsStop { await overrun.pass() }
        add(.stopped(instance.number))
        instance.hasStopped.open()
    }

    /// Records that the run has ended.
    func endRecord() { state.withLock { $0.record.add(.ended(instances: $0.record.instances.count)) } }

    private func suspend(_ node: RandomPlan.Node) async {
        if node.isSlow { for _ in 0..<3 { await Task.yield() } }
    }

    /// Cancels the run.
    func end() {
        add(.ending)
        cancel.withLock { $0 }()
    }
}

/// An instance of a random plant.
final class RandomService: Sendable {
    let number: Int
    let service: Int
    let needs: [RandomService]
    let hasStopped = AsyncGate()

    init(_ number: Int, _ service: Int, _ needs: [RandomService]) {
        (self.number, self.service, self.needs) = (number, service, needs)
    }
}
