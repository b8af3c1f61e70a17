import Wiring

extension Lifecycle {
    /// Begins the start of named dependencies, which ``start(_:stopsAll:_:)`` continues.
    ///
    /// - Throws: An error if an earlier one is about to stop everything.
    func beginStart() throws {
        guard state.withLock({ $0.beginStart() }) else { throw LifecycleError.shutDown(origin) }
    }

    /// Resolves and starts named dependencies, and waits until they have started. If the task is cancelled, the wait ends.
    ///
    /// - Parameters:
    ///   - call: The call that names them.
    ///   - stopsAll: Whether an error stops everything. Otherwise a run goes on, and with it what has been resolved.
    ///   - isolation: The caller's.
    ///   - resolve: Resolves them, and returns their handles.
    /// - Throws: What resolving throws, or the first error of a start.
    func start(
        _ call: StartCall,
        stopsAll: Bool,
        isolation: isolated (any Actor)? = #isolation,
        _ resolve: () async throws -> [FollowerHandle]
    ) async throws {
        var isResolving = true
        do {
            var handles = try await withTaskCancellationHandler {
                // Capturing it isolates this closure to the actor.
                _ = isolation
                return try await resolve()
            } onCancel: {
                if stopsAll { cancelStarts() }
            }
            let nodes = handles.map(LifecycleNode.of)
            try Task.checkCancellation()
            isResolving = false
            for node in nodes {
                let end = node.note(namedIn: self)
                // Another lifecycle has run it.
                if let end, node.owner !== self { noteEnd(ofRun: node, end, from: .elsewhere) }
                node.forgetBystanders()
            }
            // What a scope drops from now on is noticed at once.
            handles = []
            for node in state.withLock({ $0.endResolving() }) { begin(node) }
            // A closure may have handled the error of a start. It stops everything.
            if let failure = state.withLock(\.failure) { throw failure }
            // Another call may still resolve what it names.
            for node in nodes { Self.beginPending(node) }
            for node in nodes {
                guard node.isAdmitted else { throw LifecycleError.builtBefore(node.step) }
                try await StartWaits.wait(for: node, isCancellable: true)
            }
            try Task.checkCancellation()
        } catch {
            let end = state.withLock {
                $0.endStart(error, isResolving: isResolving, stopsAll: stopsAll, isCancelled: Task.isCancelled)
            }
            // A closure may have received the error of a start and thrown it again.
            if end.isReported, !ReportedFailures.isSame(error, end.error) {
                report(.unreceived(error, unresolvedIn: call))
            }
            for node in end.starting { begin(node) }
            if stopsAll { await stop() }
            throw end.error
        }
        guard let failure = state.withLock({ $0.endStart(isCancelled: Task.isCancelled) }) else { return }
        if stopsAll { await stop() }
        throw failure
    }

    func begin(_ node: LifecycleNode) {
        tasks.yield {
            node.begin { hooks in Task { await self.start(node, hooks) } }
            if self.state.withLock(\.isCancelled) { node.cancelStart() }
        }
    }

    /// Cancels the starts under way and later ones, because everything is going to stop. A closure may be waiting for one, and the
    /// resolution of the named dependencies for the closure.
    private func cancelStarts() { for node in state.withLock({ $0.cancelStarts() }) { node.cancelStart() } }

