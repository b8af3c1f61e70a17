import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Wiring

// What the code of the article needs.

/// Ends when its task is cancelled, or when a group that it is part of shuts down.
actor ForecastClient {
    private(set) var isRunning = true

    func run() async throws {
        try? await gracefulShutdown()
        isRunning = false
    }
}

/// Takes a second to answer, and, with an argument, as many seconds as it says to open.
actor ForecastStore {
    private let client: ForecastClient
    private var isOpen = false

    init(client: ForecastClient) { self.client = client }

    func open() async throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 0
        try await Task.sleep(for: .seconds(seconds))
        isOpen = true
    }

    func close() { isOpen = false }

    func latest() async throws -> String {
        try await Task.sleep(for: .seconds(1))
        let isClientRunning = await client.isRunning
        return isOpen && isClientRunning ? "rain" : "too late"
    }
}
