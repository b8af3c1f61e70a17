import Foundation
import Wiring
import WiringAsync
import WiringLifecycle
import WiringTestSupport

/// Records what the tasks of one program observe.
final class FlightRecorder: Sendable {
    /// The recorder of the containers that this task creates.
    @TaskLocal static var inherited = FlightRecorder(seed: 0)

    /// What this task resolves. A flight inherits it, and with it the container, which may be another one than its closure's.
    @TaskLocal static var place: FlightHistory.Place?

    /// When the resolution or start began that this task is part of. A flight inherits it from the caller that requested it.
    @TaskLocal static var requested = 0

    let clock = HistoryClock()
    private let state: Locked<(history: FlightHistory, random: SplitMix64)>
    /// The flights whose instances exist.
    let existing = Locked<Set<Int>>([])
    /// Clear what the containers of the program store, when it has ended.
    private let clears = Locked<[@Sendable () -> Void]>([])

    /// Whether closures that start and run instances sometimes fail, or return early.
    let hooksFail: Bool

    init(seed: UInt64, hooksFail: Bool = true) {
        state = Locked((FlightHistory(), SplitMix64(seed: seed)))
        self.hooksFail = hooksFail
    }

    var history: FlightHistory { state.withLock { $0.history } }

    func record(_ change: (inout FlightHistory) -> Void) { state.withLock { change(&$0.history) } }

    func chance(_ percent: Int) -> Bool { state.withLock { $0.random.chance(percent) } }

    func clearAtEnd(_ clear: @escaping @Sendable () -> Void) { clears.withLock { $0.append(clear) } }

    /// Clears what all containers store, until no instance exists.
    func releaseInstances() async {
        let clears = clears.withLock { clears in
            defer { clears = [] }
            return clears
        }
        // Flights that all callers have left may still be under way.
        await yieldOften(while: { existing.withLock { !$0.isEmpty } }) { for clear in clears { clear() } }
        let left = existing.withLock(\.self)
        if !Task.isCancelled { record { $0.leftInstances = left } }
    }

    /// Lets other tasks run a random number of times.
    func suspend() async { while chance(60) { await Task.yield() } }

    /// Runs a closure, which sometimes fails.
    func fly(
        _ declared: FlightDeclared,
        _ parameter: Int = 0,
        closure: Int = 0,
        needing needs: () async throws -> FlightInstance? = { nil }
    ) async throws(FlightFailure) -> FlightInstance {
        let begin = clock.tick()
        var hasFailed = chance(20)
        var needed: FlightInstance?
        await suspend()
        do {
            needed = try await needs()
        } catch {
            hasFailed = true
        }
        await suspend()
        return try end(
            declared,
            parameter,
            begin,
            closure,
            hasFailed,
            wasCancelled: Task.isCancelled,
            needs: needed?.flight
        )
    }

    /// Runs a closure that does not await. It runs in the task of its caller.
    func flyAtOnce(_ declared: FlightDeclared, closure: Int = 0) throws(FlightFailure) -> FlightInstance {
        let begin = clock.tick()
        let hasFailed = chance(20)
        if chance(50) { sched_yield() }
        return try end(declared, 0, begin, closure, hasFailed)
    }

    private func end(
        _ declared: FlightDeclared,
        _ parameter: Int,
        _ begin: Int,
        _ closure: Int,
        _ hasFailed: Bool,
        wasCancelled: Bool = false,
        needs: Int? = nil
    ) throws(FlightFailure) -> FlightInstance {
        let flight = FlightHistory.Flight(
            // Every resolution and every start binds it.
            place: FlightHistory.Place(container: Self.place!.container, declared: declared, parameter: parameter),
            requested: Self.requested,
            span: Span(begin, clock.tick()),
            closure: closure,
            hasFailed: hasFailed,
            wasCancelled: wasCancelled,
            needs: needs
        )
        record { $0.flights.append(flight) }
        if hasFailed { throw FlightFailure(flight: begin) }
        return FlightInstance(flight: begin, work: FlightWork(of: begin, existing))
    }

    /// Runs a resolution or a start that begins now.
    func bind<Result>(
        to place: FlightHistory.Place,
        _ begin: Int,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$requested.withValue(begin) { try await Self.$place.withValue(place, operation: body) }
    }

    /// Resolves, and records the resolution.
    @discardableResult
    func resolve(
        _ declared: FlightDeclared,
        _ parameter: Int = 0,
        from container: FlightContainer,
        through way: FlightContainer.Way = .factory
    ) async throws -> FlightInstance {
        try await use(container.place(declared, parameter)) {
            try await container.resolve(declared, parameter, through: way)
        }
    }

    /// Resolves what a session declares, and records the resolution.
    @discardableResult
    func resolve(from session: FlightSession) async throws -> FlightInstance {
        try await use(session.place) { try await session.own() }
    }

    private func use(
        _ place: FlightHistory.Place,
        _ resolve: () async throws -> FlightInstance
    ) async throws -> FlightInstance {
        let begin = clock.tick()
        let result: Result<FlightInstance, any Error>
        do {
            result = .success(try await bind(to: place, begin, resolve))
        } catch {
            result = .failure(error)
        }
        let outcome: FlightHistory.Use.Outcome =
            switch result {
            case .success(let instance): .instance(flight: instance.flight, decorations: instance.decorations)
            case .failure(let failure as FlightFailure): .failure(flight: failure.flight)
            case .failure(let failure as FlightHookFailure) where failure.hook == .start:
                .failedStart(flight: failure.flight)
            case .failure(let error as LifecycleError):
                error.description.contains("has not started: the container") ? .cancelledStart : .refused
            case .failure: .left
            }
        let use = FlightHistory.Use(
            place: place,
            span: Span(begin, clock.tick()),
            outcome: outcome,
            wasCancelled: Task.isCancelled,
            isNested: Self.place != nil
        )
        record { $0.uses.append(use) }
        return try result.get()
    }

    /// Makes a change, and records it.
    ///
    /// - Parameter change: Receives the stamp that stands for the change.
    func change(
        _ places: [FlightHistory.Place],
        _ kind: FlightHistory.Change.Kind,
        _ change: (Int) async -> Void
    ) async {
        let begin = clock.tick()
        await change(begin)
        let span = Span(begin, clock.tick())
        record { history in history.changes += places.map { FlightHistory.Change(place: $0, span: span, kind: kind) } }
    }

    /// Saves or restores a container's state, and records it.
    func save(_ container: FlightContainer, isPop: Bool) {
        let begin = clock.tick()
        if isPop { container.manager.pop() } else { container.manager.push() }
        let save = FlightHistory.Save(container: container.number, span: Span(begin, clock.tick()), isPop: isPop)
        record { $0.saves.append(save) }
    }

    /// Runs an operation with a copy of the shared container, and records the copy.
    func withCopy(_ operation: (FlightContainer) async -> Void) async {
        let (origin, begin) = (FlightContainer.shared.number, clock.tick())
        await FlightContainer.withCopy { copy in
            let copied = FlightHistory.Copy(origin: origin, span: Span(begin, clock.tick()))
            record { $0.copies[copy.number] = copied }
        } operation: {
            await operation($0)
        }
    }
}
