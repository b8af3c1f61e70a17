import WiringTestSupport

/// One run of a program: its containers and its workers.
final class Run: Sendable {
    let world: World
    let containers: [RecordedContainer]
    /// A child of each container.
    let children: [RecordedContainer]
    /// A container that is replaced by others.
    let changing: Locked<RecordedContainer>
    /// Blocks threads until all have started; `nil` for tasks, which would wait for each other.
    let start: Barrier?
    /// The recorders of the workers that are done.
    let recorders = Collection<Recorder>()

    init(_ world: World) {
        self.world = world
        containers = (0..<world.program.containers).map { _ in RecordedContainer(world) }
        children = containers.map { $0.makeChild() }
        changing = Locked(RecordedContainer(world))
        start = world.program.isOnTasks ? nil : Barrier(world.program.steps.count)
    }

    /// How a run ended.
    enum Outcome: Sendable {
        case completed(History)
        /// The run did not end: what each worker was doing.
        case hanging([String])
    }

    /// Runs a program. If it ends, everything that it used is released.
    ///
    /// - Parameter seconds: The time after which the run counts as hanging.
    static func outcome(of program: HistoryProgram, _ census: HistoryCensus, within seconds: Double) async -> Outcome {
        let run = Run(World(program, census))
        let workers = program.steps.indices.map { Worker($0, of: run) }
        guard await workers.work(onTasks: program.isOnTasks, within: seconds) else {
            return .hanging(workers.map(\.state))
        }
        var history = History(storage: program.storage)
        history.parents = run.world.parents.withLock { $0 }
        for recorder in run.recorders.values {
            history.uses += recorder.uses
            history.changes += recorder.changes
        }
        return .completed(history)
    }
}
