public import Wiring

extension TaskLocalContainer {
    /// Returns a closure that runs with this child as its `shared`, and keeps the child until it has returned or thrown.
    ///
    /// Call it within the operation of `withChildContainer`, for what a server calls after that has returned, such as the closure of a
    /// streamed body: `ResponseBody(Container.shared.bindKeepingChild { writer in … })`.
    ///
    /// The child ends when both the operation and the closure have ended. Until then it keeps its instances, so the
    /// closure resolves the same ones as the operation, and what was started for the child has not stopped. Otherwise, this does what
    /// `bind(_:)` does.
    ///
    /// - The closure returns or throws when everything that was started in the child has stopped.
    /// - If nobody calls the closure, for example because the client has disconnected, the child ends when the closure is released.
    /// - If several closures keep the child, it ends after the last one. A closure keeps the child for one call: a later call uses a child
    ///   that may have ended.
    /// - Children that are parents of this one are kept, too.
    /// - Do not store the closure in an instance of the child: they would keep each other, and the child would not end.
    /// - A child from ``Wiring/TaskLocalContainer/child()`` has no operation, so the closure does not end it.
    ///
    /// - Parameter operation: Runs on no actor, and receives the closure's argument. Its argument may be `inout`.
    public func bindKeepingChild<Argument, Result: ~Copyable>(
        _ operation: @escaping @concurrent @Sendable (Argument) async throws -> Result
    ) -> @concurrent @Sendable (Argument) async throws -> Result {
        let (isolation, keeper) = (Isolation(capturingWith: self), ChildKeeper(of: manager))
        return { @concurrent (argument: Argument) async throws in
            try await keeper.endingAfter { try await isolation.runOffActors { try await operation(argument) } }
        }
    }

    /// Returns a closure that changes its argument. See `bindKeepingChild(_:)`.
    @_documentation(visibility: internal)
    public func bindKeepingChild<Argument, Result: ~Copyable>(
        _ operation: @escaping @concurrent @Sendable (inout Argument) async throws -> Result
    ) -> @concurrent @Sendable (inout Argument) async throws -> Result {
        let (isolation, keeper) = (Isolation(capturingWith: self), ChildKeeper(of: manager))
        return { @concurrent (argument: inout Argument) async throws in
            try await keeper.endingAfter { try await isolation.runOffActors { try await operation(&argument) } }
        }
    }
}

/// Keeps a child and its parents after their operations, until it ends or is released.
private final class ChildKeeper: Sendable {
    /// The children that it keeps, the innermost first.
    private let children: Protected<[ContainerManager]>

    init(of manager: ContainerManager) {
        let managers = [manager] + manager.parents.map(\.manager)
        children = Protected(managers.filter { $0.keepAfterOperation() })
    }

    /// Runs an operation, and then ends the children whose operations have ended and that nothing else keeps, when what follows their
    /// instances has stopped.
    @concurrent
    func endingAfter<Result: ~Copyable>(_ operation: @concurrent () async throws -> Result) async throws -> Result {
        do {
            let result = try await operation()
            await end()
            return result
        } catch {
            await end()
            throw error
        }
    }

    private func end() async {
        for child in take() where child.stopKeeping() { await child.endWhenStopped() }
    }

    deinit {
        for child in take() where child.stopKeeping() { child.beginEnd() }
    }

    private func take() -> [ContainerManager] { children.withLock { exchange(&$0, with: []) } }
}
