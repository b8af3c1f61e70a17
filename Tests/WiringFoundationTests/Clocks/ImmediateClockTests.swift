import Testing
import WiringFoundation

@Suite(.timeLimit(.minutes(10))) struct ImmediateClockTests {
    private let clock = ImmediateClock()

    private func second(_ number: Int) -> ImmediateClock.Instant { ImmediateClock.Instant(offset: .seconds(number)) }

    @Test func sleepMovesTimeAndReturns() async throws {
        try await clock.sleep(for: .seconds(3600))
        try await clock.sleep(for: .seconds(1))
        #expect(clock.now == second(3601))
        #expect(clock.minimumResolution == .zero)
    }

    @Test func earlierDeadlineDoesNotMoveTimeBack() async throws {
        try await clock.sleep(until: second(5))
        try await clock.sleep(until: second(3))
        #expect(clock.now == second(5))
    }

    @Test func cancelledTaskDoesNotSleep() async {
        let clock = clock
        let gate = AsyncStream<Void>.makeStream()
        let cancelled = Task {
            for await _ in gate.stream {}
            try await clock.sleep(for: .seconds(1))
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.now == second(0))
    }

    @Test @MainActor func loopLetsItsActorRunOtherTasks() async {
        let clock = clock
        var hasRun = false
        let loop = Task {
            while !hasRun { try await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
        }
        await Task { hasRun = true }.value
        await #expect(throws: Never.self) { try await loop.value }
    }

    @Test func concurrentSleepsAreNotLost() async throws {
        let clock = clock
        try await withThrowingTaskGroup { group in
            for deadline in 1...100 { group.addTask { try await clock.sleep(until: second(deadline)) } }
            try await group.waitForAll()
        }
        #expect(clock.now == second(100))
    }
}
