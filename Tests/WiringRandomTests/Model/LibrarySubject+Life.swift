import Wiring
import WiringAsync
import WiringLifecycle
import WiringTestSupport

extension LibrarySubject {
    /// The closures of `onStart` and `onStop`.
    struct Hooks: Sendable {
        fileprivate let life: Locked<LifeEvents>
        fileprivate let stopped: Locked<[Thing]>

        func start(_ thing: Thing?) async {
            guard let thing else { return }
            life.withLock { $0.beginStart(thing) }
            await Task.yield()
            life.withLock { $0.endStart(thing) }
        }

        func stop(_ thing: Thing?) async {
            guard let thing else { return }
            stopped.withLock { $0.append(thing) }
            life.withLock { $0.beginStop(thing) }
            await Task.yield()
            life.withLock { $0.endStop(thing) }
        }
    }

    var hooks: Hooks { Hooks(life: life, stopped: stopped) }

    /// Counts the starts that fail in a container, but throw no error. What is logged about a singleton is no failure.
    func countFailures(of container: any ProgramContainer) {
        let number = container.place.number
        container.manager.logger = { [life, starting] message in
            if message.contains("is a singleton, so it uses") || message.contains("keeps only objects")
                || message.contains("was dropped by its scope")
            {
                return
            }
            if starting.withLock({ $0 }) != number { life.withLock { $0.failStart() } }
        }
    }

    /// Starts named declarations, after the parents of the container.
    func start(_ number: Int, _ names: [Int]) {
        let container = containers[number]
        if let parent = lineages[number].last, !started.contains(ObjectIdentifier(parent)) {
            if let number = containers.firstIndex(where: { $0 === parent }) { start(number, []) }
            guard started.contains(ObjectIdentifier(parent)) else { return }
        }
        starting.withLock { $0 = number }
        started.insert(ObjectIdentifier(container))
        let hasSucceeded = awaiting { [self] in await container.start(names.filter(program.canStart)) }
        note(.startEnded(hasSucceeded))
        hasStartFailed = !hasSucceeded
        if hasStartFailed { shutDown(number) }
    }

    /// Stops a container, after its children.
    func shutDown(_ number: Int) {
        let container = containers[number]
        let children = containers.indices.filter { lineages[$0].contains { $0 === container } }
        for child in children.sorted(by: { lineages[$0].count > lineages[$1].count }) { stop(containers[child]) }
        stop(container)
    }

    private func stop(_ container: any ProgramContainer) {
        started.remove(ObjectIdentifier(container))
        awaiting { await container.shutdown() }
    }
}

extension ProgramContainer {
    /// Starts at most two named declarations, which make objects and take no parameter.
    ///
    /// - Returns: Whether they have started.
    fileprivate func start(_ names: [Int]) async -> Bool {
        let paths = names.map(path)
        do {
            switch paths.count {
            case 0: try await start()
            case 1: try await paths[0].start(in: self)
            default: try await paths[0].start(in: self, before: paths[1])
            }
            return true
        } catch {
            return false
        }
    }

    private func path(to declaration: Int) -> any StartPath<Self> {
        switch place.subject.program.declarations[declaration].effect {
        case .none: TypedStartPath(path: \Self.[DeclaredFactory<Factory<Thing>>(declaration)])
        case .throwing:
            TypedStartPath(path: \Self.[DeclaredFactory<ThrowingFactory<Thing, RecipeFailure>>(declaration)])
        case .asynchronous:
            TypedStartPath(path: \Self.[DeclaredFactory<AsyncFactory<Thing, RecipeFailure>>(declaration)])
        }
    }
}

/// A declaration that a start names, with its type erased.
private protocol StartPath<Container> {
    associatedtype Container: ManagedContainer

    func start(in container: Container) async throws
    func start(in container: Container, before other: any StartPath<Container>) async throws
    func start(in container: Container, after other: KeyPath<Container, some Startable>) async throws
}

private struct TypedStartPath<Container: ManagedContainer, Dependency: Startable>: StartPath {
    let path: KeyPath<Container, Dependency>

    func start(in container: Container) async throws { try await container.start(path) }

    func start(in container: Container, before other: any StartPath<Container>) async throws {
        try await other.start(in: container, after: path)
    }

    func start(in container: Container, after other: KeyPath<Container, some Startable>) async throws {
        try await container.start(other, path)
    }
}
