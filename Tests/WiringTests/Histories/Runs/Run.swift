/// One run of a program: its containers, and who works on them.
final class Run: Sendable {
    let world: World
    let containers: [RecordedContainer]
    /// A container that is replaced by others.
    let changing: Locked<RecordedContainer>
    /// Holds threads back until all are there. Tasks would wait for each other.
    let start: Barrier?
    /// Those of the workers that are through.
    let recorders = Collection<Recorder>()

    init(_ world: World) {
        self.world = world
        containers = (0..<world.program.containers).map { _ in RecordedContainer(world) }
        changing = Locked(RecordedContainer(world))
        start = world.program.isOnTasks ? nil : Barrier(world.program.steps.count)
    }

    /// How a run ended.
    enum Outcome: Sendable {
        case through(History)
        /// It did not: what each worker was doing.
        case hanging([String])
    }

    /// Runs a program. Nothing of it is left afterwards, if it came to its end.
    ///
    /// - Parameter seconds: The time after which it is taken to hang.
    static func outcome(of program: HistoryProgram, _ census: HistoryCensus, within seconds: Double) async -> Outcome {
        let run = Run(World(program, census))
        let workers = program.steps.indices.map { Worker($0, of: run) }
        guard await workers.work(onTasks: program.isOnTasks, within: seconds) else {
            return .hanging(workers.map(\.state))
        }
        var history = History(keeping: program.keeping)
        for recorder in run.recorders.values {
            history.uses += recorder.uses
            history.changes += recorder.changes
        }
        return .through(history)
    }
}
