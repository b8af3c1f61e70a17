import Testing
import Wiring
import WiringTesting

extension Scope {
    static let userCached = Cached()
    static let userShared = Shared()
    static let userSingleton = Singleton()
}

extension Container {
    var cachedNamed: Factory<Named> { self { Named("declared") }.cached }
    var sharedNamed: Factory<Named> { self { Named("declared") }.shared }
    var singletonNamed: Factory<Named> { self { Named("declared") }.singleton }
    var userCachedNamed: Factory<Named> { self { Named("declared") }.scope(.userCached) }
    var userSharedNamed: Factory<Named> { self { Named("declared") }.scope(.userShared) }
    var userSingletonNamed: Factory<Named> { self { Named("declared") }.scope(.userSingleton) }
    var parameterNamed: ParameterFactory<Int, Named> { self { Named("declared \($0)") }.cached.scopeOnParameters }
    var graphNamed: Factory<Named> { self { Named("declared") }.graph }
    var graphPair: Factory<[Named]> { self { [self.graphNamed(), self.graphNamed()] } }
    var unscopedNamed: Factory<Named> { self { Named("declared") } }
    var byArg: Factory<Named> { self { Named("declared") }.onArg("program") { Named("argument") } }
    var decorated: Factory<Named> { self { Named("declared") } }
    var promise: Factory<Named?> { promised() }

    /// The instances of all scopes that outlive a resolution.
    var instances: [Named] {
        [
            cachedNamed(), sharedNamed(), singletonNamed(), userCachedNamed(), userSharedNamed(), userSingletonNamed(),
            parameterNamed(1),
        ]
    }
}

/// Runs a test within the state of a program that has run for a while: instances of every scope, registrations, contexts,
/// settings and decorators. Expects that the test changes none of it.
struct RunningProgram: TestTrait, TestScoping {
    @TaskLocal static var current: RunningProgram?

    let container = Container()
    let instances: [Named]
    let lines = Lines()
    let decorations = Lines()

    /// Called after ``Scope/singleton`` is bound.
    init() {
        let (container, lines, decorations) = (container, lines, decorations)
        instances = Container.$shared.withValue(container) {
            FactoryContext.setArg("program", forKey: "program")
            container.unscopedNamed.register { Named("program") }
            container.decorated.decorator { decorations.add("own \($0.name)") }
            container.userCachedNamed.timeToLive(1000)
            container.decorator { _ in decorations.add("container's") }
            container.manager.defaultScope = .cached
            container.manager.logger = { lines.add($0) }
            container.manager.trace = true
            container.manager.circularDependencyTesting = false
            container.manager.promiseTriggersError.toggle()
            return container.instances + [container.unscopedNamed()]
        }
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Scope.$singleton.withValue(Scope.Singleton()) {
            let program = RunningProgram()
            try await Container.$shared.withValue(program.container) {
                let (lines, decorations) = (program.lines.count, program.decorations.count)
                try await RunningProgram.$current.withValue(program) { try await function() }
                #expect(program.lines.count == lines, "the test's resolutions are in the program's trace")
                #expect(program.decorations.count == decorations, "the test's instances were decorated by the program")
                program.expectUnchanged()
            }
        }
    }

    private func expectUnchanged() {
        #expect(zip(container.instances + [container.unscopedNamed()], instances).allSatisfy { $0 === $1 })
        #expect(container.unscopedNamed().name == "program")
        #expect(container.byArg().name == "argument")
        #expect(FactoryContext.current.runtimeArguments == ["program": "program"])
        #expect(container.manager.defaultScope === Scope.cached)
        #expect(container.manager.trace)
        #expect(!container.manager.circularDependencyTesting)
        #expect(container.manager.promiseTriggersError != Container().manager.promiseTriggersError)
    }
}

/// Collects lines. Any thread may add one.
final class Lines: Sendable {
    private let collected = Protected<[String]>([])

    var count: Int { collected.withLock(\.count) }
    func add(_ line: String) { collected.withLock { $0.append(line) } }
}
