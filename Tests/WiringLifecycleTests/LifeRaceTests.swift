import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// Starts and stops that race.
@Suite(.timeLimit(.minutes(10)), .container) struct LifeRaceTests {
    private static let repetitions = 50

    /// Tasks resolve the server at once, during the body. The server and what it depends on start once.
    @Test func anInstanceThatManyTasksResolveStartsOnce() async throws {
        for _ in 0..<Self.repetitions {
            let plant = Plant()
            try await plant.run {
                await withDiscardingTaskGroup { group in
                    for _ in 0..<8 { group.addTask { _ = (plant.repository(), plant.server()) } }
                }
            }
            let events = plant.events.values
            #expect(Set(events).count == events.count)
            #expect(events.isEmpty || events.last == "stopped database")
        }
    }

    ///     run                          another task
    ///     server is starting           shutdown
    ///     cancels, stops the database
    @Test func aShutdownAtAnyMomentStopsWhatHasStarted() async throws {
        for _ in 0..<Self.repetitions {
            let plant = Plant()
            await withDiscardingTaskGroup { group in
                group.addTask { _ = try? await plant.run(\.server, \.listener) { await untilCancelled() } }
                group.addTask {
                    while plant.events.values.isEmpty { await Task.yield() }
                    await plant.shutdown()
                }
            }
            await plant.shutdown()
            let events = plant.events.values
            for name in ["database", "server", "listener"] {
                let (started, stopped) = (events.contains("started \(name)"), events.contains("stopped \(name)"))
                #expect(started == stopped)
            }
            #expect(Set(events).count == events.count)
            #expect(plant.manager.isEmpty(.scope))
        }
    }

    /// The shutdown ends the start, or the start begins afterwards, and the last shutdown ends it.
    @Test func aShutdownBesideAStartLeavesNothing() async throws {
        for _ in 0..<Self.repetitions {
            let plant = Plant()
            await withDiscardingTaskGroup { group in
                group.addTask { try? await plant.start(\.server, \.listener) }
                group.addTask { await plant.shutdown() }
            }
            await plant.shutdown()
            let events = plant.events.values
            for name in ["database", "server", "listener"] {
                let (started, stopped) = (
                    events.count { $0 == "started \(name)" }, events.count { $0 == "stopped \(name)" }
                )
                #expect(started == stopped)
            }
            #expect(plant.manager.isEmpty(.scope))
        }
    }

    ///     run              a thread
    ///     begins           resolves: what is found by the run starts, and fails
    ///     body resolves, if nothing has failed
    @Test func theErrorOfWhatIsResolvedAsARunBeginsEndsTheRun() async {
        for _ in 0..<4 * Self.repetitions {
            let workshop = Workshop()
            let begun = AsyncGate()
            async let resolved: Void = onThread {
                begun.open()
                for number in 1...20 { _ = workshop.tool(number) }
            }
            await begun.pass()
            await #expect(throws: Jammed.self) {
                try await workshop.run {
                    _ = workshop.tool(0)
                    await untilCancelled()
                }
            }
            await resolved
        }
    }

    /// Of two runs that begin at once, one throws.
    @Test func oneOfTwoRunsThrows() async throws {
        for _ in 0..<Self.repetitions {
            let plant = Plant()
            let (errors, barrier) = (Counter(), AsyncGate())
            await withDiscardingTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        do {
                            try await plant.run(\.server) { await barrier.pass() }
                        } catch {
                            #expect((error as? LifecycleError)?.reason == .alreadyRunning)
                            errors.increment()
                            barrier.open()
                        }
                    }
                }
            }
            #expect(errors.count == 1)
            #expect(plant.events.values.count == 8)
        }
    }
}

private struct Jammed: Error {}

/// A container whose instances do not start.
private final class Workshop: ManagedContainer {
    let manager = ContainerManager.silent()
    var tool: ParameterFactory<Int, Machine> {
        self { Machine("tool \($0)") }.scopeOnParameters.cached.onStart { _ in throw Jammed() }
    }
}
