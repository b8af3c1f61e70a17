public import Wiring
public import WiringAsync

extension DeclaredDependency where Self: Startable {
    /// Resolves the dependency, and waits until it has started.
    ///
    /// ```swift
    /// var settings: AsyncFactory<Settings, any Error> {
    ///     self { try await Settings.load(from: self.store.started()) }.singleton
    /// }
    /// ```
    /// An asynchronous closure does not wait for what it resolves: see ``DeclaredDependency/onStart(within:_:key:fileID:)``.
    /// With this call it does. The dependency starts first and stops last, as with a plain call. If the container, or a
    /// parent, has been started or is starting, this waits until the instance has started, or, if it has no hooks itself,
    /// until everything has started that it was built with. `run` and `start` then start it before they have resolved what
    /// else they name. In a container that is never started, this only resolves. It has the caller's isolation.
    ///
    /// A plain call of an `AsyncFactory` throws only those errors of the start that are its `Failure`. This throws all of them.
    ///
    /// If this throws and the closure goes on, the closure's instance does not depend on the one whose start has failed, unless the
    /// closure has also resolved that in another way.
    ///
    /// If the start waits for the closure that calls this, even through other dependencies, their closures and other
    /// tasks, this throws a ``LifecycleError`` that names the path. Wiring cannot see waits of other kinds.
    ///
    /// - Returns: The instance.
    /// - Throws: What the factory closure throws; the error of the start; `CancellationError` if the task is cancelled meanwhile, which does not end the
    ///   start; or a ``LifecycleError``, for example if the instance was built before the start, or while its container
    ///   is shutting down.
    public func started(fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) async throws -> T {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try await registration.started(at: call) { try await resolve(for: $0) }
    }
}

extension ParameterFactory {
    /// Resolves the dependency for a parameter, and waits until it has started. See ``DeclaredDependency/started(fileID:line:column:)``.
    ///
    /// `ThrowingParameterFactory` and `AsyncParameterFactory` have this function, too.
    public func started(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> T {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try await storedRegistration.started(at: call) { $0.resolve { resolve(parameters, at: call) } }
    }
}

extension ThrowingParameterFactory {
    /// Resolves the dependency for a parameter, and waits until it has started. See ``DeclaredDependency/started(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func started(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> Success {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try await storedRegistration.started(at: call) { try resolve(parameters, for: $0) }
    }
}

extension AsyncParameterFactory {
    /// Resolves the dependency for a parameter, and waits until it has started. See ``DeclaredDependency/started(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func started(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> Success {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try await storedRegistration.started(at: call) { try await resolve(parameters, for: $0) }
    }
}

extension FactoryRegistration {
    /// Resolves for one caller, and waits until the instance has started.
    fileprivate func started(
        at call: CallSite,
        _ resolve: (ContainerStart) async throws -> ContainerStart.Resolved<T>
    ) async throws -> T {
        let start = ContainerStart(container, container.manager, at: call, isNamed: false)
        let resolved = try await resolve(start)
        try await start.awaitStarts()
        return resolved.instance
    }
}

extension ContainerStart {
    /// Waits until what has been resolved has started, for one caller that asks for that. What is being built depends on it, unless this
    /// throws.
    ///
    /// It does not wait if nothing has been started.
    fileprivate func awaitStarts() async throws {
        let handles = takeHandles()
        if !isRecorded { ResolutionStack.addDependencies(handles) }
        let (lifecycle, hasEnded) = (manager.nearestFollower.map(Lifecycle.of), manager.hasEnded)
        do {
            defer { extendLifetime(handles) }
            for node in handles.map(LifecycleNode.of) {
                guard node.isAdmitted else {
                    guard let lifecycle else { continue }
                    if hasEnded { throw LifecycleError.builtAfterEnd(node.step) }
                    throw lifecycle.state.withLock(\.isActive)
                        ? LifecycleError.builtBefore(node.step) : LifecycleError.builtDuringShutdown(node.step)
                }
                Lifecycle.beginPending(node)
                // Otherwise a call that resolves named dependencies may wait for the caller, and does not know yet whether it names
                // what is missing.
                let needed = AsyncStep.current == nil ? [] : node.withDependencies
                if needed.contains(where: { $0.pendingLifecycle != nil }),
                    let missing = needed.first(where: { !$0.isAdmitted })
                {
                    throw LifecycleError.builtBefore(missing.step, neededBy: node.step)
                }
                try await StartWaits.wait(for: node, isCancellable: true)
            }
        } catch {
            // A closure that goes on does not have the instance.
            AsyncStep.current?.removeDependencies(handles)
            throw error
        }
    }
}

extension AsyncStep {
    /// Takes back what one call has recorded. What others have recorded stays. The caller has the handles of the nodes.
    fileprivate func removeDependencies(_ nodes: [FollowerHandle]) {
        withContents { contents in
            for node in nodes {
                guard let index = contents?.record.nodes.lastIndex(where: { $0 === node }) else { continue }
                contents?.record.nodes.remove(at: index)
            }
        }
    }
}
