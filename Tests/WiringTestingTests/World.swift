import Synchronization
import Testing
import WiringTesting

extension Scope {
    static let userCached = Cached()
    static let userShared = Shared()
    static let userSingleton = Singleton()
}

extension Container {
    var ofCached: Factory<Named> { self { Named("declared") }.cached }
    var ofShared: Factory<Named> { self { Named("declared") }.shared }
    var ofSingleton: Factory<Named> { self { Named("declared") }.singleton }
    var ofUserCached: Factory<Named> { self { Named("declared") }.scope(.userCached) }
    var ofUserShared: Factory<Named> { self { Named("declared") }.scope(.userShared) }
    var ofUserSingleton: Factory<Named> { self { Named("declared") }.scope(.userSingleton) }
    var ofParameter: ParameterFactory<Int, Named> { self { Named("declared \($0)") }.cached.scopeOnParameters }
    var ofGraph: Factory<Named> { self { Named("declared") }.graph }
    var twoOfGraph: Factory<[Named]> { self { [self.ofGraph(), self.ofGraph()] } }
    var ofNoScope: Factory<Named> { self { Named("declared") } }
    var byArg: Factory<Named> { self { Named("declared") }.onArg("world") { Named("argument") } }
    var decorated: Factory<Named> { self { Named("declared") } }
    var promise: Factory<Named?> { promised() }

    /// The instances of all scopes that outlive a resolution.
    var instances: [Named] {
        [ofCached(), ofShared(), ofSingleton(), ofUserCached(), ofUserShared(), ofUserSingleton(), ofParameter(1)]
    }
}

/// Stands around a test like a program that has run for a while: with instances of every scope, registrations, contexts,
/// settings and decorators. When the test has ended, none of it may have changed.
struct World: TestTrait, TestScoping {
    @TaskLocal static var current: World?

    let container = Container()
    let instances: [Named]
    let lines = Lines()
    let decorations = Lines()

    /// Made where ``Scope/singleton`` is bound already.
    init() {
        let (container, lines, decorations) = (container, lines, decorations)
        instances = Container.$shared.withValue(container) {
            FactoryContext.setArg("world", forKey: "world")
            container.ofNoScope.register { Named("world") }
            container.decorated.decorator { decorations.add("own \($0.name)") }
            container.ofUserCached.timeToLive(1000)
            container.decorator { _ in decorations.add("container's") }
            container.manager.defaultScope = .cached
            container.manager.logger = { lines.add($0) }
            container.manager.trace = true
            container.manager.circularDependencyTesting = false
            container.manager.promiseTriggersError.toggle()
            return container.instances + [container.ofNoScope()]
        }
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Scope.$singleton.withValue(Scope.Singleton()) {
            let world = World()
            try await Container.$shared.withValue(world.container) {
                let (lines, decorations) = (world.lines.count, world.decorations.count)
                try await World.$current.withValue(world) { try await function() }
                #expect(world.lines.count == lines, "the test's resolutions are in the world's trace")
                #expect(world.decorations.count == decorations, "the test's instances were decorated by the world")
                world.expectUnchanged()
            }
        }
    }

    private func expectUnchanged() {
        #expect(zip(container.instances + [container.ofNoScope()], instances).allSatisfy { $0 === $1 })
        #expect(container.ofNoScope().name == "world")
        #expect(container.byArg().name == "argument")
        #expect(FactoryContext.current.runtimeArguments == ["world": "world"])
        #expect(container.manager.defaultScope === Scope.cached)
        #expect(container.manager.trace)
        #expect(!container.manager.circularDependencyTesting)
        #expect(container.manager.promiseTriggersError != Container().manager.promiseTriggersError)
    }
}

/// Lines from any thread.
final class Lines: Sendable {
    private let collected = Mutex<[String]>([])

    var count: Int { collected.withLock(\.count) }
    func add(_ line: String) { collected.withLock { $0.append(line) } }
}
