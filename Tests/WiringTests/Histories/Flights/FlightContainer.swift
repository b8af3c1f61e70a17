import Wiring

/// A container of asynchronous factories that record their flights. Children record in their parent's recorder.
final class FlightContainer: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = FlightContainer()
    static var taskLocal: TaskLocal<FlightContainer> { $shared }
    let manager = ContainerManager()
    let recorder = FlightRecorder.inherited
    let number: Int
    /// The number of the container that its singletons belong to: 0 except for copies.
    private let ownerOfSingletons: Int

    /// Whether the container that is being created is a copy.
    @TaskLocal private static var isCopy = false

    init() {
        number = recorder.clock.tick()
        ownerOfSingletons = Self.isCopy ? number : 0
    }

    /// Runs an operation with a copy of the shared container.
    static func withCopy(
        changes: (FlightContainer) -> Void,
        operation: (FlightContainer) async -> Void
    ) async {
        await $isCopy.withValue(true) {
            await withContainer(for: FlightContainer.self, changes: changes) { await operation(.shared) }
        }
    }
}

/// What a flight makes.
struct FlightInstance: Sendable {
    let flight: Int
    var decorations: [Int] = []
    /// Opens when its `onStop` closure returns.
    let isAskedToFinish = AsyncGate()
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
        self { try await self.recorder.fly(.served) }.cached.recorded(in: recorder)
    }
    var dependent: AsyncFactory<FlightInstance, any Error> {
        self {
            try await self.recorder.fly(.dependent, needing: { try await self.recorder.resolve(.served, from: self) })
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
