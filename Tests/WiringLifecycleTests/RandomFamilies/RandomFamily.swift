import Wiring
import WiringLifecycle
import WiringTestSupport

/// A container with children, and random services whose instances several tasks resolve, start, replace and stop at once.
final class RandomFamily: Sendable {
    /// How an `onRun` closure ends.
    enum Running {
        case whenAsked, returning, failing
    }

    struct Dependency: Sendable {
        let service: Int
        /// Whether it comes from a container outside the family.
        let isForeign: Bool
    }

    struct Service: Sendable {
        /// Services with lower numbers; of a singleton, singletons and foreign ones; of one whose closure does not await, such ones.
        var dependencies: [Dependency] = []
        /// Whether it is a singleton, or needs one.
        var needsSingleton = false
        var isSingleton = false
        var isAsynchronous = false
        var hasHooks = true
        /// Whether every second instance fails to start.
        var isFaulty = false
        var running: Running?
        /// Whether its start begins a task that resolves it again, and outlives the start.
        var resolvesAgain = false

        /// How long its stop may take. Many families at once are slow.
        var limit: Duration? { running == nil ? nil : .seconds(600) }
    }

    let record = FamilyRecord()
    let services: [Service]
    private let seed: UInt64
    /// Whether the root runs. Otherwise only its children are started, and share what they use of the root and of foreign containers.
    private let runsRoot: Bool
    /// Whether the root is run and not only started. A reset of what the run names or of what has a task ends it early.
    private var isRun: Bool { runsRoot && seed.isMultiple(of: 2) }
    private let members = Counter()
    /// The tasks that hooks have begun; `nil` when they begin none any longer.
    private let tasks = Locked<[Task<Void, Never>]?>([])

    init(seed: UInt64, runsRoot: Bool = true) {
        self.seed = seed
        self.runsRoot = runsRoot
        var random = SplitMix64(seed: seed)
        let hasFaults = random.chance(50)
        var services: [Service] = []
        for _ in 0..<12 {
            var service = Service(isSingleton: random.chance(40), isAsynchronous: random.chance(40))
            let candidates = services.indices.flatMap { index -> [Dependency] in
                let candidate = services[index]
                guard service.isAsynchronous || !candidate.isAsynchronous else { return [] }
                let isOwn = !service.isSingleton || candidate.isSingleton
                return (isOwn ? [Dependency(service: index, isForeign: false)] : [])
                    // A singleton that a foreign instance needs would stop with the container that has started that one.
                    + (candidate.needsSingleton ? [] : [Dependency(service: index, isForeign: true)])
            }
            if !candidates.isEmpty { service.dependencies = (0..<random.below(3)).map { _ in random.pick(candidates) } }
            service.needsSingleton =
                service.isSingleton || service.dependencies.contains { services[$0.service].needsSingleton }
            service.hasHooks = random.chance(80)
            if random.chance(40) {
                let ends = hasFaults && !service.isSingleton && random.chance(40)
                service.running = ends ? random.pick([.returning, .failing]) : .whenAsked
            }
            // The failure of a singleton would end the run of the root.
            service.isFaulty = hasFaults && !service.isSingleton && random.chance(25)
            service.resolvesAgain = random.chance(10)
            services.append(service)
        }
        // Otherwise few families have one.
        if hasFaults { services.append(Service(running: .failing)) }
        self.services = services
    }

    func nextMember() -> Int { members.increment() }

    // MARK: - Hooks

    func start(_ instance: FamilyService) async throws {
        guard let service = instance.service else { return }
        record.starting(instance.number)
        // One of two tasks that wait for this start.
        FamilyMember.operation?.cancel()
        for _ in 0..<(instance.number % 4) { await Task.yield() }
        if services[service].isFaulty, instance.number.isMultiple(of: 2) {
            record.failed(instance.number)
            throw FamilyFault(number: record.fail())
        }
        if instance.number.isMultiple(of: 3), Task.isCancelled {
            record.failed(instance.number)
            throw CancellationError()
        }
        record.started(instance.number)
        guard services[service].resolvesAgain else { return }
        tasks.withLock { tasks in
            tasks?.append(Task { [weak member = FamilyMember.shared] in _ = try? await member?.resolve(service) })
        }
    }

