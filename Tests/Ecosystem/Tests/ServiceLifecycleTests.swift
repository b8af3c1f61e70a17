import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing
import WiringAsync
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct ServiceLifecycleTests {
    @Test func aServiceRunsInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .shutdown,
            "`run()` of a service",
            sees: "that of the caller of the group's `run()`",
            write: "`ClosureService(container.bind { try await service.run() })`",
            strictTest: .isSilent("the container of the caller of `run()` belongs to the test")
        ).check {
            let seen = Seen()
            let group = within(Place.intended) { ServiceGroup(services: [ClosureService { seen.note() }]) }
            await Self.run(group)
            return await seen.next()
        } remedied: {
            let seen = Seen()
            let container = Container.labeled(Place.intended)
            let service = ClosureService { seen.note() }
            await Self.run(ServiceGroup(services: [ClosureService(container.bind { try await service.run() })]))
            return await seen.next()
        }
    }

    @Test func anAddedServiceRunsInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .shutdown,
            "`run()` of a service that `addServiceUnlessShutdown(_:)` adds",
            sees: "that of the caller of the group's `run()`",
            write: "the same",
            strictTest: .isSilent("the container of the caller of `run()` belongs to the test")
        ).check {
            let seen = Seen()
            return try await Self.withRunningGroup { group in
                await within(Place.intended) { await group.addServiceUnlessShutdown(ClosureService { seen.note() }) }
                return await seen.next()
            }
        } remedied: {
            let seen = Seen()
            let container = Container.labeled(Place.intended)
            return try await Self.withRunningGroup { group in
                let service = ClosureService { seen.note() }
                await group.addServiceUnlessShutdown(ClosureService(container.bind { try await service.run() }))
                return await seen.next()
            }
        }
    }

    @Test func aShutdownIsHandledInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .shutdown,
            "`onGracefulShutdown` of `withGracefulShutdownHandler`; `onCancelOrGracefulShutdown` at a shutdown",
            sees: "that of the caller of the group's `run()`",
            write: "`onGracefulShutdown: Container.shared.bind { … }`",
            strictTest: .isSilent("the container of the caller of `run()` belongs to the test")
        ).check {
            let labels = [
                try await Self.shutdown { operation, seen, stop in
                    await withGracefulShutdownHandler(operation: operation) {
                        seen.note()
                        stop.note("stop")
                    }
                },
                try await Self.shutdown { operation, seen, stop in
                    await withTaskCancellationOrGracefulShutdownHandler(operation: operation) {
                        seen.note()
                        stop.note("stop")
                    }
                },
            ]
            return merged(labels)
        } remedied: {
            let labels = [
                try await Self.shutdown { operation, seen, stop in
                    await withGracefulShutdownHandler(
                        operation: operation,
                        onGracefulShutdown: Container.shared.bind {
                            seen.note()
                            stop.note("stop")
                        }
                    )
                },
                try await Self.shutdown { operation, seen, stop in
                    await withTaskCancellationOrGracefulShutdownHandler(
                        operation: operation,
                        onCancelOrGracefulShutdown: Container.shared.bind {
                            seen.note()
                            stop.note("stop")
                        }
                    )
                },
            ]
            return merged(labels)
        }
    }

    @Test func aShutdownOfTheTestKitIsHandledInTheContainerOfWhoTriggersIt() async throws {
        try await Place(
            .shutdown,
            "the same, in `testGracefulShutdown`",
            sees: "that of the caller of `triggerGracefulShutdown()`",
            write: "the same",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            let seen = Seen()
            await testGracefulShutdown { trigger in
                await within(Place.intended) {
                    await withGracefulShutdownHandler {
                        within("that of the caller of `triggerGracefulShutdown()`") {
                            trigger.triggerGracefulShutdown()
                        }
                    } onGracefulShutdown: {
                        seen.note()
                    }
                }
            }
            return await seen.next()
        } remedied: {
            let seen = Seen()
            await testGracefulShutdown { trigger in
                await within(Place.intended) {
                    await withGracefulShutdownHandler(
                        operation: { within("the trigger's") { trigger.triggerGracefulShutdown() } },
                        onGracefulShutdown: Container.shared.bind { seen.note() }
                    )
                }
            }
            return await seen.next()
        }
    }

    @Test func aShutdownThatHasBegunIsHandledInTheTasksOwnContainer() async throws {
        try await Place(
            .shutdown,
            "`onGracefulShutdown`, if the shutdown has begun before; `cancelWhenGracefulShutdown { }`",
            sees: "the task's own"
        ).check {
            let seen = Seen()
            await testGracefulShutdown { trigger in
                trigger.triggerGracefulShutdown()
                await within("the task's own") {
                    await withGracefulShutdownHandler {
                    } onGracefulShutdown: {
                        seen.note()
                    }
                }
            }
            await testGracefulShutdown { _ in
                await within("the task's own") { await cancelWhenGracefulShutdown { seen.note() } }
            }
            return await seen.next(2)
        }
    }

    @Test func aSequenceThatEndsAtAShutdownKeepsTheContainerOfTheFirstStep() async throws {
        try await Place(
            .shutdown,
            "`cancelOnGracefulShutdown()`: the source",
            sees: "the first step's",
            write: "`container.bind(source).cancelOnGracefulShutdown()`",
            strictTest: .isSilent("both steps' containers belong to the test")
        ).check {
            try await Self.secondStep(of: Labels().cancelOnGracefulShutdown())
        } remedied: {
            try await Self.secondStep(of: Container.labeled(Place.intended).bind(Labels()).cancelOnGracefulShutdown())
        }
    }

    @Test func aCancellationIsHandledInTheCancellersContainer() async throws {
        try await Place(
            .shutdown,
            "`onCancelOrGracefulShutdown`, if the task is cancelled",
            sees: "the canceller's",
            write: "`onCancelOrGracefulShutdown: Container.shared.bind { … }`",
            strictTest: .isSilent("the canceller's container belongs to the test")
        ).check {
            await cancel { operation, seen in
                await withTaskCancellationOrGracefulShutdownHandler(operation: operation) { seen.note() }
            }
        } remedied: {
            await cancel { operation, seen in
                await withTaskCancellationOrGracefulShutdownHandler(
                    operation: operation,
                    onCancelOrGracefulShutdown: Container.shared.bind { seen.note() }
                )
            }
        }
    }

    /// The second element of a sequence, while no shutdown has begun.
    private static func secondStep(of labels: some AsyncSequence<String, Never> & Sendable) async throws -> String {
        try await testGracefulShutdown { _ in
            let steps = Steps(labels)
            _ = try await steps.next(in: "the first step's")
            return try await steps.next(in: "the second step's") ?? "none"
        }
    }

    // MARK: - Groups

    /// Runs a group. A service that returns ends it with an error, which does not matter here.
    private static func run(_ group: ServiceGroup) async {
        await within("that of the caller of the group's `run()`") { try? await group.run() }
    }

    /// What a handler of a shutdown sees, which ends the operation of a running service.
    private static func shutdown(
        handledBy handle:
            @escaping @Sendable (
                _ operation: @Sendable () async -> Void, _ seen: Seen, _ stop: Seen
            ) async -> Void
    ) async throws -> String {
        let (seen, running, stop) = (Seen(), Seen(), Seen())
        let service = ClosureService {
            await within(Place.intended) {
                await handle(
                    {
                        running.note("running")
                        _ = await stop.next()
                    },
                    seen,
                    stop
                )
            }
        }
        try await withRunningGroup(service) { _ in _ = await running.next() }
        return await seen.next()
    }

    /// Runs an operation while a group runs, and then shuts the group down.
    private static func withRunningGroup<Result>(
        _ service: any Service = ClosureService { try await gracefulShutdown() },
        _ operation: @Sendable (ServiceGroup) async throws -> Result
    ) async throws -> Result {
        let running = Seen()
        let noting = ClosureService {
            running.note("running")
            try await gracefulShutdown()
        }
        let group = ServiceGroup(services: [service, noting])
        async let end: Void = run(group)
        _ = await running.next()
        let result = try await operation(group)
        await group.triggerGracefulShutdown()
        await end
        return result
    }
}
