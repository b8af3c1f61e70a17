public import ServerStandIns
import Testing
public import WiringLifecycle
import WiringTestSupport
import WiringTesting

// The code of *Building a Hummingbird service from an empty folder* and *Running a server*, with another store.

/// What a test controls and observes.
final class ForecastRecord: Sendable {
    static let count = 64
    let isOpening = AsyncGate()
    let mayOpen = Locked(false)
    /// Opens when as many requests have arrived as the test sends.
    let haveArrived = AsyncGate()
    let mayAnswer = AsyncGate()
    let hasStopped = AsyncGate()
    /// What has stopped.
    let stops = Collection<String>()
    private let requests = Counter()

    func arrive() { if requests.increment() == Self.count { haveArrived.open() } }
}

extension Container {
    fileprivate var forecastRecord: Factory<ForecastRecord> { self { ForecastRecord() }.cached }
}

/// Stops when its task is cancelled, or the group that it is part of shuts down.
final class ForecastClient: Sendable {
    private let record = Container.shared.forecastRecord()

    func run() async throws {
        await withTaskCancellationOrGracefulShutdownHandler {
            await record.hasStopped.pass()
        } onCancelOrGracefulShutdown: { [record] in
            record.stops.add("client")
            record.hasStopped.open()
        }
    }
}

final class ForecastStore: Sendable {
    private let record = Container.shared.forecastRecord()

    init(client: ForecastClient) {}

    func open() async throws {
        record.isOpening.open()
        if !record.mayOpen.withLock({ $0 }) { await untilCancelled() }
        try Task.checkCancellation()
    }

    func close() async { record.stops.add("store") }

    func latest() async throws -> String {
        record.arrive()
        await record.mayAnswer.pass()
        return record.stops.values.isEmpty ? "rain" : "too late"
    }
}

extension Container {
    fileprivate var forecastClient: Factory<ForecastClient> {
        self { ForecastClient() }.singleton.onRun { try await $0.run() }
    }

    fileprivate var forecasts: Factory<ForecastStore> {
        self { ForecastStore(client: self.forecastClient()) }.singleton
            .onStart { try await $0.open() }
            .onStop { await $0.close() }
    }

    fileprivate var router: ThrowingFactory<Router<BasicRequestContext>, any Error> {
        self {
            let forecasts = self.forecasts()
            let router = Router()
            router.get("/forecast") { _, _ in try await forecasts.latest() }
            return router
        }
    }
}

// BuildingAHummingbirdService.md: var application

// BuildingAHummingbirdService.md: func serve

// RunningAServer.md: func logFailures

// In another package, `@retroactive Service`.
extension ContainerService: ServiceLifecycle.Service {}

// RunningAServer.md: func serveInGroup

/// Both ways to run the server.
enum Serving: CaseIterable {
    case alone, inGroup

    func callAsFunction() async throws {
        switch self {
        case .alone: try await serve()
        case .inGroup: try await serveInGroup()
        }
    }
}

/// The server of the articles listens on one port.
@Suite(.timeLimit(.minutes(10)), .container, .serialized) struct DocumentedServers {
    private let record = Container.shared.forecastRecord()

    ///     the process               64 requests
    ///                               are under way
    ///     receives a signal
    ///     closes the socket
    ///                               are answered
    ///     stops the store
    ///     stops the client
    ///     ends
    @Test(arguments: Serving.allCases) func everyRequestIsAnsweredThroughATermination(_ serve: Serving) async throws {
        record.mayOpen.withLock { $0 = true }
        async let end: Void = serve()
        while !LocalNetwork.isOpen(8080) { await Task.yield() }
        let answers = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<ForecastRecord.count {
                group.addTask { await LocalNetwork.send(Request(path: "/forecast"), to: 8080)?.body }
            }
            await record.haveArrived.pass()
            UnixSignal.sigterm.send()
            while LocalNetwork.isOpen(8080) { await Task.yield() }
            record.mayAnswer.open()
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(answers == Array(repeating: "rain", count: ForecastRecord.count))
        try await end
        #expect(record.stops.values == ["store", "client"])
    }

    /// The store never opens.
    @Test(arguments: Serving.allCases) func aSignalDuringTheStartEndsTheProcess(_ serve: Serving) async throws {
        async let end: Void = serve()
        await record.isOpening.pass()
        UnixSignal.sigint.send()
        try await end
        #expect(!LocalNetwork.isOpen(8080))
        #expect(record.stops.values == ["client"])
    }
}