    func run(_ instance: FamilyService) async throws {
        guard let running = instance.service.flatMap({ services[$0].running }) else { return }
        record.running(instance.number)
        defer { record.ran(instance.number) }
        switch running {
        case .whenAsked: await instance.mayEnd.pass()
        case .returning: break
        case .failing:
            if !instance.number.isMultiple(of: 4) { await instance.mayEnd.pass() }
            for _ in 0..<(instance.number % 5) { await Task.yield() }
            throw FamilyFault(number: record.fail())
        }
    }

    func stop(_ instance: FamilyService) async {
        record.stopping(instance.number)
        await Task.yield()
        instance.mayEnd.open()
        record.stopped(instance.number)
    }

    // MARK: - Operations

    /// Runs a family, releases it, and returns what was wrong.
    func mistakes() async -> [String] {
        await run()
        Scope.singleton.reset()
        await yieldOften(while: { record.existingCount > 0 })
        let count = record.existingCount
        if count > 0, !Task.isCancelled { record.note("\(count) instances exist, though no container does") }
        return record.mistakes
    }

    /// Performs operations of several tasks, if the root runs in its body.
    private func run() async {
        let root = FamilyMember.$family.withValue(self) { FamilyMember() }
        let sessions = [root.makeChild(), root.makeChild()]
        let all = [root] + sessions + [sessions[0].makeChild()]
        do {
            try await FamilyMember.$shared.withValue(root) {
                if isRun {
                    try await root.run { try await self.storm(all) }
                } else if runsRoot {
                    try await root.start()
                    try await storm(all)
                    await root.shutdown()
                } else {
                    try await storm(all)
                    await shutDown(all)
                }
            }
        } catch { record.noteThrown(error, byRoot: true) }
        // The end of the run has stopped the children, too.
        let running = record.running
        if !running.isEmpty { record.note("\(running) run on after the root") }
        for member in all.reversed() { await member.shutdown() }
    }

    /// Shuts all down at once, the root alone, or one after the other.
    private func shutDown(_ members: [FamilyMember]) async {
        switch seed % 3 {
        case 0:
            await withDiscardingTaskGroup { group in
                for member in members { group.addTask { await member.shutdown() } }
            }
        case 1: await members[0].shutdown()
        default: for member in members.reversed() { await member.shutdown() }
        }
    }

    private func storm(_ members: [FamilyMember]) async throws {
        await withDiscardingTaskGroup { group in
            for worker in 0..<3 {
                group.addTask {
                    var random = SplitMix64(seed: self.seed &* 31 &+ UInt64(worker))
                    for _ in 0..<12 { await self.perform(&random, members) }
                }
            }
        }
        // Otherwise an instance that is built after the reset could begin a task that builds the next one, without end.
        for task in tasks.withLock({ $0.take() }) ?? [] { await task.value }
        // Without the root, what it needs may have been built before, and not started.
        if runsRoot { await startAlone(members[0].makeChild()) }
        // When nothing stores an instance, none runs on.
        record.noteReset()
        for member in members { member.clear() }
        Scope.singleton.reset()
        await yieldOften(while: { !record.running.isEmpty })
        let running = record.running
        if !running.isEmpty, !Task.isCancelled { record.note("\(running) run on, though nothing stores them") }
    }

    private func perform(_ random: inout SplitMix64, _ members: [FamilyMember]) async {
        let (root, member) = (members[0], random.pick(members))
        let (one, other) = (random.below(services.count), random.below(services.count))
        let isCancelled = random.chance(25)
        switch random.below(9) {
        case 0, 1: await perform(isCancelled) { try await self.resolve(one, from: member) }
        case 2:
            guard isRun || member !== root else { return }
            await perform(isCancelled) { try await self.start(one, other, in: member) }
        case 3:
            if member === root { record.noteReset() }
            member.reset(one)
        case 4: if member !== root { await perform(isCancelled) { await member.shutdown() } }
        case 5:
            let running = services.indices.filter { services[$0].running != nil && services[$0].hasHooks }
            guard let last = running.last else { return }
            let service = random.chance(50) ? last : random.pick(running)
            await perform(isCancelled) { try await self.run(service, in: member.makeChild()) }
        case 6: await perform(isCancelled) { await self.request(one, other, of: member) }
        // Nothing ends this child.
        case 7: await perform(isCancelled) { try await self.resolve(one, from: member.makeChild()) }
        default: await failToStart(one, in: member.makeChild(), byCancellation: isCancelled)
        }
    }

