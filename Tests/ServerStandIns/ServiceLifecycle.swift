import Foundation

// Stands for the part of swift-service-lifecycle 2.13 that the articles about servers use. The signatures are the same, and so
// is the behavior, except that a group does not mind which service ends first, and that signals come from `send()`.

/// Qualifies a name as the module does.
public enum ServiceLifecycle {
    public typealias Service = ServerStandIns.Service
}

public protocol Service: Sendable {
    func run() async throws
}

public struct UnixSignal: Hashable, Sendable {
    private let number: Int32

    public static let sigint = Self(number: 2)
    public static let sigterm = Self(number: 15)

    /// Sends the signal to the groups of this process.
    public func send() { GracefulShutdown.begin(by: self) }
}

/// The signals that the process receives. Ends when the task that waits for one is cancelled.
public struct UnixSignalsSequence: AsyncSequence, Sendable {
    private let signals: AsyncStream<UnixSignal>

    public init(trapping signals: UnixSignal...) async {
        let (stream, continuation) = AsyncStream<UnixSignal>.makeStream()
        let received = GracefulShutdown()
        received.handle { continuation.yield(signals[0]) }
        received.begins(by: signals)
        continuation.onTermination = { _ in received.begins(by: []) }
        self.signals = stream
    }

    public func makeAsyncIterator() -> AsyncStream<UnixSignal>.Iterator { signals.makeAsyncIterator() }
}

public actor ServiceGroup: Service {
    private let services: [any Service]
    private let signals: [UnixSignal]
    private let shutdown = GracefulShutdown()

    public init(
        services: [any Service],
        gracefulShutdownSignals: [UnixSignal] = [],
        cancellationSignals: [UnixSignal] = [],
        logger: Logger = .current
    ) {
        self.services = services
        signals = gracefulShutdownSignals
    }

    @_disfavoredOverload
    public func run() async throws { try await run(file: #file, line: #line) }

    public func run(file: String = #file, line: Int = #line) async throws {
        let (services, shutdown) = (services, shutdown)
        shutdown.begins(by: signals)
        defer { shutdown.begins(by: []) }
        // A group within a group learns of the shutdown by the task-local value.
        try await GracefulShutdown.handling {
            try await GracefulShutdown.$current.withValue(shutdown) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for service in services { group.addTask { try await service.run() } }
                    try await group.waitForAll()
                }
            }
        } onShutdown: {
            shutdown.begin()
        }
    }

    public func triggerGracefulShutdown() async { shutdown.begin() }
}

public func withTaskCancellationOrGracefulShutdownHandler<T>(
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> T,
    onCancelOrGracefulShutdown handler: @Sendable @escaping () -> Void
) async rethrows -> T {
    try await withTaskCancellationHandler {
        try await GracefulShutdown.handling(operation, onShutdown: handler)
    } onCancel: {
        handler()
    }
}

/// Waits until the group of the task begins to shut down.
public func gracefulShutdown() async throws {
    let (shutdown, continuation) = AsyncStream<Void>.makeStream()
    await GracefulShutdown.handling {
        for await _ in shutdown { return }
    } onShutdown: {
        continuation.yield()
    }
    try Task.checkCancellation()
}

/// Whether a group has been asked to shut down, and what happens then.
final class GracefulShutdown: @unchecked Sendable {
    // SAFETY: What can change is used only under the lock.
    @TaskLocal static var current: GracefulShutdown?
    private let lock = NSLock()
    private var hasBegun = false
    private var handlers: [UUID: @Sendable () -> Void] = [:]

    // SAFETY: It is used only under the lock.
    nonisolated(unsafe) private static var trapping: [ObjectIdentifier: (GracefulShutdown, Set<UnixSignal>)] = [:]
    private static let trappingLock = NSLock()

    /// Sets the signals that begin it.
    func begins(by signals: [UnixSignal]) {
        Self.trappingLock.withLock {
            Self.trapping[ObjectIdentifier(self)] = signals.isEmpty ? nil : (self, Set(signals))
        }
    }

    static func begin(by signal: UnixSignal) {
        let shutdowns = trappingLock.withLock { trapping.values.filter { $0.1.contains(signal) }.map(\.0) }
        for shutdown in shutdowns { shutdown.begin() }
    }

    func begin() {
        let handlers = lock.withLock {
            hasBegun = true
            return Array(self.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Runs a handler when it begins.
    func handle(_ handler: @Sendable @escaping () -> Void) {
        lock.withLock { handlers[UUID()] = handler }
    }

    /// Runs an operation, and a handler when the group of the task begins to shut down.
    static func handling<T>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> T,
        onShutdown handler: @Sendable @escaping () -> Void
    ) async rethrows -> T {
        guard let current else { return try await operation() }
        let id = UUID()
        let isTooLate = current.lock.withLock {
            current.handlers[id] = handler
            return current.hasBegun
        }
        if isTooLate { handler() }
        defer { _ = current.lock.withLock { current.handlers.removeValue(forKey: id) } }
        return try await operation()
    }
}
