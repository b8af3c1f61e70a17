#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import WiringFoundation

    @Suite struct TestClockStateTests {
        private typealias State = TestClockState<String, String>
        private var state = State()

        private func second(_ number: Int) -> TestClock.Instant { TestClock.Instant(offset: .seconds(number)) }

        /// Adds a sleeper, and returns its identifier and the waiters to resume; `nil` if it is due.
        @discardableResult
        private mutating func sleep(_ name: String, until second: Int) -> (id: UInt64, waiters: [String]?) {
            let id = state.makeID()
            switch state.sleep(name, id: id, until: self.second(second)) {
            case .asleep(let waiters): return (id, waiters)
            case .due: return (id, nil)
            }
        }

        /// The names that a step resumes, or what the step did instead.
        private mutating func step(to second: Int?, awaiting count: Int = 0) -> [String] {
            switch state.step(to: second.map { self.second($0) }, awaiting: count) {
            case .resume(let names): names
            case .wait: ["wait"]
            case .end: ["end"]
            }
        }

        @Test mutating func sleepersAreResumedByDeadlineAndArrival() {
            sleep("c", until: 3)
            sleep("a", until: 1)
            sleep("b", until: 2)
            sleep("a2", until: 1)
            #expect(state.deadlines == [second(1), second(1), second(2), second(3)])
            #expect(step(to: 2) == ["a", "a2"])
            #expect(state.now == second(1))
            #expect(step(to: 2) == ["b"])
            #expect(step(to: 2) == ["end"])
            #expect(state.now == second(2))
            #expect(state.deadlines == [second(3)])
        }

        @Test mutating func advanceWithoutSleepersMovesToItsTarget() {
            #expect(step(to: 5) == ["end"])
            #expect(state.now == second(5))
        }

        @Test mutating func advanceOvertakenByAnotherDoesNotMoveBack() {
            #expect(step(to: 5) == ["end"])
            #expect(step(to: 3) == ["end"])
            #expect(state.now == second(5))
        }

        /// ```
        /// a sleeper              an advance to 2
        ///                        step: no sleeper, ends
        /// sleeps until 2: due
        /// ```
        @Test mutating func sleeperThatArrivesAfterStepIsDue() {
            #expect(step(to: 2) == ["end"])
            #expect(sleep("a", until: 2).waiters == nil)
            #expect(state.deadlines.isEmpty)
        }

        /// ```
        /// a sleeper              an advance to 2
        /// sleeps until 2
        ///                        step: resumes it
        /// ```
        @Test mutating func sleeperThatArrivesBeforeStepIsResumed() {
            #expect(sleep("a", until: 2).waiters == [])
            #expect(step(to: 2) == ["a"])
        }

        @Test mutating func sleeperThatArrivesBetweenStepsIsResumedInOrder() {
            sleep("a", until: 1)
            sleep("c", until: 3)
            #expect(step(to: 3) == ["a"])
            sleep("b", until: 2)
            #expect(step(to: 3) == ["b"])
            #expect(step(to: 3) == ["c"])
        }

        /// ```
        /// cancellation           an advance to 1
        /// removes the sleeper
        ///                        step: no sleeper, ends
        /// ```
        @Test mutating func cancelledSleeperIsNotResumed() {
            let id = sleep("a", until: 1).id
            #expect(state.removeSleeper(id) == "a")
            #expect(step(to: 1) == ["end"])
        }

        /// ```
        /// cancellation           an advance to 1
        ///                        step: resumes the sleeper
        /// finds no sleeper
        /// ```
        @Test mutating func resumedSleeperIsNotCancelled() {
            let id = sleep("a", until: 1).id
            #expect(step(to: 1) == ["a"])
            #expect(state.removeSleeper(id) == nil)
        }

        @Test mutating func cancellationRemovesOnlyItsSleeper() {
            sleep("a", until: 1)
            let id = sleep("b", until: 1).id
            sleep("c", until: 1)
            #expect(state.removeSleeper(id) == "b")
            #expect(step(to: 1) == ["a", "c"])
        }

        @Test mutating func waiterIsResumedWhenEnoughSleep() {
            state.wait("one", id: state.makeID(), for: 1)
            state.wait("two", id: state.makeID(), for: 2)
            #expect(sleep("a", until: 1).waiters == ["one"])
            #expect(sleep("b", until: 1).waiters == ["two"])
            #expect(sleep("c", until: 1).waiters == [])
        }

        @Test mutating func removedWaiterIsNotResumed() {
            let id = state.makeID()
            state.wait("one", id: id, for: 1)
            #expect(state.removeWaiter(id) == "one")
            #expect(state.removeWaiter(id) == nil)
            #expect(sleep("a", until: 1).waiters == [])
        }

        @Test mutating func stepWaitsForSleepersUntilItReachesTarget() {
            sleep("a", until: 1)
            #expect(step(to: 1, awaiting: 2) == ["wait"])
            #expect(state.now == second(0))
            sleep("b", until: 3)
            #expect(step(to: 1, awaiting: 2) == ["a"])
            #expect(step(to: 1, awaiting: 2) == ["end"])
        }

        @Test mutating func stepWithoutTargetEndsWhenNoTaskSleeps() {
            sleep("b", until: 9)
            sleep("a", until: 1)
            #expect(step(to: nil) == ["a"])
            #expect(step(to: nil) == ["b"])
            #expect(step(to: nil) == ["end"])
            #expect(state.now == second(9))
        }
    }
#endif
