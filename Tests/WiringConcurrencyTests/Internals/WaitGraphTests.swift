#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring
    @testable import WiringAsync

    @Suite struct WaitGraphTests {
        private func step(_ name: StaticString) -> PathStep {
            PathStep(
                declaration: Declaration(
                    Declaration.Site(key: name, fileID: "Module/File.swift", line: 1, column: 1),
                    product: Int.self,
                    parameter: Void.self
                ),
                container: Container.self,
                number: 0
            )
        }

        private func cycle(_ body: () throws(WaitGraph.Cycle) -> Void) -> [String]? {
            do {
                try body()
                return nil
            } catch {
                return error.path.map(\.declaration.site.key.description)
            }
        }

        @Test func aThreadThatWaitsForItsOwnConstructionIsACycle() {
            var waits = WaitGraph()
            let flight = Flight(builder: 1)
            let cycle = cycle { () throws(WaitGraph.Cycle) in
                try waits.begin(1, for: flight, path: [step("outer"), step("a"), step("b"), step("a")])
            }
            #expect(cycle == ["a", "b", "a"])
        }

        @Test func aChainIsNotACycle() throws {
            var waits = WaitGraph()
            try waits.begin(1, for: Flight(builder: 2), path: [step("a"), step("b")])
            try waits.begin(2, for: Flight(builder: 3), path: [step("b"), step("c")])
        }

        // One builds a and waits for b. Two builds b and waits for c. Three builds c and needs a.
        @Test func threeThreadsThatWaitForEachOtherAreACycle() throws {
            var waits = WaitGraph()
            try waits.begin(1, for: Flight(builder: 2), path: [step("a"), step("x"), step("b")])
            try waits.begin(2, for: Flight(builder: 3), path: [step("outer"), step("b"), step("c")])
            let cycle = cycle { () throws(WaitGraph.Cycle) in
                try waits.begin(3, for: Flight(builder: 1), path: [step("c"), step("y"), step("a")])
            }
            #expect(cycle == ["c", "y", "a", "x", "b", "c"])
        }

        @Test func aThreadThatHasFinishedWaitingIsNotPartOfACycle() throws {
            var waits = WaitGraph()
            try waits.begin(1, for: Flight(builder: 2), path: [step("a"), step("b")])
            waits.end(1)
            try waits.begin(2, for: Flight(builder: 1), path: [step("b"), step("a")])
        }

        // One has built b, and two is about to resume. One now waits for what two builds.
        @Test func aThreadThatWaitsForAFinishedConstructionIsNotPartOfACycle() throws {
            var waits = WaitGraph()
            let finished = Flight(builder: 1)
            try waits.begin(2, for: finished, path: [step("a"), step("b")])
            finished.resume(with: .nothing)
            try waits.begin(1, for: Flight(builder: 2), path: [step("c"), step("a")])
        }

        // The task of flight two builds b, and waits for c. A thread that builds c would need b.
        @Test func aThreadAndATaskThatWaitForEachOtherAreACycle() throws {
            var waits = WaitGraph()
            let ofTask = Flight(builder: 2, waiters: TaskWaiters())
            try waits.begin(2, for: Flight(builder: 1), path: [step("b"), step("c")])
            let cycle = cycle { () throws(WaitGraph.Cycle) in
                try waits.begin(1, for: ofTask, path: [step("c"), step("b")])
            }
            #expect(cycle == ["c", "b", "c"])
        }

        // Two starts to wait for b after one has finished it, and one now waits for what two builds.
        @Test func aThreadThatStartsToWaitForAFinishedConstructionIsNotPartOfACycle() throws {
            var waits = WaitGraph()
            let finished = Flight(builder: 1)
            finished.resume(with: .nothing)
            try waits.begin(1, for: Flight(builder: 2), path: [step("c"), step("a")])
            try waits.begin(2, for: finished, path: [step("a"), step("b")])
        }
    }
#endif
