import Testing
import WiringTesting

/// Everything of a user's runs where it may resolve, register and reset, also on another thread that it waits for.
@Suite(.timeLimit(.minutes(5)), .container)
struct NoUserCodeUnderALockTests {
    /// Uses a container in every way, here and on another thread.
    static func use(_ stage: Stage) {
        let scope = Scope.singleton
        let shared = Container.shared
        let work: @Sendable (Int) -> Void = { _ in
            Scope.$singleton.withValue(scope) {
                _ = stage.other()
                stage.other.register { Product("other") }
                stage.other.reset()
                stage.manager.push()
                stage.manager.pop()
                stage.manager.reset(scope: .cached)
                _ = stage.manager.isEmpty(.all)
                _ = stage.manager.trace
                stage.manager.promiseTriggersError = false
                Scope.singleton.clone().reset()
                Container.$shared.withValue(shared) { FactoryContext.setArg("value", forKey: "key") }
            }
        }
        work(0)
        onThreads(1, work)
    }

    /// Uses a container when it goes.
    final class Leaving: Sendable {
        let action: @Sendable () -> Void
        init(_ action: @escaping @Sendable () -> Void) { self.action = action }
        deinit { action() }
    }

    final class Cases: ManagedContainer {
        let manager = ContainerManager()
        let stage = Stage()
        let left = Counter()

        func leaving() -> Leaving {
            Leaving { [stage, left] in
                NoUserCodeUnderALockTests.use(stage)
                left.increment()
            }
        }

        var cached: Factory<Leaving> { self { self.leaving() }.cached }
        var singleton: Factory<Leaving> { self { self.leaving() }.singleton }
        var graph: Factory<Leaving> { self { self.leaving() }.graph }
        var parameterized: ParameterFactory<Key, Leaving> { self { _ in self.leaving() }.scopeOnParameters.cached }
        var decorated: Factory<Product> {
            self { Product("decorated") }.cached.decorator { [stage] _ in NoUserCodeUnderALockTests.use(stage) }
        }
    }

    /// A parameter that resolves when it is hashed or compared.
    struct Key: Hashable {
        let stage: Stage
        let number: Int

        static func == (left: Key, right: Key) -> Bool {
            NoUserCodeUnderALockTests.use(left.stage)
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) {
            NoUserCodeUnderALockTests.use(stage)
            hasher.combine(0)
        }
    }

    @Test func closuresUseTheirOwnContainer() {
        let stage = Stage()
        stage.whileBuilding { name in if name != "other" { Self.use(stage) } }
        // The use resets what is being built, so that it is not kept; it ends all the same.
        #expect(stage.cached().name == "cached")
        #expect(stage.singleton().name == "singleton")
        #expect(stage.parameterized(7).name == "7")
    }

    @Test func decoratorsUseTheirOwnContainer() {
        let cases = Cases()
        #expect(cases.decorated().name == "decorated")
        cases.decorator { [stage = cases.stage] _ in Self.use(stage) }
        _ = cases.cached()
    }

    @Test func parametersAreHashedAndComparedOutside() {
        let cases = Cases()
        let first = cases.parameterized(Key(stage: cases.stage, number: 1))
        #expect(cases.parameterized(Key(stage: cases.stage, number: 1)) === first)
        #expect(cases.parameterized(Key(stage: cases.stage, number: 2)) !== first)
        cases.manager.push()
        cases.manager.pop()
        #expect(cases.parameterized(Key(stage: cases.stage, number: 1)) === first)
    }

    @Test func whatIsLetGoUsesTheContainer() {
        let cases = Cases()
        var expected = 0
        func expectOneMoreLeft(_ change: () -> Void) {
            _ = cases.cached()
            _ = cases.parameterized(Key(stage: cases.stage, number: 1))
            change()
            expected += 2
            #expect(cases.left.count == expected)
        }
        expectOneMoreLeft {
            cases.cached.register { [unowned cases] in cases.leaving() }
            cases.parameterized.register { [unowned cases] _ in cases.leaving() }
        }
        expectOneMoreLeft {
            cases.cached.reset()
            cases.parameterized.reset()
        }
        expectOneMoreLeft { cases.reset() }
        expectOneMoreLeft { cases.manager.reset(scope: .cached) }
        cases.manager.push()
        expectOneMoreLeft { cases.manager.pop() }
        _ = cases.singleton()
        Scope.singleton.reset()
        #expect(cases.left.count == expected + 1)
        _ = cases.graph()
        #expect(cases.left.count == expected + 2)
    }

    @Test func aReplacedClosureUsesTheContainerWhenItGoes() {
        let cases = Cases()
        let stage = cases.stage
        do {
            let captured = Leaving { Self.use(stage) }
            stage.cached.register { Product("\(ObjectIdentifier(captured))") }
            stage.cached.decorator { _ in _ = captured }
            stage.cached.onArg("never") { Product("\(ObjectIdentifier(captured))") }
            stage.manager.logger = { _ in _ = captured }
            stage.decorator { _ in _ = captured }
        }
        stage.manager.logger = { _ in }
        stage.manager.push()
        do {
            let captured = Leaving { Self.use(stage) }
            stage.manager.logger = { _ in _ = captured }
            stage.decorator { _ in _ = captured }
        }
        stage.manager.pop()
        stage.decorator(nil)
        stage.cached.decorator { _ in }
        stage.reset()
        #expect(stage.cached().name == "cached")
    }
}
