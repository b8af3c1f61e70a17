import Wiring

/// Runs a random program of asynchronous resolutions and changes on several tasks.
struct FlightRun {
    enum Operation: CaseIterable, Sendable {
        case use, leave, useInChild, useInCopy, useInSession
        case register, decorate, clear, push, pop, contribute, assemble
        case start, shutDown

        /// What tasks do in a copy.
        static let inCopies: [Operation] = [
            .use, .use, .use, .leave, .register, .decorate, .clear, .push, .pop, .contribute, .assemble,
        ]
    }

    struct Step: Sendable {
        var operation: Operation
        var declared: FlightDeclared
        var parameter: Int
        var way: FlightContainer.Way
    }

    private let recorder: FlightRecorder
    private let root: FlightContainer
    /// What each task does.
    private let steps: [[Step]]
    /// What each task does in a copy.
    private let stepsInCopy: [[Step]]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let recorder = FlightRecorder(seed: random.next())
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
        stepsInCopy = (0..<2).map { _ in steps(3 + random.below(3), of: Operation.inCopies) }
        self.recorder = recorder
        root = FlightRecorder.$inherited.withValue(recorder) { FlightContainer() }
        root.manager.logger = { _ in }
    }

    /// Runs the program, and stops what it has started.
    func history() async -> FlightHistory {
        await FlightRecorder.$inherited.withValue(recorder) {
            await Scope.$singleton.withValue(Scope.Singleton()) {
                await FlightContainer.$shared.withValue(root) { await perform(steps, in: root) }
            }
        }
        // Flights that all callers have left may still be under way.
        await shutDown()
        return recorder.history
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
        case .useInChild: await useInChild(declared, parameter)
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
        case .start: await start(declared == .dependent ? .dependent : .served)
        case .shutDown: await shutDown()
        }
    }

    /// Several tasks resolve from a child, which ends when they have. Resolving twice finds what the child has kept.
    private func useInChild(_ declared: FlightDeclared, _ parameter: Int) async {
        let number = await withChildContainer(of: root) { _ in
        } operation: {
            let child = FlightContainer.shared
            await withDiscardingTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<2 { _ = try? await recorder.resolve(declared, parameter, from: child) }
                    }
                }
            }
            return child.number
        }
        let end = recorder.clock.tick()
        recorder.record { $0.childEnds[number] = end }
    }

    /// Several tasks resolve from a session, which ends when they have.
    private func useInSession() async {
        let session = FlightSession(parent: root)
        await withDiscardingTaskGroup { group in
            for _ in 0..<3 { group.addTask { _ = try? await recorder.resolve(from: session) } }
        }
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

    /// Starts the container. If the flight fails, everything stops.
    private func start(_ declared: FlightDeclared) async {
        let (begin, place) = (recorder.clock.tick(), root.place(declared))
        await recorder.change(lives, .mayClear) { _ in
            await recorder.bind(to: place, begin) {
                if declared == .served { try? await root.start(\.served) } else { try? await root.start(\.dependent) }
            }
        }
        // It waits like a resolution.
        let use = FlightHistory.Use(place: place, span: Span(begin, recorder.clock.tick()), outcome: .left)
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
