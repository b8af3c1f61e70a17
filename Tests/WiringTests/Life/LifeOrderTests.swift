import Testing
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

    /// The database starts slowly. What depends on it through an instance without hooks waits.
    @Test(arguments: Lifetime.allCases)
    func anInstanceWithoutHooksPassesDependenciesOn(_ lifetime: Lifetime) async throws {
        let plant = Plant()
        plant.between.scope(lifetime.scope)
        try await plant.expectTopToWait(\.top)
    }

    /// The holder has built the instance in between before the top is resolved.
    @Test(arguments: Lifetime.allCases)
    func aStoredInstancePassesDependenciesOn(_ lifetime: Lifetime) async throws {
        let plant = Plant()
        plant.between.scope(lifetime.scope)
        try await plant.expectTopToWait(\.holder, \.top)
    }

    @Test func aStoredInstanceForAParameterPassesDependenciesOn() async throws {
        let plant = Plant()
        try await plant.expectTopToWait(\.holder, \.topOfParameter)
    }

    /// The first instance in between is stored by the second, which is built without an instance with hooks around it.
    @Test func aChainOfStoredInstancesPassesDependenciesOn() async throws {
        let plant = Plant()
        try await plant.expectTopToWait(\.repository, \.secondRepository, \.topOfChain)
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
        plant.on("starting database") {
            await letOthersRun()
            #expect(!plant.events.values.contains("starting metrics"))
        }
        try await plant.run(\.metrics) {}
        #expect(plant.events.values.contains("started metrics"))
    }

    @Test func dependentsStopFirst() async throws {
        let plant = Plant()
        plant.on("stopping server") {
            await letOthersRun()
            #expect(!plant.events.values.contains("stopping database"))
        }
        try await plant.run(\.server) {}
        #expect(plant.events.values.last == "stopped database")
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

    /// Runs with a database that starts slowly.
    fileprivate func expectTopToWait<each F: Startable>(_ dependencies: repeat KeyPath<Plant, each F>) async throws {
        on("starting database") {
            await letOthersRun()
            #expect(!self.events.values.contains("starting top"))
        }
        try await run(repeat each dependencies) {}
        let events = events.values
        #expect(events.contains("starting top"))
        #expect(events.filter { $0 == "started database" || $0 == "stopped database" }.count == 2)
    }
}
