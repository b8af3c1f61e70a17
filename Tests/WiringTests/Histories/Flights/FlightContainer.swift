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
            try await self.recorder.fly(
                .cached,
                needing: { try await self.recorder.resolve(.single, from: self) }
            )
        }.cached
    }
    var single: AsyncFactory<FlightInstance, any Error> {
        self { try await self.recorder.fly(.single) }.singleton
    }
    var served: AsyncFactory<FlightInstance, any Error> {
        self { try await self.recorder.fly(.served) }.cached
            .onStart { [recorder] in try await recorder.start($0) }
            .onRun { [recorder] in try await recorder.run($0) }
            .onStop { [recorder] in await recorder.stop($0) }
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
