import Wiring
import WiringLifecycle
import WiringModules
import WiringTestSupport

/// Runs a random program of asynchronous resolutions and changes on several tasks.
struct FlightRun {
    enum Operation: CaseIterable, Sendable {
        case use, leave, allLeave, useInChild, useInUnusedChild, useInCopy, useInSession
        case register, decorate, clear, push, pop, contribute, assemble
        case start, leaveStart, shutDown

        /// What tasks do in a copy.
        static let inCopies: [Operation] = [
            .use, .use, .use, .leave, .allLeave, .register, .decorate, .clear, .push, .pop, .contribute, .assemble,
        ]
    }

    struct Step: Sendable {
        var operation: Operation
        var declared: FlightDeclared
        var parameter: Int
        var way: FlightContainer.Way
    }

    /// Whether the root runs while the program does. Then children and sessions start themselves, and no hook fails. Otherwise the
    /// program starts and stops the root.
    private let isRunning: Bool
    /// Whether it is started instead of run, because a change may end a run early.
    private let usesStart: Bool
    private let recorder: FlightRecorder
    private let root: FlightContainer
    /// What each task does.
    private let steps: [[Step]]
    /// What each task does in a copy.
    private let stepsInCopy: [[Step]]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let isRunning = random.chance(40)
        self.isRunning = isRunning
        let recorder = FlightRecorder(seed: random.next(), hooksFail: !isRunning)
        let kinds = [Operation.use, .use, .use, .useInChild] + random.some(of: Operation.allCases, 40)
        let declared = random.some(of: FlightDeclared.ofContainers, 60)
        func steps(_ count: Int, of kinds: [Operation]) -> [Step] {
            (0..<count).map { _ in
                let declared = random.pick(declared)
                let parameter = random.below(declared.parameters.count)
                let way = random.pick(FlightContainer.Way.allCases)
                return Step(operation: random.pick(kinds), declared: declared, parameter: parameter, way: way)
            }
        }
        self.steps = (0..<random.pick([2, 3, 4, 8])).map { _ in steps(10 + random.below(20), of: kinds) }
        let mayDrop = self.steps.joined().contains { step in
            switch step.operation {
            case .register, .decorate, .clear: step.declared.hasHooks
            case .pop: true
            default: false
            }
        }
        usesStart = mayDrop && seed.isMultiple(of: 2)
        stepsInCopy = (0..<2).map { _ in steps(3 + random.below(3), of: Operation.inCopies) }
        self.recorder = recorder
        root = FlightRecorder.$inherited.withValue(recorder) { FlightContainer() }
        root.manager.logger = { _ in }
    }

    /// Runs the program, stops what it has started, and releases what it has built.
    func history() async -> FlightHistory {
        await FlightRecorder.$inherited.withValue(recorder) {
            await Scope.$singleton.withValue(Scope.Singleton()) {
                await FlightContainer.$shared.withValue(root) { await perform() }
                let singletons = Scope.singleton
                recorder.clearAtEnd { singletons.reset() }
            }
        }
        // Flights that all callers have left may still be under way.
        await shutDown()
        recorder.clearAtEnd { [root] in root.clear() }
        await recorder.releaseInstances()
        return recorder.history
    }

    private func perform() async {
        guard isRunning else { return await perform(steps, in: root) }
        let end = usesStart ? await performInStart() : await performInRun()
        let span = Span(end ?? 0, recorder.clock.tick())
        recorder.record { $0.changes += lives.map { FlightHistory.Change(place: $0, span: span, kind: .mayClear) } }
    }

    /// A change may end the run, because the instances have tasks. The rest of the program is cancelled then.
    ///
    /// - Returns: When the run may have begun to end; `nil` if that is unknown.
    private func performInRun() async -> Int? {
        do {
            return try await root.run {
                await perform(steps, in: root)
                return recorder.clock.tick()
            }
        } catch let error as LifecycleError where error.reason == .dropped {
            // Otherwise a dependency has stopped, perhaps with a session.
            if !"\(error)".contains("has stopped") { recorder.record { $0.hasDropEndedRun = true } }
            // The change may have begun before anything else has.
            let history = recorder.history
            return (history.changes.map(\.span.begin) + history.saves.map(\.span.begin)).min()
        } catch {
            return nil
        }
    }

    private func performInStart() async -> Int? {
        try? await root.start()
        await perform(steps, in: root)
        let end = recorder.clock.tick()
        await root.shutdown()
        return end
    }

    private func perform(_ steps: [[Step]], in container: FlightContainer) async {
        await withDiscardingTaskGroup { group in
            for steps in steps {
                group.addTask { for step in steps { await perform(step, in: container) } }
            }
        }
    }

    private func perform(_ step: Step, in container: FlightContainer) async {
        let (declared, parameter) = (step.declared, step.parameter)
        switch step.operation {
        case .use: _ = try? await recorder.resolve(declared, parameter, from: container, through: step.way)
        case .leave:
            let use = Task { try await recorder.resolve(declared, parameter, from: container) }
            await Task.yield()
            use.cancel()
            _ = await use.result
        case .allLeave:
            let uses = (0..<3).map { _ in Task { try await recorder.resolve(declared, parameter, from: container) } }
            await Task.yield()
            for use in uses { use.cancel() }
            _ = try? await recorder.resolve(declared, parameter, from: container)
            for use in uses { _ = await use.result }
        case .useInChild: await useInChild(declared, parameter)
        case .useInUnusedChild: _ = try? await recorder.resolve(declared, parameter, from: root.child())
        case .useInSession: await useInSession()
        case .useInCopy: await recorder.withCopy { await perform(stepsInCopy, in: $0) }
        case .register:
            await recorder.change(container.places(declared), .register) { container.register(declared, closure: $0) }
        case .decorate:
            await recorder.change(container.places(declared), .decorate) { container.decorate(declared, $0) }
        case .clear: await recorder.change(container.places(declared), .clear) { _ in container.clear(declared) }
        case .push: recorder.save(container, isPop: false)
        case .pop: recorder.save(container, isPop: true)
        case .contribute: contribute(to: container)
        case .assemble: assemble(from: container)
        // If it failed, it would stop everything.
        case .start where usesStart, .leaveStart where usesStart: break
        case .start: await start(declared, in: root)
        case .leaveStart:
            let task = Task { await start(declared, in: root) }
            await Task.yield()
            task.cancel()
            await task.value
        case .shutDown: if !isRunning { await shutDown() }
        }
    }

    /// Several tasks resolve from a child, which ends when they have, and from the ended one. Resolving twice finds what the child has
    /// kept.
    private func useInChild(_ declared: FlightDeclared, _ parameter: Int) async {
        func use(_ child: FlightContainer) async {
            await withDiscardingTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<2 { _ = try? await recorder.resolve(declared, parameter, from: child) }
                    }
                }
            }
        }
        let child = await withChildContainer(of: root) { _ in
        } operation: {
            let child = FlightContainer.shared
            if isRunning, recorder.chance(30) { await start(declared, in: child) }
            await use(child)
            return child
        }
        let end = recorder.clock.tick()
        recorder.record { $0.childEnds[child.number] = end }
        await use(child)
        recorder.clearAtEnd { child.clear() }
    }

    /// Several tasks resolve from a session. It ends when they have, or with the run of the root.
    private func useInSession() async {
        let session = FlightSession(parent: root)
        await withDiscardingTaskGroup { group in
            if isRunning, recorder.chance(50) {
                group.addTask { await start(at: session.place, [session.place]) { try await session.start(\.own) } }
            }
            for _ in 0..<3 { group.addTask { _ = try? await recorder.resolve(from: session) } }
        }
        if isRunning, recorder.chance(30) { return }
        await session.shutdown()
        let end = recorder.clock.tick()
        recorder.record { $0.childEnds[session.place.container] = end }
    }

    private func contribute(to container: FlightContainer) {
        let begin = recorder.clock.tick()
        container.parts.contribute { begin }
        container.keyedParts.contribute(forKey: begin) { begin }
        let contribution = FlightHistory.Contribution(
            container: container.number,
            span: Span(begin, recorder.clock.tick())
        )
        recorder.record { $0.contributions.append(contribution) }
    }

    private func assemble(from container: FlightContainer) {
        assemble(from: container) { $0.parts() }
        // A dictionary has no order.
        assemble(from: container) { $0.keyedParts().keys.sorted() }
    }

    private func assemble(from container: FlightContainer, _ parts: (FlightContainer) -> [Int]) {
        let begin = recorder.clock.tick()
        let parts = parts(container)
        let assembly = FlightHistory.Assembly(
            container: container.number,
            span: Span(begin, recorder.clock.tick()),
            parts: parts
        )
        recorder.record { $0.assemblies.append(assembly) }
    }

    private func start(_ declared: FlightDeclared, in container: FlightContainer) async {
        let places = FlightDeclared.ofContainers.filter { $0 != .single }.flatMap(container.places)
        // In a run of the root, a start of it stops nothing.
        let stopped = isRunning && container === root ? [] : places
        switch declared {
        case .dependent: await start(at: container.place(declared), stopped) { try await container.start(\.dependent) }
        case .distant: await start(at: container.place(declared), stopped) { try await container.start(\.distant) }
        default: await start(at: container.place(.served), stopped) { try await container.start(\.served) }
        }
    }

    /// Starts a container.
    ///
    /// - Parameter places: What stops if the start fails.
    private func start(
        at place: FlightHistory.Place,
        _ places: [FlightHistory.Place],
        _ start: () async throws -> Void
    ) async {
        let begin = recorder.clock.tick()
        await recorder.change(places, .mayClear) { _ in
            await recorder.bind(to: place, begin) { try? await start() }
        }
        guard !places.isEmpty || Task.isCancelled else { return }
        // It waits like a resolution. An error of another start ends the wait, as a cancellation does.
        let use = FlightHistory.Use(
            place: place,
            span: Span(begin, recorder.clock.tick()),
            outcome: .left,
            wasCancelled: true
        )
        recorder.record { $0.uses.append(use) }
    }

    private func shutDown() async {
        await recorder.change(lives, .mayClear) { _ in await root.shutdown() }
    }

    /// What a shutdown clears: all instances of the container.
    private var lives: [FlightHistory.Place] {
        FlightDeclared.allCases.filter { $0 != .single }.flatMap(root.places)
    }
}
