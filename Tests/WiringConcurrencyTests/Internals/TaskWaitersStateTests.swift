#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import Wiring
    import WiringTestSupport

    @testable import WiringAsync

    @Suite struct TaskWaitersStateTests {

        private var state = TaskWaiters.State<String>()
        private let task = Task {}

        private func isCancelled(_ entry: TaskWaiters.State<String>.Entry) -> Bool {
            if case .leave = entry { true } else { false }
        }

        private func hasNothing(_ entry: TaskWaiters.State<String>.Entry) -> Bool {
            if case .resume(.nothing) = entry { true } else { false }
        }

        @Test mutating func whoeverWaitsIsResumedOnce() {
            guard case .wait = state.enter(1, "first") else {
                Issue.record("no wait")
                return
            }
            let resumed = state.end(with: .failure(.cancellation))
            #expect(resumed == ["first"])
            #expect(state.hasEnded)
            let again = state.end(with: .nothing)
            #expect(again.isEmpty)
        }

        @Test mutating func whoeverComesLaterClaimsAgain() {
            _ = state.end(with: .failure(.cancellation))
            let entry = state.enter(1, "late")
            #expect(hasNothing(entry))
        }

        /// A closure that does not suspend has ended before its leader waits.
        @Test mutating func aLeaderTakesTheResultOnce() {
            state.lead(1, at: .medium)
            let early = state.take(1).map { _ in true }
            #expect(early == nil)
            let landed = state.land()
            #expect(landed)
            let others = state.end(with: .failure(.cancellation))
            #expect(others.isEmpty)
            guard case .nothing = state.takeOff(task, at: .medium) else {
                Issue.record("not finished")
                return
            }
            guard case .failure(let failure) = state.take(1), failure.error is CancellationError else {
                Issue.record("no result")
                return
            }
            let again = state.take(1).map { _ in true }
            #expect(again == nil)
        }

        @Test mutating func aLeaderThatWaitsTakesNothing() {
            state.lead(1, at: .medium)
            _ = state.enter(1, "leader", at: .medium)
            let resumed = state.end(with: .failure(.cancellation))
            #expect(resumed == ["leader"])
            let early = state.take(1).map { _ in true }
            #expect(early == nil)
        }

        @Test mutating func theResultIsNotKeptForALeaderThatWaits() {
            weak var result: Product?
            state.lead(1, at: .medium)
            _ = state.enter(1, "leader", at: .medium)
            do {
                let product = Product("product")
                result = product
                _ = state.end(with: .instance(StoredInstance.Strong(StoredInstance(product, scope: .singletons))))
            }
            #expect(result == nil)
        }

        /// Its cancellation comes before it waits, and when it has waited.
        @Test mutating func whoeverDoesNotWaitLeavesTheOthersTheirFlight() {
            state.lead(1, at: .medium)
            _ = state.takeOff(task, at: .medium)
            for leaderWaits in [false, true] {
                if leaderWaits { _ = state.enter(1, "leader", at: .medium) }
                let departure = state.leave(2)
                #expect(departure.waiter == nil && departure.task == nil)
                #expect(state.isUnderway)
            }
        }

        @Test mutating func theLastWaiterThatLeavesCancelsTheTask() {
            state.lead(1, at: .medium)
            _ = state.takeOff(task, at: .medium)
            _ = state.enter(2, "waiter", at: .medium)
            let (first, last) = (state.leave(1), state.leave(2))
            #expect(first.waiter == nil && first.task == nil)
            #expect(last.waiter == "waiter" && last.task == task)
            #expect(state.hasEnded)
            let hasLanded = state.land()
            #expect(!hasLanded)
            let late = state.enter(3, "waiter")
            #expect(hasNothing(late))
        }

        @Test mutating func aWaiterCannotAbandonAFlightThatHasLanded() {
            state.lead(1, at: .medium)
            _ = state.land()
            let departure = state.leave(1)
            #expect(departure.waiter == nil && departure.task == nil)
            #expect(!state.hasEnded)
            #expect(!state.isUnderway)
            // It waits for the little that remains.
            guard case .wait = state.enter(2, "waiter", at: .medium) else {
                Issue.record("no wait")
                return
            }
        }

        @Test mutating func aLeaderThatIsCancelledBeforeTheTaskIsKnownCancelsIt() {
            state.lead(1, at: .medium)
            let entry = state.enter(1, "waiter", isCancelled: true)
            #expect(isCancelled(entry))
            guard case .cancel = state.takeOff(task, at: .medium) else {
                Issue.record("not cancelled")
                return
            }
        }

        @Test mutating func aLeaderThatHasAbandonedTheFlightDoesNotClaimAgain() {
            state.lead(1, at: .medium)
            _ = state.takeOff(task, at: .medium)
            let departure = state.leave(1)
            #expect(departure.waiter == nil && departure.task == task)
            guard case .leave(nil) = state.enter(1, "leader", at: .medium, isCancelled: true) else {
                Issue.record("has not left")
                return
            }
        }

        @Test mutating func aCancelledWaiterLeavesTheOthersTheirFlight() {
            state.lead(1, at: .medium)
            guard case .leave(nil) = state.enter(2, "waiter", at: .medium, isCancelled: true) else {
                Issue.record("has not left")
                return
            }
            #expect(state.isUnderway)
        }

        // leader            waiter
        // claims
        //                   waits
        //                   is cancelled
        // is known
        @Test(arguments: [true, false])
        mutating func aWaiterThatLeavesBeforeTheLeaderIsKnownLeavesItTheFlight(hasWaited: Bool) {
            let waiter = state.enter(2, "waiter", at: .medium, isCancelled: !hasWaited)
            #expect(isCancelled(waiter) == !hasWaited)
            #expect(state.leave(2).waiter == (hasWaited ? "waiter" : nil))
            #expect(state.isUnderway)
            state.lead(1, at: .medium)
            guard case .nothing = state.takeOff(task, at: .medium) else {
                Issue.record("cancelled")
                return
            }
            #expect(state.leave(1).task == task)
        }

        @Test mutating func aMoreUrgentWaiterBeforeTheLeaderIsKnownRaisesThePriority() {
            _ = state.enter(2, "waiter", at: .high)
            state.lead(1, at: .low)
            guard case .escalate(.high) = state.takeOff(task, at: .low) else {
                Issue.record("not raised")
                return
            }
        }

        @Test mutating func aMoreUrgentWaiterRaisesThePriority() {
            state.lead(1, at: .low)
            guard case .wait = state.enter(2, "waiter", at: .high) else {
                Issue.record("the task is not known yet")
                return
            }
            guard case .escalate(.high) = state.takeOff(task, at: .low) else {
                Issue.record("not raised")
                return
            }
            let again = state.raise(to: .medium)
            #expect(again == nil)
            guard case .wait = state.enter(3, "waiter", at: .high) else {
                Issue.record("raised again")
                return
            }
        }
    }
#endif
