public import Wiring

/// Runs a container as a service of a group of services. Created by ``Wiring/TaskLocalContainer/service(_:until:fileID:line:column:)``.
///
/// It has the `run()` that the protocol of Swift Service Lifecycle requires. Declare once in the program that it conforms:
/// `extension ContainerService: @retroactive ServiceLifecycle.Service {}`.
public struct ContainerService: Sendable {
    private let runContainer: @concurrent @Sendable () async throws -> Void
    private let untilEnd: @concurrent @Sendable () async throws -> Void

    fileprivate init(
        _ runContainer: @escaping @concurrent @Sendable () async throws -> Void,
        until untilEnd: @escaping @concurrent @Sendable () async throws -> Void
    ) {
        self.runContainer = runContainer
        self.untilEnd = untilEnd
    }

    /// Starts the dependencies, and stops everything that was started when the service is to end or the task is cancelled.
    ///
    /// The container runs in a detached task, with what was current when the service was created. So its hooks do not see that the group
    /// shuts down, and only the container decides what stops when.
    ///
    /// - Throws: What ``Wiring/ManagedContainer/run(_:fileID:line:column:)`` throws, or else what the closure `until` throws, unless that is
    ///   a `CancellationError`.
    public func run() async throws {
        let running = Task.detached(operation: runContainer)
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                // In the caller's task, whose task-local values tell of the shutdown.
                group.addTask {
                    defer { running.cancel() }
                    try await untilEnd()
                }
                let result = await running.result
                group.cancelAll()
                try result.get()
                do { try await group.waitForAll() } catch is CancellationError {}
            }
        } onCancel: {
            running.cancel()
        }
    }
}

extension TaskLocalContainer {
    /// Returns a service that runs this container: see ``Wiring/ManagedContainer/run(_:fileID:line:column:)``.
    ///
    /// Pass it to a service group: `ServiceGroup(services: [container.service(\.server, until: gracefulShutdown)], logger: logger)`.
    ///
    /// In its hooks, `shared` is this container, and everything else that `bind(_:)` carries is what is current when you call this method.
    /// The service retains the container.
    ///
    /// - Parameters:
    ///   - dependencies: Resolved and started, in this order, each time that the service runs.
    ///   - untilEnd: Returns or throws when the service is to end. It runs in a child task of the caller of
    ///     ``ContainerService/run()``, and is cancelled when the run ends for another reason. Swift Service Lifecycle has such a function,
    ///     `gracefulShutdown`.
    public func service<each Dependency: Startable & SendableMetatype>(
        _ dependencies: repeat any KeyPath<Self, each Dependency> & Sendable,
        until untilEnd: @escaping @concurrent @Sendable () async throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> ContainerService {
        let call = CallSite(fileID: fileID, line: line, column: column)
        var declarations: [@Sendable (Self) -> any Startable] = []
        repeat declarations.append(Self.declaration(each dependencies))
        return service(declarations, at: call, until: untilEnd)
    }

    private static func declaration<Dependency: Startable & SendableMetatype>(
        _ path: any KeyPath<Self, Dependency> & Sendable
    ) -> @Sendable (Self) -> any Startable { { $0[keyPath: path] } }

    // Not in a function with a parameter pack: see `run`.
    private func service(
        _ declarations: [@Sendable (Self) -> any Startable],
        at call: CallSite,
        until untilEnd: @escaping @concurrent @Sendable () async throws -> Void
    ) -> ContainerService {
        let run = bind { () async throws in try await self.run(declarations.map { $0(self) }, at: call) }
        return ContainerService(run, until: untilEnd)
    }
}