    private func start(_ node: LifecycleNode, _ hooks: LifecycleHooks) async {
        var source = LifecycleState.ErrorSource.elsewhere
        do {
            for dependency in node.dependencies {
                guard dependency.isAdmitted else {
                    source = .missingStart
                    throw LifecycleError.builtBefore(dependency.step, neededBy: node.step)
                }
                Self.beginPending(dependency)
                do {
                    try await dependency.started.cancellableValue.get()
                } catch {
                    node.noteFailure(of: dependency)
                    throw error
                }
                guard dependency.outlives(node) else {
                    source = .missingStart
                    throw LifecycleError.stopping(dependency.step, neededBy: node.step)
                }
            }
            try Task.checkCancellation()
            let began = ContinuousClock.now
            if let start = hooks.start {
                source = .hook(.onStart)
                let isInTime = try await Self.run(within: hooks.startLimit) {
                    try await LifecycleCall.run(node, start)
                }
                if !isInTime, let limit = hooks.startLimit { throw LifecycleError.startTimedOut(node.step, limit) }
            }
            report(.started(node.step, began.duration(to: .now)))
            if hooks.run != nil { state.withLock { $0.beginRun(of: node) } }
            node.end()
        } catch {
            let isCancelled = error is CancellationError && Task.isCancelled
            fail(node, error, from: isCancelled ? .elsewhere : source) { [self] in
                // What waits for the start has not been cancelled.
                node.fail(isCancelled ? LifecycleError.stopping(node.step) : error)
                // Afterwards: an end that begins before awaits the start.
                if hooks.start != nil { state.withLock { $0.remove(node) } }
            }
        }
    }

    /// The task of `onRun`.
    func task(of node: LifecycleNode, _ run: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        Task {
            let result: Result<Void, any Error>
            do { result = .success(try await LifecycleCall.run(node, run)) } catch { result = .failure(error) }
            // Another lifecycle may have taken the instance over meanwhile.
            let (lifecycle, namers) = (node.lifecycle ?? self, node.note(endOfRun: result))
            lifecycle.noteEnd(ofRun: node, result, from: .hook(.onRun))
            for namer in namers where namer !== lifecycle { namer.noteEnd(ofRun: node, result, from: .elsewhere) }
            lifecycle.state.withLock { $0.endRun(of: node) }
        }
    }

    private func noteEnd(
        ofRun node: LifecycleNode,
        _ result: Result<Void, any Error>,
        from source: LifecycleState.ErrorSource
    ) {
        switch result {
        case .success: if state.withLock({ $0.noteReturn(of: node) }) { ended.set(()) }
        case .failure(let error): fail(node, error, from: source)
        }
    }

    /// Begins a start that is pending while named dependencies are resolved, and the starts that it needs. One of the named
    /// dependencies may be waiting for the caller.
    static func beginPending(_ node: LifecycleNode) {
        guard node.pendingLifecycle != nil else { return }
        let needed = node.withDependencies
        // Otherwise it needs an instance that was built before, and that may be named.
        guard needed.allSatisfy(\.isAdmitted) else { return }
        for node in needed { node.pendingLifecycle?.begin(node) }
    }

    /// Records that its scope has dropped an instance that a call names, or that has an `onRun` closure. That ends a run.
    func noteDrop(of node: LifecycleNode) {
        // A child that ends, or another container that is released, drops its instances without a cause. A singleton belongs to the
        // root.
        guard node.drop != nil || node.containers.first.map(containers.contains) == true else { return }
        // An error or a cancellation also ends the starts of what others were built with, which are then found no longer.
        if node.drop?.followsStop == true, state.withLock({ $0.failure != nil }) { return }
        fail(node, LifecycleError.dropped(node.step, node.drop), from: .drop)
    }

    /// Records and reports an error of an instance.
    ///
    /// - Parameters:
    ///   - endStart: Ends the start that has thrown the error. Called when the error has been recorded, so that what depends on the
    ///     instance does not hide the cause, and reported, so that no stop ends before. The others are cancelled afterwards, so that
    ///     what waits for this start receives its error.
    private func fail(
        _ node: LifecycleNode,
        _ error: any Error,
        from source: LifecycleState.ErrorSource,
        endStart: (() -> Void)? = nil
    ) {
        let failure = state.withLock { $0.fail(error, of: node, from: source) }
        switch failure {
        case .thrown: node.note(report(.failed(error, node.step, source.hook)))
        case .reported where source == .drop: report(.unreceived(error, node.step, nil, text: "\(error)"))
        case .reported: node.note(report(.unreceived(error, ofInstance: node.step, source.hook)))
        case .ignored: break
        }
        endStart?()
        guard case .thrown(let cancelled) = failure else { return }
        for node in cancelled { node.cancelStart() }
        ended.set(())
    }
}
