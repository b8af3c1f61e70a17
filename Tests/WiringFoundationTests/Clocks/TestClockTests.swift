import Testing
import WiringFixtures
import WiringFoundation
import WiringLifecycle
import WiringModules
import WiringTesting

@Suite(.timeLimit(.minutes(10)), .failuresOnly) struct TestClockTests {
    private let clock = TestClock()

    private func second(_ number: Int) -> TestClock.Instant { TestClock.Instant(offset: .seconds(number)) }

    // MARK: - Time

    @Test func timeMovesOnlyByAdvancing() async {
        #expect(clock.now == second(0))
        await clock.advance(by: .seconds(2))
        #expect(clock.now == second(2))
        await clock.advance(to: second(5))
        #expect(clock.now == second(5))
        await clock.advance(to: second(5))
        #expect(clock.now == second(5))
        #expect(clock.minimumResolution == .zero)
    }

    @Test func sleepUntilCurrentTimeReturnsImmediately() async throws {
        await clock.advance(by: .seconds(2))
        try await clock.sleep(until: second(2))
        try await clock.sleep(until: second(1))
        try await clock.sleep(for: .zero)
    }

    @Test func sleepEndsAtItsDeadlineAndNotBefore() async throws {
        let clock = clock
        let ends = Task {
            try await clock.sleep(for: .seconds(2))
            return clock.now
        }
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(1999))
        #expect(clock.deadlines == [second(2)])
        await clock.advance(by: .milliseconds(1))
        #expect(try await ends.value == second(2))
        #expect(clock.deadlines.isEmpty)
    }

    @Test func advancingByNothingLeavesTheClock() async {
        let clock = clock
        let sleeps = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        await clock.advance()
        #expect(clock.now == second(0))
        #expect(clock.deadlines == [second(1)])
        sleeps.cancel()
    }

    // `TestClockStateTests` compare the order in which they are resumed. The scheduler determines the order in which they continue.
    @Test func sleepersAreResumedAtTheirDeadlines() async throws {
        let (clock, woken) = (clock, Collected<String>())
        var tasks: [(deadline: Int, task: Task<Void, any Error>)] = []
        for (index, deadline) in [3, 1, 2, 1, 3].enumerated() {
            let task = Task {
                try await clock.sleep(until: second(deadline))
                woken.add("\(deadline): \(index)")
            }
            tasks.append((deadline, task))
            await clock.waitForSleepers(index + 1)
        }
        for (deadline, expected) in [(1, ["1: 1", "1: 3"]), (2, ["2: 2"]), (3, ["3: 0", "3: 4"])] {
            await clock.advance(to: second(deadline), awaitingSleepers: 0)
            for (_, task) in tasks.filter({ $0.deadline == deadline }) { try await task.value }
            #expect(woken.values.suffix(expected.count).sorted() == expected)
        }
        #expect(woken.values.count == 5)
    }

    @Test func existentialClockSleeps() async throws {
        let clock = clock
        let anyClock: any Clock<Duration> = clock
        let sleeps = Task { try await anyClock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        try await sleeps.value
    }

    // MARK: - Loops

    @Test func loopIsResumedForEachSecondOfAdvance() async {
        let (clock, ticks) = (clock, Collected<TestClock.Instant>())
        let loop = Task {
            while true {
                try await clock.sleep(for: .seconds(1))
                ticks.add(clock.now)
            }
        }
        await clock.advance(by: .seconds(3), awaitingSleepers: 1)
        await clock.waitForSleepers()
        #expect(ticks.values == [second(1), second(2), second(3)])
        loop.cancel()
        await #expect(throws: CancellationError.self) { try await loop.value }
    }

    @Test func twoLoopsAreResumedInOrderOfTheirDeadlines() async {
        let (clock, ticks) = (clock, Collected<String>())
        let loops = [2, 3].map { period in
            Task {
                while true {
                    try await clock.sleep(for: .seconds(period))
                    ticks.add("\(period) at \(clock.now)")
                }
            }
        }
        await clock.advance(by: .seconds(5), awaitingSleepers: 2)
        await clock.waitForSleepers(2)
        #expect(ticks.values == ["2 at 2.0 seconds", "3 at 3.0 seconds", "2 at 4.0 seconds"])
        for loop in loops { loop.cancel() }
    }

    @Test @MainActor func plainAdvanceLetsTasksOfItsActorArrive() async {
        let clock = clock
        var ticks: [TestClock.Instant] = []
        let loop = Task {
            while true {
                try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
                ticks.append(clock.now)
            }
        }
        await clock.advance(by: .seconds(3))
        #expect(ticks == [second(1), second(2), second(3)])
        loop.cancel()
    }

    /// A ticker, whose task sleeps, feeds a stream, whose elements a model of the main actor counts with a further task. Nothing says when
    /// the model has counted a tick.
    @Test @MainActor func plainAdvanceLetsTheReceiversOfATickArrive() async {
        for _ in 0..<25 {
            let (clock, count) = (TestClock(), Collected<Int>())
            let (ticks, continuation) = AsyncStream<Void>.makeStream()
            let ticker = Task.detached {
                while true {
                    try await clock.sleep(for: .seconds(1))
                    continuation.yield()
                }
            }
            let model = Task {
                for await _ in ticks { await Task { @MainActor in count.add(1) }.value }
            }
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(3))
            #expect(count.values.count == 3)
            ticker.cancel()
            model.cancel()
        }
    }

    @Test @MainActor func runEndsWhenNoTaskSleeps() async {
        let clock = clock
        var ticks: [TestClock.Instant] = []
        Task {
            for seconds in [1, 10, 100] {
                try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)))
                ticks.append(clock.now)
            }
        }
        await clock.run()
        #expect(ticks == [second(1), second(11), second(111)])
        #expect(clock.now == second(111))
    }

    // MARK: - Cancellation

    @Test func cancelledSleeperThrowsAndNoLongerSleeps() async {
        let clock = clock
        let (cancelled, other) = (
            Task { try await clock.sleep(for: .seconds(1)) }, Task { try await clock.sleep(for: .seconds(1)) }
        )
        await clock.waitForSleepers(2)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.deadlines == [second(1)])
        await clock.advance(by: .seconds(1))
        await #expect(throws: Never.self) { try await other.value }
    }

    @Test func cancelledTaskDoesNotBeginToSleep() async {
        let clock = clock
        let gate = AsyncStream<Void>.makeStream()
        let cancelled = Task {
            for await _ in gate.stream {}
            try await clock.sleep(for: .seconds(1))
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.deadlines.isEmpty)
    }

    @Test func resumedSleeperCanCancelAnotherWhileClockAdvances() async throws {
        let clock = clock
        let second = Task { try await clock.sleep(for: .seconds(2)) }
        let first = Task {
            try await clock.sleep(for: .seconds(1))
            second.cancel()
            try await clock.sleep(for: .seconds(2))
            return clock.now
        }
        await clock.waitForSleepers(2)
        await clock.advance(by: .seconds(1))
        await #expect(throws: CancellationError.self) { try await second.value }
        await clock.advance(by: .seconds(2), awaitingSleepers: 1)
        #expect(try await first.value == self.second(3))
    }

    // first                    cancelled        advance to 2
    // sleeps until 1           sleeps until 2
    //                                           moves to 1, waits for three sleepers
    // cancels
    //                          throws
    // sleeps until 2 and 3
    //                                           moves to 2
    @Test func resumedSleeperCanCancelAnotherAndSleepAgainDuringAdvance() async throws {
        let (clock, woken) = (clock, Collected<Int>())
        let cancelled = Task { try await clock.sleep(until: second(2)) }
        let last = Task {
            try await clock.sleep(until: second(4))
            woken.add(4)
        }
        let first: Task<[Task<Void, any Error>], any Error> = Task {
            try await clock.sleep(until: second(1))
            woken.add(1)
            cancelled.cancel()
            return [2, 3].map { deadline in
                Task {
                    try await clock.sleep(until: second(deadline))
                    woken.add(deadline)
                }
            }
        }
        await clock.advance(to: second(2), awaitingSleepers: 3)
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let sleeps = try await first.value
        try await sleeps[0].value
        #expect(clock.deadlines == [second(3), second(4)])
        await clock.advance(to: second(3), awaitingSleepers: 2)
        try await sleeps[1].value
        #expect(clock.deadlines == [second(4)])
        await clock.advance(to: second(4), awaitingSleepers: 1)
        try await last.value
        #expect(woken.values == [1, 2, 3, 4])
    }

    // MARK: - Misuse

    @Test func advancingBackwardsIsAnIssueAtItsLine() async throws {
        await clock.advance(by: .seconds(2))
        try await withIssue(
            "Wiring: TestClock cannot advance by -1.0 seconds: time does not move back. Pass a duration of zero or more.",
            at: #line + 2
        ) {
            await clock.advance(by: .seconds(-1))
        }
        try await withIssue(
            "Wiring: TestClock cannot advance to 1.0 seconds: it is at 2.0 seconds already. "
                + "Pass a later instant, or call `advance(by:)`.",
            at: #line + 2
        ) {
            await clock.advance(to: second(1))
        }
        #expect(clock.now == second(2))
    }

    @Test func cancelledWaitForSleepersIsAnIssueAtItsLine() async throws {
        let clock = clock
        try await withIssue(
            "Wiring: TestClock waited for 1 sleeper until its task was cancelled; no task slept.",
            "Check that the code under test sleeps on this clock, or wait for fewer sleepers.",
            at: #line + 2
        ) {
            let waits = Task { await clock.waitForSleepers() }
            waits.cancel()
            await waits.value
        }
    }

    @Test func cancelledAdvanceIsAnIssueAtItsLineAndStaysWhereItIs() async throws {
        let clock = clock
        let sleeper = Task { try await clock.sleep(for: .seconds(7)) }
        await clock.waitForSleepers()
        try await withIssue(
            "Wiring: TestClock waited for 2 sleepers until its task was cancelled; 1 sleeper slept, until 7.0 seconds.",
            "Check that the code under test sleeps on this clock, or wait for fewer sleepers.",
            at: #line + 2
        ) {
            let advances = Task { await clock.advance(by: .seconds(9), awaitingSleepers: 2) }
            advances.cancel()
            await advances.value
        }
        #expect(clock.now == second(0))
        sleeper.cancel()
    }

    @Test func cancelledRunIsAnIssueAtItsLine() async throws {
        let clock = clock
        let sleeper = Task { try await clock.sleep(for: .seconds(7)) }
        await clock.waitForSleepers()
        try await withIssue(
            "Wiring: TestClock ran until its task was cancelled; 1 sleeper slept, until 7.0 seconds.",
            "A loop that keeps sleeping does not end by itself. Cancel it first, or call `advance(by:)`.",
            at: #line + 2
        ) {
            let runs = Task { await clock.run() }
            runs.cancel()
            await runs.value
        }
        sleeper.cancel()
    }
}
