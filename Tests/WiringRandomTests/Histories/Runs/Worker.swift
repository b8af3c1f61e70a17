import Wiring
import WiringTestSupport

/// One thread or task of a run.
final class Worker: Sendable {
    let number: Int
    private let run: Run
    private let steps: [HistoryStep]
    /// The number of steps that it has done, to show where it hangs.
    private let done = AtomicWord()

    init(_ number: Int, of run: Run) {
        self.number = number
        self.run = run
        steps = run.world.program.steps[number]
    }

    /// Describes what it is doing.
    var state: String {
        let done = Int(done.alone)
        let state = done < steps.count ? "is at step \(done): \(steps[done])" : "is done"
        return "history \(run.world.program.seed): worker \(number) \(state)"
    }

    func work() {
        let recorder = Recorder(number, run.world)
        run.world.bind(recorder) {
            run.start?.arrive()
            for step in steps { perform(step, recorder) }
        }
        run.recorders.add(recorder)
    }

    func work() async {
        let recorder = Recorder(number, run.world)
        await run.world.bind(recorder) {
            for (index, step) in steps.enumerated() {
                perform(step, recorder)
                if index % 4 == 0 { await Task.yield() }
            }
        }
        run.recorders.add(recorder)
    }

    private func perform(_ step: HistoryStep, _ recorder: Recorder) {
        switch step.target {
        case .container(let number): perform(step.operation, in: run.containers[number], recorder)
        case .child(let number): perform(step.operation, in: run.children[number], recorder)
        case .temporaryChild(let number): perform(step.operation, in: run.children[number].makeChild(), recorder)
        case .changing: perform(step.operation, in: run.changing.withLock { $0 }, recorder)
        case .temporary: perform(step.operation, in: RecordedContainer(run.world), recorder)
        }
        done.addAlone(1)
    }

    private func perform(_ operation: HistoryOperation, in container: RecordedContainer, _ recorder: Recorder) {
        switch operation {
        case .resolve(let declared, let parameter): _ = container.resolve(declared, parameter, recorder)
        case .register(let declared):
            recorder.change(.register(declared), of: container.number) { container.register(declared, $0) }
        case .override(let declared):
            recorder.change(.override(declared), of: container.number) { container.override(declared, $0) }
        case .setContext(let declared):
            recorder.change(.setContext(declared), of: container.number) { container.setContext(declared, $0) }
        case .decorate(let declared):
            recorder.change(.decorate(declared), of: container.number) { container.decorate(declared, $0) }
        case .resetFactory(let declared, let options):
            recorder.change(.resetFactory(declared, options), of: container.number) { _ in
                container.reset(declared, options)
            }
        case .resetContainer(let options):
            recorder.change(.resetContainer(options), of: container.number) { _ in container.reset(options: options) }
        case .resetScope(let name):
            recorder.change(.resetScope(name), of: container.number) { _ in
                container.manager.reset(scope: run.world.scope(name))
            }
        case .resetSingletons(let name):
            let scope = name == .session ? run.world.session : run.world.singleton
            recorder.change(.resetSingletons(name), of: 0) { _ in scope.reset() }
        case .push: recorder.change(.push, of: container.number) { _ in container.manager.push() }
        case .pop: recorder.change(.pop, of: container.number) { _ in container.manager.pop() }
        case .setDefaultScope(let name): container.manager.defaultScope = name.map(run.world.scope)
        case .setArgument(true): FactoryContext.setArg("history", forKey: "history")
        case .setArgument(false): FactoryContext.removeArg(forKey: "history")
        case .observe(let isOn): container.decorator(isOn ? { _ in } : nil)
        case .inspect:
            _ = container.manager.isEmpty(.all)
            _ = run.world.singleton.clone()
            _ = container.manager.defaultScope
        case .move:
            let other = RecordedContainer(run.world)
            // The previous one is released outside of the lock.
            _ = run.changing.withLock { changing in
                defer { changing = other }
                return changing
            }
        }
    }
}
