import Testing
import WiringTesting

/// Runs a test's other traits with outer containers, which stand in for those of the process.
struct OuterState: TestTrait, TestScoping {
    static let instance = Named("outer")

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let container = Container()
        let calls = Calls()
        let custom = CustomContainer()
        custom.service.register { Named("outer") }
        try await Container.$shared.withValue(container) {
            try await Scope.$singleton.withValue(Scope.Singleton()) {
                container.service.register { Named("outer") }
                container.cached.register { OuterState.instance }
                // A second instance would have another name.
                container.singleton.register { [OuterState.instance, Named("another")][min(calls.increment(), 2) - 1] }
                _ = container.cached()
                _ = container.singleton()
                container.manager.defaultScope = .cached
                FactoryContext.setArg("mock", forKey: "key")
                try await CustomContainer.$shared.withValue(custom) { try await function() }
                #expect(container.service().name == "outer")
                #expect(container.cached() === OuterState.instance)
                #expect(container.singleton() === OuterState.instance)
                #expect(container.byArgument().name == "argument")
                #expect(custom.service().name == "outer")
            }
        }
    }
}

/// Counts calls. Any thread may call it.
private final class Calls: Sendable {
    private let count = AtomicWord()

    func increment() -> Int { Int(count.increment()) }
}
