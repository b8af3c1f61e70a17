public import Wiring

extension TaskLocalContainer {
    /// Finds the faults in how dependencies are wired, builds the dependencies in a copy of this container to find more of
    /// them, and throws them. Call it in a test, or when a program starts.
    ///
    /// ```swift
    /// try await container.preflight(building: \.server, \.tracking)
    /// ```
    /// It finds what ``Wiring/ManagedContainer/preflight(_:recorded:)`` finds, and also checks what the closures need
    /// and which errors they throw. It builds the dependencies one after the other, and goes on after one that throws.
    /// One that leads to a cycle of `wire` is not built. Nothing is started. Closures run as in any resolution: one that
    /// opens a connection or writes a file does so. A closure that does not await runs on the caller's actor, so call
    /// this on the main actor to build what belongs there.
    ///
    /// The copy starts with the registrations and overrides of this container, and without instances. The copy and its
    /// instances, including singletons, are released before this returns. Listeners, recordings and the
    /// `failureObserver` of this container receive nothing from the copy. For a strict test, what the copy builds counts as what the
    /// test uses: it fails for a real dependency that it does not allow.
    ///
    /// The copy runs its own `autoRegister()`. Only this container and ``Wiring/Container/shared`` are copied: what a
    /// closure builds in another container stays there. The copy of a child has no parent. A singleton that the child
    /// replaces is therefore built as a singleton, and may be reported as one that holds what the container keeps.
    ///
    /// Some faults still stop the program with an error that names the path, because there is no instance to go on with:
    /// for example a cycle of closures without `wire`, or a dependency of the main actor that a closure builds off it.
    ///
    /// - Parameters:
    ///   - first: A dependency to build.
    ///   - others: More dependencies to build.
    /// - Throws: The faults, if there are any, as ``WiringFaults``: each once, and at least one of several cycles. An error that a closure
    ///   throws is a fault of each of these dependencies that cannot be built because of it.
    public func preflight<First: DeclaredDependency & Startable, each Other: DeclaredDependency & Startable>(
        building first: KeyPath<Self, First>,
        _ others: repeat KeyPath<Self, each Other>
    ) async throws {
        let faults = await findFaults(building: first, repeat each others)
        if !faults.isEmpty { throw WiringFaults(faults: faults) }
    }

    /// The faults that ``preflight(building:_:)`` throws.
    package func findFaults<First: DeclaredDependency & Startable, each Other: DeclaredDependency & Startable>(
        building first: KeyPath<Self, First>,
        _ others: repeat KeyPath<Self, each Other>
    ) async -> [WiringFault] {
        var readers: [StartableReader] = [{ $0[keyPath: first] }]
        for other in repeat each others { readers.append { $0[keyPath: other] } }
        return await faults(building: readers)
    }

    private typealias StartableReader = (Self) -> any DeclaredDependency & Startable

    private static func build(_ dependency: some Startable, for start: ContainerStart) async throws {
        _ = try await dependency.resolve(for: start)
    }

    private func faults(building readers: [StartableReader]) async -> [WiringFault] {
        let collector = FailureCollector()
        let faults = await withExistingContainer(self) {
            await CollectedFailure.$collector.binding(collector) {
                await withEmptyCopy { copy, containers in
                    let (recorded, failures) = await copy.graph(of: containers, building: readers)
                    // The copy of a child has no parent, so it does not show what the child replaces.
                    let container = manager.parent == nil ? copy : self
                    // One by one: a conversion of the array compiles, and fails at run time.
                    let declarations: [Reader] = readers.map { read in { read($0) } }
                    return container.faults(of: declarations, recorded: recorded) + failures
                }
            }
        }
        return collector.end() + faults
    }

    /// Runs an operation with a copy of this container, which is the shared one, and with one of the shared
    /// `Container`. Neither they nor the singletons have instances.
    private func withEmptyCopy(
        _ operation: (_ copy: Self, _ containers: [any ManagedContainer]) async -> [WiringFault]
    ) async -> [WiringFault] {
        let context = manager.context
        var isolation = Isolation(isInheriting: true)
        var containers: [any ManagedContainer] = []
        if Self.self != Container.self {
            containers.append(isolation.shareCopy(of: Container.self))
        }
        let copy = isolation.shareCopy(of: Self.self)
        containers.append(copy)
        isolation.reset()
        for container in containers {
            for case let listener as any InheritedListener in container.manager.observers {
                container.manager.stopObserving(listener)
            }
            container.manager.reset(options: .scope)
        }
        return await isolation.run {
            FactoryContext.current = context
            return await operation(copy, containers)
        }
    }

    /// Builds dependencies, and records what they need from some containers.
    ///
    /// - Returns: What was recorded, and a fault for each dependency that could not be built.
    private func graph(
        of containers: [any ManagedContainer],
        building readers: [StartableReader]
    ) async -> (DependencyGraph, [WiringFault]) {
        let recorder = GraphRecorder()
        recorder.observe(containers)
        let reported = Protected<[ResolutionFailure]>([])
        for container in containers {
            // First, because it may set an observer of its own.
            container.manager.registerAutomatically(container)
            container.manager.failureObserver = { failure in reported.withLock { $0.append(failure) } }
        }
        let start = ContainerStart(self, manager, at: .unknown)
        var failures: [WiringFault] = []
        for read in readers where wiring(of: [read]).graph.cycles.isEmpty {
            do {
                try await Self.build(read(self), for: start)
            } catch {
                // A closure may have caught earlier failures.
                let path = reported.withLock { $0.last?.path }
                failures.append(WiringFault(step(of: read(self).request.declaration), throws: error, path))
            }
            reported.withLock { $0.removeAll() }
        }
        return (recorder.end(), failures)
    }
}

extension WiringFault {
    /// - Parameter path: The path to the closure that threw the error, if it is known.
    fileprivate init(_ step: PathStep, throws error: any Error, _ path: String?) {
        kind = .failedConstruction
        description = "\(step.description) cannot be built: \(error)\n\(path ?? [step].listing)"
    }
}
