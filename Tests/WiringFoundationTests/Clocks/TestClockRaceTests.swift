import Testing
import WiringFoundation

@Suite(.timeLimit(.minutes(10))) struct TestClockRaceTests {
    private func second(_ number: Int) -> TestClock.Instant { TestClock.Instant(offset: .seconds(number)) }

    /// Sleepers arrive while two tasks advance. When the clock has passed a deadline, its sleeper has been resumed or does not
    /// begin to sleep, so that no task is left.
    @Test func noSleeperIsLostThatArrivesDuringAdvance() async throws {
        for _ in 0..<200 {
            let (clock, barrier) = (TestClock(), Barrier(of: 8))
            try await withThrowingTaskGroup { group in
                for deadline in 1...6 {
                    group.addTask {
                        await barrier.wait()
                        try await clock.sleep(until: second(deadline))
                        #expect(clock.now >= second(deadline))
                    }
                }
                for _ in 1...2 {
                    group.addTask {
                        await barrier.wait()
                        await clock.advance(to: second(6), awaitingSleepers: 0)
                    }
                }
                try await group.waitForAll()
            }
            #expect(clock.deadlines.isEmpty)
            #expect(clock.now == second(6))
        }
    }

    /// Sleepers are cancelled while another task advances over their deadlines. Each ends once, with or without an error, and
    /// those that are not cancelled end without one.
    @Test func eachSleeperEndsOnceIfCancelledDuringAdvance() async {
        for _ in 0..<200 {
            let (clock, barrier) = (TestClock(), Barrier(of: 2))
            let sleepers = (1...6).map { deadline in
                Task { try await clock.sleep(until: second(deadline)) }
            }
            await clock.waitForSleepers(6)
            async let advanced: Void = {
                await barrier.wait()
                await clock.advance(to: second(6), awaitingSleepers: 0)
            }()
            await barrier.wait()
            for index in stride(from: 5, through: 1, by: -2) { sleepers[index].cancel() }
            await advanced
            for (index, sleeper) in sleepers.enumerated() {
                switch await sleeper.result {
                case .success: break
                case .failure(let error):
                    #expect(error is CancellationError)
                    #expect(!index.isMultiple(of: 2), "this task was not cancelled")
                }
            }
            #expect(clock.deadlines.isEmpty)
        }
    }

    /// A task is cancelled while it begins to sleep. Nobody advances, so that a missed cancellation would hang.
    @Test func cancellationDuringArrivalIsNotMissed() async {
        let clock = TestClock()
        for _ in 0..<500 {
            let barrier = Barrier(of: 2)
            let sleeper = Task {
                await barrier.wait()
                try await clock.sleep(for: .seconds(1))
            }
            await barrier.wait()
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        }
        #expect(clock.deadlines.isEmpty)
    }

    /// An advance waits for sleepers that arrive one after another, while another task waits for all of them.
    @Test func waitersSeeSleepersThatArriveConcurrently() async throws {
        for _ in 0..<200 {
            let (clock, barrier) = (TestClock(), Barrier(of: 5))
            try await withThrowingTaskGroup { group in
                for _ in 1...3 {
                    group.addTask {
                        await barrier.wait()
                        try await clock.sleep(for: .seconds(1))
                    }
                }
                group.addTask {
                    await barrier.wait()
                    await clock.advance(by: .seconds(1), awaitingSleepers: 3)
                }
                await barrier.wait()
                try await group.waitForAll()
            }
            #expect(clock.now == second(1))
            #expect(clock.deadlines.isEmpty)
        }
    }
}
