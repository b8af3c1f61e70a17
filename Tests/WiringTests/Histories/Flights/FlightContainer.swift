import Wiring

/// A container of asynchronous factories that record their flights. Children record in their parent's recorder.
final class FlightContainer: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = FlightContainer()
    static var taskLocal: TaskLocal<FlightContainer> { $shared }
    let manager = ContainerManager()
    let recorder = FlightRecorder.inherited
    let number: Int

    init() { number = recorder.clock.tick() }
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

extension FlightContainer {
    var cached: AsyncFactory<FlightInstance, any Error> {
        self {
            try await self.recorder.fly(
                .cached,
                in: self,
                needing: { try await self.recorder.resolve(.single, from: self) }
            )
        }.cached
    }
    var single: AsyncFactory<FlightInstance, any Error> {
        self { try await self.recorder.fly(.single, in: self) }.singleton
    }
    var served: AsyncFactory<FlightInstance, any Error> {
        self { try await self.recorder.fly(.served, in: self) }.cached
            .onStart { [recorder] instance in
                await recorder.suspend()
                recorder.record { $0.started.append(instance.flight) }
            }
            .onStop { [recorder] instance in
                await recorder.suspend()
                recorder.record { $0.stopped.append(instance.flight) }
            }
    }
    var parts: Collected<Int> { collected() }

    func factory(_ declared: FlightDeclared) -> AsyncFactory<FlightInstance, any Error> {
        switch declared {
        case .cached: cached
        case .single: single
        case .served: served
        }
    }

    func place(_ declared: FlightDeclared) -> FlightHistory.Place {
        FlightHistory.Place(container: declared == .single ? 0 : number, declared: declared)
    }
}