    /// Performs an operation in a task of its own, which may be cancelled.
    private func perform(_ isCancelled: Bool, _ operation: @escaping @Sendable () async throws -> Void) async {
        let task = Task { try await operation() }
        if isCancelled {
            await Task.yield()
            task.cancel()
        }
        _ = await task.result
    }

    private func resolve(_ service: Int, from member: FamilyMember) async throws {
        let earlier = record.receivedFailures
        do {
            _ = try await member.resolve(service)
        } catch let fault as FamilyFault {
            record.noteFailure(fault)
            if earlier.contains(fault.number) {
                record.note("a resolution receives the earlier failure \(fault.number)")
            }
        }
    }

    private func start(_ one: Int, _ other: Int, in member: FamilyMember, isAlone: Bool = false) async throws {
        let earlier = record.receivedFailures
        do {
            try await member.start(one, other)
        } catch {
            if isAlone, error is LifecycleError { record.note("\(error)") }
            if let fault = error as? FamilyFault, earlier.contains(fault.number) {
                record.note("a start throws the earlier failure \(fault.number)")
            }
            record.noteFailure(error)
            record.noteThrown(error)
        }
    }

    /// Starts services while nothing else happens. All that they need starts, too, foreign instances included.
    private func startAlone(_ child: FamilyMember) async {
        for service in services.indices.suffix(4) {
            _ = try? await start(service, service, in: child, isAlone: true)
            await child.shutdown()
            child.clear()
        }
    }

    /// Runs a child, in which two tasks start the same service. The first is cancelled in the middle.
    private func run(_ service: Int, in child: FamilyMember) async throws {
        defer { child.clear() }
        let operation = FamilyOperation()
        let faults = Locked<[FamilyFault]>([])
        do {
            try await FamilyMember.$operation.withValue(operation) {
                try await child.run {
                    let cancelled = operation.begin { try await child.start(service, service) }
                    let start = Task { try await child.start(service, service) }
                    let results = [await cancelled.result, await start.result]
                    for case .failure(let fault as FamilyFault) in results { faults.withLock { $0.append(fault) } }
                    // The run throws the fault, or why else it has ended.
                    guard case .success = results[1], faults.withLock(\.isEmpty) else { throw CancellationError() }
                    let plan = self.services[service]
                    guard plan.hasHooks, plan.running != nil else { return }
                    // Otherwise another container may have started it.
                    if !plan.isSingleton { self.record.noteAwaited(service, in: child.number) }
                    // The body returns while the closure returns or throws.
                    try await child.resolve(service).mayEnd.open()
                }
            }
        } catch {
            record.noteThrown(error)
            // It may have been shut down before. What the body has started after that was started anew, apart from the run.
            guard !(error is CancellationError) else { return }
            for fault in faults.withLock({ $0 }) { record.noteThrown(fault) }
        }
    }

    private func request(_ one: Int, _ other: Int, of member: FamilyMember) async {
        let ended = await FamilyMember.$family.withValue(self) {
            await withChildContainer(of: member) { _ in
            } operation: {
                let child = FamilyMember.shared
                _ = try? await child.resolve(one)
                try? await self.start(one, other, in: child)
                return child
            }
        }
        record.noteEnd(of: ended.number)
        // The tasks of foreign instances have the child as their shared container.
        defer { ended.clear() }
        _ = try? await start(one, other, in: ended)
        // Nothing is told if nothing has started its parents.
        if let instance = try? await ended.resolve(one), runsRoot { record.noteReceived(instance.number) }
    }

    /// Names a service and what cannot be built, or what is built when the call has been cancelled. Then nothing of the child starts.
    private func failToStart(_ service: Int, in child: FamilyMember, byCancellation: Bool) async {
        let operation = FamilyOperation()
        let task = operation.begin {
            try await FamilyMember.$operation.withValue(operation) {
                if byCancellation {
                    try await child.run(\.[plain: service], \.cancelling) {}
                } else {
                    try await child.run(\.[plain: service], \.broken) {}
                }
            }
        }
        switch await task.result {
        case .success: record.note("a run succeeds that must fail")
        // Another container may have used, and started, what the run has built.
        case .failure(let error): record.noteThrown(error)
        }
        child.clear()
        if record.startCount(in: child.number) > 0 {
            record.note("\(child.number) starts instances though it must not")
        }
    }
}
