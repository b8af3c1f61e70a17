import Synchronization
import Testing
import WiringTesting

/// A container of a test's own within which another test's trait runs, as if it were the process's.
struct Surroundings: TestTrait, TestScoping {
    static let built = Named("surroundings")

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let container = Container()
        let calls = Calls()
        let custom = CustomContainer()
        custom.service.register { Named("surroundings") }
        try await Container.$shared.withValue(container) {
            try await Scope.$singleton.withValue(Scope.Singleton()) {
                container.service.register { Named("surroundings") }
                container.cached.register { Surroundings.built }
                // Only the instance that is built here is the surroundings'; another would be of another name.
                container.singleton.register { [Surroundings.built, Named("another")][min(calls.increment(), 2) - 1] }
                _ = container.cached()
                _ = container.singleton()
                container.manager.defaultScope = .cached
                FactoryContext.setArg("mock", forKey: "key")
                try await CustomContainer.$shared.withValue(custom) { try await function() }
                #expect(container.service().name == "surroundings")
                #expect(container.cached() === Surroundings.built)
                #expect(container.singleton() === Surroundings.built)
                #expect(container.byArgument().name == "argument")
                #expect(custom.service().name == "surroundings")
            }
        }
    }
}

/// Counts calls from any thread.
private final class Calls: Sendable {
    private let count = Atomic<Int>(0)

    func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
}
