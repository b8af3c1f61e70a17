import Foundation
import Testing
import WiringTestSupport

@Suite struct RunTests {
    @Test func aRunRecordsResolutionsAndConstructions() async {
        for seed in UInt64(1)...20 {
            let program = HistoryProgram(seed: seed)
            let census = HistoryCensus()
            guard case .completed(let history) = await Run.outcome(of: program, census, within: Watchdog.timeLimit)
            else {
                Issue.record("history \(seed) hangs")
                return
            }
            let requested = program.steps.joined().count { if case .resolve = $0.operation { true } else { false } }
            let outermost = history.uses.count { $0.outermost == $0.span.begin }
            #expect(outermost >= requested)
            #expect(Set(history.uses.map(\.span.begin)).count == history.uses.count)
            let built = Set(history.uses.filter(\.isConstruction).map(\.instance))
            #expect(!built.isEmpty)
            #expect(Set(history.uses.map(\.instance)) == built)
            #expect(census.instances == 0)
        }
    }

    @Test func theWatchdogDetectsAWorkerThatDoesNotEnd() async {
        let ended = DispatchSemaphore(value: 0)
        ended.signal()
        #expect(await !Watchdog.hasSeen(2, ended, within: 0.01))
        ended.signal()
        ended.signal()
        #expect(await Watchdog.hasSeen(2, ended, within: Watchdog.timeLimit))
    }

    @Test func aWorkerDescribesItsState() {
        let program = HistoryProgram(seed: 1)
        let run = Run(World(program, HistoryCensus()))
        #expect(Worker(0, of: run).state == "history 1: worker 0 is at step 0: \(program.steps[0][0])")
    }

    @Test func aWorkerIsDoneAfterItsSteps() async {
        let program = HistoryProgram(seed: 1)
        let run = Run(World(program, HistoryCensus()))
        let workers = program.steps.indices.map { Worker($0, of: run) }
        #expect(await workers.work(onTasks: program.isOnTasks, within: Watchdog.timeLimit))
        #expect(workers.map(\.state) == program.steps.indices.map { "history 1: worker \($0) is done" })
        #expect(run.recorders.values.count == workers.count)
    }
}
