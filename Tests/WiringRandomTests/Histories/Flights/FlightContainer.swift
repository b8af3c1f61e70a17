import Wiring
import WiringAsync
import WiringLifecycle
import WiringModules
import WiringTestSupport

/// A container of asynchronous factories that record their flights. Children record in their parent's recorder.
final class FlightContainer: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = FlightContainer()
    static var taskLocal: TaskLocal<FlightContainer> { $shared }
    let manager = ContainerManager()
    let recorder = FlightRecorder.inherited
    let number: Int
    /// The number of the container that its singletons belong to: 0 except for copies.
    private let ownerOfSingletons: Int
    /// A container that is no relative, which nothing starts. It has none itself.
    let foreign: FlightContainer?

    /// Whether the container that is being created is a copy.
    @TaskLocal private static var isCopy = false
    /// Whether it is foreign.
    @TaskLocal private static var isForeign = false

    init() {
        let number = recorder.clock.tick()
        self.number = number
        ownerOfSingletons = Self.isCopy ? number : 0
        foreign = Self.isForeign ? nil : Self.$isForeign.withValue(true) { FlightContainer() }
        if let foreign { recorder.record { $0.owners[foreign.number] = number } }
    }

    /// Runs an operation with a copy of the shared container.
    static func withCopy(
        changes: (FlightContainer) -> Void,
        operation: (FlightContainer) async -> Void
    ) async {
        await $isCopy.withValue(true) {
            await withContainer(for: FlightContainer.self, changes: changes) {
                await operation(.shared)
                let (copy, singletons) = (shared, Scope.singleton)
                copy.recorder.clearAtEnd {
                    copy.clear()
                    singletons.reset()
                }
            }
        }
    }

    /// Releases what it stores. The tasks of instances inherit the shared container, and retain it.
    func clear() {
        for _ in recorder.history.saves { manager.pop() }
        manager.reset(options: .scope)
        foreign?.clear()
    }
}

/// What a flight makes.
struct FlightInstance: Sendable {
    let flight: Int
    var decorations: [Int] = []
    /// Opens when its `onStop` closure returns.
    let isAskedToFinish = AsyncGate()
    let work: FlightWork
}

/// A task that an instance starts, and that ends with it.
final class FlightWork: Sendable {
    private let flight: Int
    private let existing: Locked<Set<Int>>
    private let task: Task<Void, Never>

    /// - Parameter existing: The flights whose instances exist.
    init(of flight: Int, _ existing: Locked<Set<Int>>) {
        (self.flight, self.existing) = (flight, existing)
        existing.withLock { _ = $0.insert(flight) }
        task = Task { await untilCancelled() }
    }

    deinit {
        task.cancel()
        existing.withLock { _ = $0.remove(flight) }
    }
}

/// The error of a flight.
struct FlightFailure: Error {
    let flight: Int
}

/// The error of a closure that starts or runs the instance of a flight.
struct FlightHookFailure: Error {
    let flight: Int
    let hook: FlightHistory.Call.Hook
}

extension FlightContainer {
    var cached: AsyncFactory<FlightInstance, any Error> {
        self {
            try await self.recorder.fly(.cached, needing: { try await self.recorder.resolve(.single, from: self) })
        }.cached
    }
    var single: AsyncFactory<FlightInstance, any Error> {
        self { try await self.recorder.fly(.single) }.singleton
    }
    var served: AsyncFactory<FlightInstance, any Error> {
        self {
            let ticket = await self.ticket()
            let instance = try await self.recorder.fly(.served)
            let other = await self.ticket()
            if ticket !== other { self.recorder.record { $0.splitGraphs.append(instance.flight) } }
            return instance
        }.cached.recorded(in: recorder)
    }
    var dependent: AsyncFactory<FlightInstance, any Error> {
        self {
            try await self.recorder.fly(.dependent, needing: { try await self.recorder.resolve(.served, from: self) })
        }.cached.recorded(in: recorder)
    }
    var distant: AsyncFactory<FlightInstance, any Error> {
        self {
            try await self.recorder.fly(.distant) {
                guard let foreign = self.foreign else { return nil }
                return try await self.recorder.resolve(.served, from: foreign)
            }
        }.cached.recorded(in: recorder)
    }
    var each: AsyncParameterFactory<Int, FlightInstance, any Error> {
        self { parameter in
            try await self.recorder.fly(
                .each,
                parameter,
                needing: { try await self.recorder.resolve(.immediate, from: self) }
            )
        }.scopeOnParameters.cached
    }
    var typed: AsyncFactory<FlightInstance, FlightFailure> {
        self { () async throws(FlightFailure) in try await self.recorder.fly(.typed) }.cached
    }
    var immediate: ThrowingFactory<FlightInstance, FlightFailure> {
        self { () throws(FlightFailure) in try self.recorder.flyAtOnce(.immediate) }.cached
    }
    /// One for each outermost resolution.
    private var ticket: AsyncFactory<Ticket, Never> { self { Ticket() }.graph }
    var parts: Collected<Int> { collected() }
    var keyedParts: KeyedCollected<Int, Int> { collected() }

    func place(_ declared: FlightDeclared, _ parameter: Int = 0) -> FlightHistory.Place {
        FlightHistory.Place(
            container: declared == .single ? ownerOfSingletons : number,
            declared: declared,
            parameter: parameter
        )
    }

    func places(_ declared: FlightDeclared) -> [FlightHistory.Place] {
        declared.parameters.map { place(declared, $0) }
    }
}

private final class Ticket: Sendable {}

/// A session of a container, which ends with it.
final class FlightSession: ChildContainer {
    let manager = ContainerManager()
    let parent: FlightContainer
    let place: FlightHistory.Place

    init(parent: FlightContainer) {
        self.parent = parent
        place = FlightHistory.Place(container: parent.recorder.clock.tick(), declared: .session)
    }

    var own: AsyncFactory<FlightInstance, any Error> {
        self {
            let recorder = self.parent.recorder
            return try await recorder.fly(.session, needing: { try await recorder.resolve(.served, from: self.parent) })
        }.cached.recorded(in: parent.recorder)
    }
}

extension AsyncFactory<FlightInstance, any Error> {
    /// Sets hooks that record their calls.
    fileprivate func recorded(in recorder: FlightRecorder) -> Self {
        onStart { try await recorder.start($0) }.onRun { try await recorder.run($0) }
            .onStop(within: .seconds(600)) { await recorder.stop($0) }
    }
}
