import Wiring
import WiringAsync
import WiringLifecycle

/// A container of services with random dependencies. Each service is a declaration of its own, with its number as its line.
final class RandomPlant: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = RandomPlant()
    static var taskLocal: TaskLocal<RandomPlant> { $shared }
    let manager = ContainerManager()
    let works = RandomWorks.inherited

    /// Resolves a service, whatever its kind.
    func resolve(_ service: Int) async throws -> RandomService {
        switch works.plan.nodes[service].kind {
        case .plain: plain(service)()
        case .throwing: try throwing(service)()
        case .asynchronous: try await asynchronous(service)()
        }
    }

    /// Resolves services at once.
    func resolve(_ services: [Int]) async throws -> [RandomService] {
        try await withThrowingTaskGroup { group in
            for service in services { group.addTask { try await self.resolve(service) } }
            var resolved: [RandomService] = []
            for try await service in group { resolved.append(service) }
            return resolved
        }
    }

    /// What the run names.
    var named: AsyncFactory<[RandomService], any Error> {
        self {
            let services = try await self.resolve(self.works.plan.named)
            self.works.name(services)
            return services
        }
    }

    /// Decorates those services that have a decoration.
    func decorate() {
        for (service, node) in works.plan.nodes.enumerated() {
            guard let addition = node.decoration else { continue }
            switch node.kind {
            case .plain:
                plain(service).decorate { [unowned self] in works.decorate($0, plain(addition)()) }
            case .throwing:
                throwing(service).decorate { [unowned self] in works.decorate($0, try resolveAtOnce(addition)) }
            case .asynchronous:
                asynchronous(service).decorate { [unowned self] in works.decorate($0, try await resolve(addition)) }
            }
        }
    }

    // MARK: - Declarations

    private func plain(_ service: Int) -> Factory<RandomService> {
        self(key: "service", line: UInt(service)) {
            self.works.make(service, self.dependencies(of: service).map { $0.container.plain($0.service)() })
        }
        .scope(scope(of: service)).living(as: service, in: works)
    }

    private func throwing(_ service: Int) -> ThrowingFactory<RandomService, any Error> {
        self(key: "service", line: UInt(service)) { () throws in
            if self.works.plan.nodes[service].failsToBuild { try self.failToBuild() }
            let needs = try self.dependencies(of: service).map { try $0.container.resolveAtOnce($0.service) }
            return self.works.make(service, needs)
        }
        .scope(scope(of: service)).living(as: service, in: works)
    }

    private func asynchronous(_ service: Int) -> AsyncFactory<RandomService, any Error> {
        self(key: "service", line: UInt(service)) { () async throws in
            if self.works.plan.nodes[service].failsToBuild { try self.failToBuild() }
            var needs: [RandomService] = []
            for (container, service) in self.dependencies(of: service) {
                needs.append(try await container.resolve(service))
            }
            return self.works.make(service, needs)
        }
        .scope(scope(of: service)).living(as: service, in: works)
    }

    private func resolveAtOnce(_ service: Int) throws -> RandomService {
        works.plan.nodes[service].kind == .plain ? plain(service)() : try throwing(service)()
    }

    private func dependencies(of service: Int) -> [(container: RandomPlant, service: Int)] {
        works.plan.nodes[service].dependencies.map { dependency in
            let elsewhere = works.plan.nodes[dependency].isElsewhere ? works.elsewhere : nil
            return (elsewhere ?? self, dependency)
        }
    }

    private func scope(of service: Int) -> Scope {
        switch works.plan.nodes[service].lifetime {
        case .cached: .cached
        case .shared: .shared
        case .singleton: .singleton
        }
    }

    private func failToBuild() throws {
        works.add(.ending)
        throw Broken("build")
    }
}

extension Factory<RandomService> {
    /// Sets the hooks that a service has.
    fileprivate func living(as service: Int, in works: RandomWorks) -> Self {
        let node = works.plan.nodes[service]
        guard node.hasHooks else { return self }
        let started = onStart({ try await works.start($0) }, key: "service")
            .onStop(within: node.limit, { await works.stop($0) }, key: "service")
        return node.running == nil ? started : started.onRun({ try await works.run($0) }, key: "service")
    }
}

extension EffectfulFactory where Self: Sendable, Success == RandomService {
    /// Sets the hooks that a service has.
    fileprivate func living(as service: Int, in works: RandomWorks) -> Self {
        let node = works.plan.nodes[service]
        guard node.hasHooks else { return self }
        let started = onStart({ try await works.start($0) }, key: "service")
            .onStop(within: node.limit, { await works.stop($0) }, key: "service")
        return node.running == nil ? started : started.onRun({ try await works.run($0) }, key: "service")
    }
}

extension RandomPlan.Node {
    fileprivate var limit: Duration? { overrunsItsStop ? .milliseconds(1) : running == nil ? nil : .seconds(600) }
}
