#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring
    @testable import WiringLifecycle

    /// The state of a container's start, without tasks.
    @Suite(.timeLimit(.minutes(10))) struct LifecycleStateTests {
        private let lifecycle = Lifecycle(.byTest(isRun: false), of: ContainerManager.silent())

        /// - Parameter containers: The numbers of its container and that container's parents. The state is that of container 1.
        private func node(in containers: [UInt64] = [1], needs dependencies: [FollowerHandle] = []) -> LifecycleNode {
            let site = Declaration.Site(key: "service", fileID: "App/Service.swift", line: 1, column: 1)
            let declaration = Declaration(site, product: Int.self, parameter: Void.self)
            let step = PathStep(declaration: declaration, container: Container.self, number: 0)
            return LifecycleNode(step, in: containers, dependencies: dependencies)
        }

        /// A state in which named dependencies are being resolved and started.
        private func starting(isRun: Bool) -> LifecycleState {
            var state = LifecycleState(.byTest(isRun: isRun), of: 1)
            let mayStart = state.beginStart()
            #expect(mayStart)
            return state
        }

        @Test func whatIsAdmittedWhileNamedDependenciesAreResolvedStartsAfterwards() {
            var state = starting(isRun: true)
            _ = state.beginStart()
            let (first, second) = (node(), node())
            let admissions = [state.admit(first, storedIn: nil), state.admit(second, storedIn: nil)]
            #expect(admissions == [.wait, .wait])
            let (early, late) = (state.endResolving(), state.endResolving())
            #expect(early.isEmpty)
            #expect(late.map { $0 === first } == [true, false])
            let admission = state.admit(node(), storedIn: nil)
            #expect(admission == .start)
        }

        @Test func theFirstErrorEndsARun() {
            var state = LifecycleState(.byTest(isRun: true), of: 1)
            guard case .thrown(let cancelled) = state.fail(Broken("first"), of: node(), from: .hook(.onRun)) else {
                Issue.record("not thrown"); return
            }
            #expect(cancelled.isEmpty)
            guard case .ignored = state.fail(Broken("second"), of: node(), from: .elsewhere) else {
                Issue.record("not ignored"); return
            }
            #expect(state.failure as? Broken == Broken("first"))
        }

        @Test func anErrorDuringAStartCancelsTheOtherStarts() {
            var state = starting(isRun: false)
            _ = state.endResolving()
            _ = state.admit(node(), storedIn: nil)
            guard case .thrown(let cancelled) = state.fail(Broken(), of: node(), from: .hook(.onRun)) else {
                Issue.record("not thrown"); return
            }
            #expect(cancelled.count == 1)
            let error = state.endStart(isCancelled: false)
            #expect(error as? Broken == Broken())
        }

        @Test func anErrorAfterAStartIsReported() {
            var state = starting(isRun: false)
            _ = state.endResolving()
            let error = state.endStart(isCancelled: false)
            #expect(error == nil)
            guard case .reported = state.fail(Broken(), of: node(), from: .hook(.onRun)) else {
                Issue.record("not reported")
                return
            }
            #expect(state.failure == nil)
        }

        /// A start that the container has cancelled did not fail on its own.
        @Test func aCancellationThatReachesNoCallerIsReportedOnlyIfAHookHasThrownIt() {
            var state = starting(isRun: true)
            guard case .ignored = state.fail(CancellationError(), of: node(in: [2, 1]), from: .elsewhere) else {
                Issue.record("not ignored"); return
            }
            guard case .reported = state.fail(CancellationError(), of: node(in: [2, 1]), from: .hook(.onRun)) else {
                Issue.record("not reported")
                return
            }
            guard case .thrown = state.fail(CancellationError(), of: node(), from: .elsewhere) else {
                Issue.record("not thrown"); return
            }
            guard case .ignored = state.fail(CancellationError(), of: node(), from: .hook(.onRun)) else {
                Issue.record("not ignored")
                return
            }
            guard case .reported = state.fail(Broken(), of: node(), from: .hook(.onRun)) else {
                Issue.record("not reported")
                return
            }
        }

        /// One that fails meanwhile ends like the others, because the end of a child may wait for it.
        @Test func theInstancesThatStopAreThoseOfTheEndAndThoseThatAreTakenOverMeanwhile() {
            var state = starting(isRun: true)
            _ = state.endResolving()
            let (own, failing, taken) = (node(), node(), node())
            for node in [own, failing] { _ = state.admit(node, storedIn: nil) }
            let nodes = state.beginEnd()?.nodes ?? []
            state.remove(failing)
            #expect(!state.isStoppingInstances)
            state.adopt(taken, storedIn: [])
            let stopping = state.beginStop(of: nodes)
            #expect(stopping.map(ObjectIdentifier.init) == [own, failing, taken].map(ObjectIdentifier.init))
            #expect(state.isStoppingInstances)
        }

        @Test func aStopBeginsOnceAndRefusesWhatComesLater() {
            var state = starting(isRun: true)
            _ = state.endResolving()
            _ = state.admit(node(), storedIn: nil)
            let (first, second) = (state.beginEnd(), state.beginEnd())
            #expect(first?.nodes.count == 1)
            #expect(second?.nodes == nil)
            let (admission, mayStart) = (state.admit(node(), storedIn: nil), state.beginStart())
            #expect(admission == .refuse)
            #expect(!mayStart)
            guard case .ignored = state.fail(Broken(), of: node(), from: .elsewhere) else {
                Issue.record("not ignored")
                return
            }
            let error = state.endStart(isCancelled: false)
            #expect((error as? LifecycleError)?.reason == .shutDown)
        }

        // MARK: - Nodes

        @Test func aNodeIsAdmittedOnce() {
            let node = node()
            #expect(!node.isAdmitted)
            #expect(node.admit(LifecycleHooks(), by: lifecycle))
            #expect(!node.admit(LifecycleHooks(), by: lifecycle))
            #expect(node.isAdmitted)
        }

        /// Each lifecycle that hands instances over notes their dependents.
        @Test func aDependentThatIsNotedSeveralTimesIsOne() {
            let needed = node()
            let dependent = node(needs: [FollowerHandle(needed)])
            dependent.noteAsDependent(of: lifecycle)
            dependent.noteAsDependent()
            #expect(needed.dependentsElsewhere.map { $0 === dependent } == [true])
            needed.refuseDependents()
            dependent.noteAsDependent()
            #expect(needed.outlives(dependent))
        }

        /// Without an `onStart` closure, the instance stops all the same.
        @Test(arguments: [true, false]) func aStartThatIsCancelledBeforeItBeginsFails(hasClosure: Bool) async {
            let node = node()
            let start: @Sendable () async throws -> Void = {}
            #expect(node.admit(LifecycleHooks(start: hasClosure ? start : nil), by: lifecycle))
            node.cancelStart()
            node.begin { _ in
                Issue.record("begun")
                return Task {}
            }
            let error = await #expect(throws: LifecycleError.self) { try await node.started.value.get() }
            #expect(error?.reason == .shutDown)
            #expect((node.beginStop() == nil) == hasClosure)
        }

        @Test func childrenEndBeforeTheContainerAndWithTheirOwnChildren() {
            var state = starting(isRun: true)
            _ = state.endResolving()
            let (request, session, other) = (node(in: [2, 1]), node(in: [3, 2, 1]), node(in: [4, 1]))
            for node in [request, session, other] { _ = state.admit(node, storedIn: nil) }
            guard case .reported = state.fail(Broken(), of: node(in: [2, 1]), from: .hook(.onRun)) else {
                Issue.record("not reported"); return
            }
            let end = state.end([2, 1])
            #expect(
                Set(end.nodes.map(ObjectIdentifier.init)) == [ObjectIdentifier(request), ObjectIdentifier(session)]
            )
            let ending = end.stopped
            #expect(ending != nil)
            // The others wait for the same.
            let (again, nested) = (state.end([2, 1]), state.end([3, 2, 1]))
            #expect(again.nodes.isEmpty && !again.isPartOfShutdown && again.earlier.contains { $0.stopped === ending })
            #expect(nested.nodes.isEmpty && nested.earlier.count == 1)
            let refusals = [
                state.admit(node(in: [2, 1]), storedIn: nil), state.admit(node(in: [5, 2, 1]), storedIn: nil),
            ]
            #expect(refusals == [.refuse, .refuse])
            guard case .ignored = state.fail(Broken(), of: node(in: [3, 2, 1]), from: .elsewhere) else {
                Issue.record("not ignored")
                return
            }
            #expect(state.nodes.count == 1)
            let stop = state.beginEnd()
            #expect(stop?.nodes.count == 1)
            #expect(stop?.endings.count == 1)
            let remaining = state.end([4, 1])
            #expect(remaining.nodes.count == 1 && remaining.isPartOfShutdown)
            let stopped = state.endStop(of: 2)
            #expect(stopped.refused.count == 2 && stopped.stopped === ending)
            let last = state.end([2, 1])
            #expect(last.nodes.isEmpty && last.earlier.isEmpty)
            #expect(state.failure == nil)
        }

        @Test func anInstanceThatHasEndedIsForgotten() {
            var state = LifecycleState(.byTest(isRun: false), of: 1)
            let (own, request, session) = (node(), node(in: [2, 1]), node(in: [3, 2, 1]))
            for node in [own, request, session] { _ = state.admit(node, storedIn: nil) }
            state.remove(own)
            state.remove(session)
            #expect(state.nodes.map { $0 === request } == [true])
            let end = state.end([3, 2, 1])
            #expect(end.nodes.isEmpty)
            state.remove(request)
            #expect(state.nodes.isEmpty)
        }

        /// A caller that finds it later evicts it.
        @Test func whatIsRefusedCountsAsStopped() async {
            let (duringStop, afterStop) = (node(), node())
            let stopping = LifecycleHooks(stop: {
                lifecycle.admit(FollowerHandle(duringStop), LifecycleHooks(), isKept: true, storedIn: nil) {
                    false
                }
            })
            try? lifecycle.beginStart()
            try? await lifecycle.start(lifecycle.origin, stopsAll: false) {
                let handle = FollowerHandle(node())
                lifecycle.admit(handle, stopping, isKept: false, storedIn: nil) { false }
                return [handle]
            }
            await lifecycle.stop()
            lifecycle.admit(FollowerHandle(afterStop), LifecycleHooks(), isKept: true, storedIn: nil) { false }
            #expect(duringStop.isOver)
            #expect(afterStop.isOver)
            #expect(!afterStop.isAdmitted)
        }

        /// Repeats a check until no other test has ended an instance meanwhile.
        ///
        /// - Returns: The number of ends.
        private func withoutOtherEnds(_ check: (_ ends: UInt64) -> Void) -> UInt64 {
            while true {
                let ends = FollowerMarks.ends
                check(ends)
                if FollowerMarks.ends == ends { return ends }
            }
        }

        @Test func aCheckOfOneNodeServesItsDependenciesUntilTheNextEnd() {
            let base = node()
            let middle = [node(needs: [FollowerHandle(base)]), node(needs: [FollowerHandle(base)])]
            let top = node(needs: middle.map { FollowerHandle($0) })
            var isOver = true
            let ends = withoutOtherEnds { _ in isOver = top.isOver }
            #expect(!isOver)
            #expect(([base, top] + middle).allSatisfy { $0.marks.isChecked(at: ends) })
            base.marks.setEnded()
            #expect(top.isOver)
            #expect(middle.allSatisfy { $0.isOver })
        }

        /// Otherwise each hit of a layered graph would walk all layers below.
        @Test func aCheckEndsAtANodeThatHasBeenChecked() {
            let base = node()
            let middle = node(needs: [FollowerHandle(base)])
            let top = node(needs: [FollowerHandle(middle)])
            base.marks.setEnded()
            var isOver = true
            // As if the base had ended later. What is found shows whether the check meets it.
            _ = withoutOtherEnds {
                middle.marks.noteCheck(at: $0)
                isOver = top.dependsOnEnded
            }
            #expect(!isOver)
            node().marks.setEnded()
            #expect(top.isOver)
        }

        @Test func whatWaitsForAFailedStartReceivesItsError() async throws {
            struct Failed: Error {}
            let lifecycle = Lifecycle(.byTest(isRun: true), of: ContainerManager.silent())
            let first = FollowerHandle(node())
            let second = node(needs: [first])
            let mayFail = AsyncGate()
            let failing = LifecycleHooks(start: {
                await mayFail.pass()
                throw Failed()
            })
            try lifecycle.beginStart()
            await #expect(throws: Failed.self) {
                try await lifecycle.start(lifecycle.origin, stopsAll: false) {
                    let handle = FollowerHandle(second)
                    lifecycle.admit(first, failing, isKept: true, storedIn: nil) { false }
                    lifecycle.admit(handle, LifecycleHooks(), isKept: true, storedIn: nil) { false }
                    mayFail.open()
                    return [handle]
                }
            }
            await #expect(throws: Failed.self) { try await second.started.value.get() }
        }

        @Test func aNodeStopsOnce() async throws {
            let node = node()
            #expect(node.admit(LifecycleHooks(), by: lifecycle))
            node.begin { _ in Task {} }
            #expect(node.isStarting)
            node.end()
            try await node.started.value.get()
            #expect(node.beginStop() != nil)
            #expect(node.beginStop() == nil)
        }

        /// The lifecycle that has it is stopping.
        @Test func aNodeWhoseHandleIsGoneDoesNotMove() async {
            let (node, other) = (node(), Lifecycle(.byTest(isRun: false), of: ContainerManager.silent()))
            await lifecycle.stop()
            #expect(node.admit(LifecycleHooks(), by: lifecycle))
            node.begin { _ in Task {} }
            node.end()
            #expect(node.move(to: other))
            #expect(node.move(to: lifecycle))
            node.letGo()
            #expect(!node.move(to: other))
        }

        @Test func aNodeHasEachDependencyOnce() {
            let other = FollowerHandle(node())
            #expect(node(needs: [other, other]).dependencies.count == 1)
        }

        // MARK: - Waiting

        /// A hook may end as its time does.
        @Test func anEventualValueIsSetOnce() async {
            let value = Eventual<Int>()
            value.set(1)
            value.set(2)
            #expect(await value.value == 1)
        }

        /// The metrics wait for the database, as a caller does that resolves it asynchronously.
        @Test @MainActor func anAsynchronousCallerWaitsForTheStart() async throws {
            let plant = Plant()
            let (starting, mayStart) = (AsyncGate(), AsyncGate())
            plant.on("starting database") {
                starting.open()
                await mayStart.pass()
            }
            try await plant.run {
                _ = plant.database()
                let stored = try #require(plant.storedDatabase)
                await starting.pass()
                let caller = await suspended {
                    for handle in stored.followers { try await handle.follower.awaitReadiness(isCancellable: false) }
                    plant.events.add("continuing")
                }
                plant.events.add("opening")
                mayStart.open()
                try await caller.value
                #expect(
                    plant.events.values == ["starting database", "opening", "started database", "continuing"]
                )
            }
        }

        /// The database waits for itself, as a caller does that resolves it within its start.
        @Test func aStartDoesNotWaitForItself() async throws {
            let plant = Plant()
            plant.on("starting database") {
                let stored = try #require(plant.storedDatabase)
                await #expect(throws: LifecycleError.self) {
                    for handle in stored.followers { try await handle.follower.awaitReadiness(isCancellable: false) }
                }
            }
            try await plant.run(\.database) {}
            #expect(plant.events.values.count == 4)
        }
    }

    extension StartCall {
        fileprivate static func byTest(isRun: Bool) -> Self {
            Self(isRun: isRun, container: Container.self, site: .unknown)
        }
    }

    extension Plant {
        fileprivate var storedDatabase: StoredInstance.Strong? {
            manager.slots.find(database.declaration)?.object.snapshot().stored
                .map { StoredInstance.Strong($0) }
        }
    }
#endif
