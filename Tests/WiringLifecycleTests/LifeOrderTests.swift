import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// Which instances wait for which.
@Suite(.timeLimit(.minutes(10)), .container) struct LifeOrderTests {
    enum Lifetime: CaseIterable {
        case cached, shared, graph, singleton, unique, customCached, customSingleton

        var scope: Scope {
            switch self {
            case .cached: .cached
            case .shared: .shared
            case .graph: .graph
            case .singleton: .singleton
            case .unique: .unique
            case .customCached: Scope.Cached()
            case .customSingleton: Scope.Singleton()
            }
        }
    }

    /// What depends on the database through an instance without hooks waits for its start.
    @Test(arguments: Lifetime.allCases)
    func anInstanceWithoutHooksPassesDependenciesOn(_ lifetime: Lifetime) async throws {
        let plant = Plant()
        plant.between.scope(lifetime.scope)
        try await plant.expectTopToWait(\.top) { $0.top() }
    }

    /// The holder has built the instance in between before the top is resolved.
    @Test(arguments: Lifetime.allCases)
    func aStoredInstancePassesDependenciesOn(_ lifetime: Lifetime) async throws {
        let plant = Plant()
        plant.between.scope(lifetime.scope)
        try await plant.expectTopToWait(\.holder, \.top) {
            _ = $0.holder()
            return $0.top()
        }
    }

    @Test func aStoredInstanceForAParameterPassesDependenciesOn() async throws {
        let plant = Plant()
        try await plant.expectTopToWait(\.holder, \.topOfParameter) {
            _ = $0.holder()
            return $0.topOfParameter()
        }
    }

    /// The first instance in between is stored by the second, which is built without an instance with hooks around it.
    @Test func aChainOfStoredInstancesPassesDependenciesOn() async throws {
        let plant = Plant()
        try await plant.expectTopToWait(\.repository, \.secondRepository, \.topOfChain) {
            _ = ($0.repository(), $0.secondRepository())
            return $0.topOfChain()
        }
    }

    @Test func anInstanceOfAnotherContainerStartsWithItsDependents() async throws {
        let (plant, other) = (Plant(), Plant())
        plant.between.register { [unowned other] in Machine("between", needs: [other.metrics()]) }
        try await plant.run(\.top) {}
        #expect(other.events.values.count == 4)
        #expect(plant.events.values == ["starting top"])
    }

    @Test func anInstanceThatAClosureDecoratesDependsOnWhatTheClosureResolves() async throws {
        let plant = Plant()
        plant.metrics.decorate { [unowned plant] in Machine($0.name, needs: [plant.database()]) }
        await plant.expectNoStart { $0.metrics() }
        try await plant.run(\.metrics) {}
        #expect(plant.events.values.prefix(3) == ["starting database", "started database", "starting metrics"])
    }

    /// The server stops when the bystanders have. A database that did not wait for the server would stop with them: its stop
    /// begins before theirs.
    @Test func dependentsStopFirst() async throws {
        let (plant, bystanders) = (Plant(), Bystanders())
        for number in 0..<Bystanders.count { plant.on("stopping session \(number)") { bystanders.stop() } }
        plant.on("stopping server") { await bystanders.haveStopped.pass() }
        try await plant.run(\.bystanders, \.server) {}
        // The bystanders may end while the database stops.
        let events = plant.events.values.filter { !$0.contains("session") }
        #expect(events.suffix(3) == ["stopped server", "stopping database", "stopped database"])
    }
}

extension Plant {
    var between: Factory<Machine> { self { Machine("between", needs: [self.database()]) } }
    var holder: Factory<Machine> {
        self { Machine("holder", needs: [self.between(), self.betweenOfParameter(1)]) }.cached
    }
    var top: Factory<Machine> {
        self { Machine("top", needs: [self.between()]) }.cached.onStart { self.events.add("starting \($0.name)") }
    }

    var betweenOfParameter: ParameterFactory<Int, Machine> {
        self { Machine("between \($0)", needs: [self.database()]) }.scopeOnParameters.cached
    }
    var topOfParameter: Factory<Machine> {
        self { Machine("top", needs: [self.betweenOfParameter(1)]) }.cached
            .onStart { self.events.add("starting \($0.name)") }
    }

    var secondRepository: Factory<Machine> { self { Machine("second", needs: [self.repository()]) }.cached }
    var topOfChain: Factory<Machine> {
        self { Machine("top", needs: [self.secondRepository()]) }.cached
            .onStart { self.events.add("starting \($0.name)") }
    }

    /// Has no hooks.
    var bystanders: Factory<Machine> {
        self { Machine("bystanders", needs: (0..<Bystanders.count).map { self.session($0) }) }.cached
    }
    /// Resolving it waits for the start of what is registered, whether that succeeds or fails, also in a cancelled task.
    var awaited: AsyncFactory<Machine, Never> { self { Machine("awaited") }.cached }

    /// Runs twice. Named dependencies start after the database. If its start fails, the one that `resolve` returns does not start.
    ///
    /// - Parameter resolve: Resolves the dependencies.
    fileprivate func expectTopToWait<each F: Startable>(
        _ dependencies: repeat KeyPath<Plant, each F>,
        resolving resolve: @escaping @Sendable (Plant) -> Machine
    ) async throws {
        await expectNoStart(resolving: resolve)
        try await run(repeat each dependencies) {}
        #expect(events.values.prefix(3) == ["starting database", "started database", "starting top"])
        #expect(events.values.suffix(2) == ["stopping database", "stopped database"])
        #expect(events.values.count == 5)
    }

    /// Expects that an instance never starts if the start of the database fails, when the instance has been resolved. Nothing cancels
    /// its start, so it would start if it did not wait for that of the database.
    fileprivate func expectNoStart(resolving resolve: @escaping @Sendable (Plant) -> Machine) async {
        let isResolved = AsyncGate()
        on("starting database") {
            await isResolved.pass()
            throw Broken("database")
        }
        awaited.register { [unowned self] in
            defer { isResolved.open() }
            return resolve(self)
        }
        await #expect(throws: Broken("database")) { try await self.run { _ = await self.awaited() } }
        #expect(events.values == ["starting database"])
        on("starting database") {}
        events.removeAll()
    }
}
