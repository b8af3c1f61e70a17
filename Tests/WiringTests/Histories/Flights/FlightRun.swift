import Wiring

/// Runs a random program of asynchronous resolutions and changes on several tasks.
struct FlightRun {
    enum Operation: CaseIterable, Sendable {
        case use, leave, useInChild, register, decorate, clear, contribute, assemble, start, shutDown
    }

    struct Step: Sendable {
        var operation: Operation
        var declared: FlightDeclared
    }

    private let recorder: FlightRecorder
    private let root: FlightContainer
    /// What each task does.
    private let steps: [[Step]]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let recorder = FlightRecorder(seed: random.next())
        let kinds = [Operation.use, .use, .use, .useInChild] + random.some(of: Operation.allCases, 40)
        let declared = random.some(of: FlightDeclared.allCases, 60)
        steps = (0..<random.pick([2, 3, 4, 8])).map { _ in
            (0..<(10 + random.below(20))).map { _ in
                Step(operation: random.pick(kinds), declared: random.pick(declared))
            }
        }
        self.recorder = recorder
        root = FlightRecorder.$inherited.withValue(recorder) { FlightContainer() }
        root.manager.logger = { _ in }
    }

    /// Runs the program, and stops what it has started.
    func history() async -> FlightHistory {
        await FlightRecorder.$inherited.withValue(recorder) {
            await Scope.$singleton.withValue(Scope.Singleton()) {
                await withDiscardingTaskGroup { group in
                    for steps in steps {
                        group.addTask { for step in steps { await perform(step) } }
                    }
                }
            }
        }
        await root.shutdown()
        return recorder.history
    }

    private func perform(_ step: Step) async {
        let (declared, factory) = (step.declared, root.factory(step.declared))
        switch step.operation {
        case .use: _ = try? await recorder.resolve(declared, from: root)
        case .leave:
            let use = Task { try await recorder.resolve(declared, from: root) }
            await Task.yield()
            use.cancel()
            _ = await use.result
        case .useInChild: await useInChild(declared)
        case .register:
            await recorder.change([root.place(declared)], .register) { closure in
                factory.register { [recorder, unowned root] in
                    try await recorder.fly(declared, in: root, closure: closure)
                }
            }
        case .decorate:
            await recorder.change([root.place(declared)], .decorate) { number in
                factory.decorate { inner in
                    await Task.yield()
                    return FlightInstance(flight: inner.flight, decorations: inner.decorations + [number])
                }
            }
        case .clear: await recorder.change([root.place(declared)], .clear) { _ in factory.reset(.scope) }
        case .contribute: contribute()
        case .assemble: assemble()
        case .start: await start()
        case .shutDown: await recorder.change(lives, .mayClear) { _ in await root.shutdown() }
        }
    }

    /// Several tasks resolve from a child, which ends when they have.
    private func useInChild(_ declared: FlightDeclared) async {
        await withChildContainer(of: root) { _ in
        } operation: {
            let child = FlightContainer.shared
            await withDiscardingTaskGroup { group in
                for _ in 0..<3 { group.addTask { _ = try? await recorder.resolve(declared, from: child) } }
            }
        }
    }

    private func contribute() {
        let begin = recorder.clock.tick()
        root.parts.contribute { begin }
        let span = Span(begin, recorder.clock.tick())
        recorder.record { $0.contributions.append(span) }
    }

    private func assemble() {
        let begin = recorder.clock.tick()
        let parts = root.parts()
        let assembly = FlightHistory.Assembly(span: Span(begin, recorder.clock.tick()), parts: parts)
        recorder.record { $0.assemblies.append(assembly) }
    }

    /// Starts the container. If the flight fails, everything stops.
    private func start() async {
        let begin = recorder.clock.tick()
        await recorder.change(lives, .mayClear) { _ in
            await recorder.bind(to: root, begin) { try? await root.start(\.served) }
        }
        // It waits like a resolution.
        let use = FlightHistory.Use(
            place: root.place(.served),
            span: Span(begin, recorder.clock.tick()),
            outcome: .left
        )
        recorder.record { $0.uses.append(use) }
    }

    /// What a shutdown clears.
    private var lives: [FlightHistory.Place] { [root.place(.cached), root.place(.served)] }
}
