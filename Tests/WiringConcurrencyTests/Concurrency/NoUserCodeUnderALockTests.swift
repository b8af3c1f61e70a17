import Testing
import WiringTestSupport
import WiringTesting

/// User code always runs where it can resolve, register and reset, also on another thread that it waits for.
@Suite(.timeLimit(.minutes(10)), .container)
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

    final class Cases: ManagedContainer {
        let manager = ContainerManager()
        let stage = Stage()
        let deinits = Counter()

        func deinitAction() -> DeinitAction {
            DeinitAction { [stage, deinits] in
                NoUserCodeUnderALockTests.use(stage)
                deinits.increment()
            }
        }

        var cached: Factory<DeinitAction> { self { self.deinitAction() }.cached }
        var singleton: Factory<DeinitAction> { self { self.deinitAction() }.singleton }
        var graph: Factory<DeinitAction> { self { self.deinitAction() }.graph }
        var parameterized: ParameterFactory<Key, DeinitAction> {
            self { _ in self.deinitAction() }.scopeOnParameters.cached
        }
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

    @Test func factoryClosuresCanUseTheirContainer() {
        let stage = Stage()
        stage.whileBuilding { name in if name != "other" { Self.use(stage) } }
        // The use resets the construction, so its instance is not stored. The resolution still ends.
        #expect(stage.cached().name == "cached")
        #expect(stage.singleton().name == "singleton")
        #expect(stage.parameterized(7).name == "7")
    }

    @Test func decoratorsCanUseTheirContainer() {
        let cases = Cases()
        #expect(cases.decorated().name == "decorated")
        cases.decorator { [stage = cases.stage] _ in Self.use(stage) }
        _ = cases.cached()
    }

    @Test func parametersAreHashedAndComparedWithoutALock() {
        let cases = Cases()
        let first = cases.parameterized(Key(stage: cases.stage, number: 1))
        #expect(cases.parameterized(Key(stage: cases.stage, number: 1)) === first)
        #expect(cases.parameterized(Key(stage: cases.stage, number: 2)) !== first)
        cases.manager.push()
        cases.manager.pop()
        #expect(cases.parameterized(Key(stage: cases.stage, number: 1)) === first)
    }

    @Test func deinitsCanUseTheContainer() {
        let cases = Cases()
        var expected = 0
        func expectTwoDeinits(_ change: () -> Void) {
            _ = cases.cached()
            _ = cases.parameterized(Key(stage: cases.stage, number: 1))
            change()
            expected += 2
            #expect(cases.deinits.count == expected)
        }
        expectTwoDeinits {
            cases.cached.register { [unowned cases] in cases.deinitAction() }
            cases.parameterized.register { [unowned cases] _ in cases.deinitAction() }
        }
        expectTwoDeinits {
            cases.cached.reset()
            cases.parameterized.reset()
        }
        expectTwoDeinits { cases.reset() }
        expectTwoDeinits { cases.manager.reset(scope: .cached) }
        cases.manager.push()
        expectTwoDeinits { cases.manager.pop() }
        _ = cases.singleton()
        Scope.singleton.reset()
        #expect(cases.deinits.count == expected + 1)
        _ = cases.graph()
        #expect(cases.deinits.count == expected + 2)
    }

    @Test func theCapturesOfAReplacedClosureCanUseTheContainerInTheirDeinit() {
        let cases = Cases()
        let stage = cases.stage
        do {
            let captured = DeinitAction { Self.use(stage) }
            stage.cached.register { Product("\(ObjectIdentifier(captured))") }
            stage.cached.decorator { _ in _ = captured }
            stage.cached.onArg("never") { Product("\(ObjectIdentifier(captured))") }
            stage.manager.logger = { _ in _ = captured }
            stage.decorator { _ in _ = captured }
        }
        stage.manager.logger = { _ in }
        stage.manager.push()
        do {
            let captured = DeinitAction { Self.use(stage) }
            stage.manager.logger = { _ in _ = captured }
            stage.decorator { _ in _ = captured }
        }
        stage.manager.pop()
        stage.decorator(nil)
        stage.cached.decorator { _ in }
        stage.reset()
        #expect(stage.cached().name == "cached")
    }
    @Test func theCapturesOfAReplacedRegistrationCanUseTheContainerInTheirDeinit() {
        let (stage, deinits) = (Stage(), Counter())
        for _ in 0..<2 {
            let captured = DeinitAction {
                Self.use(stage)
                deinits.increment()
            }
            stage.cached.register { Product("\(ObjectIdentifier(captured))") }
        }
        #expect(deinits.count == 1)
        stage.cached.reset()
        #expect(deinits.count == 2)
    }

    private final class AutomaticStage: ManagedContainer, AutoRegistering {
        let manager = ContainerManager()
        let deinits = Counter()
        var product: Factory<Product> { self { Product("declared") } }

        func autoRegister() {
            for _ in 0..<2 {
                let captured = DeinitAction { [weak manager, deinits] in
                    _ = manager?.isEmpty(.all)
                    deinits.increment()
                }
                product.register { Product("\(ObjectIdentifier(captured))") }
            }
        }
    }

    /// Only this thread, because others wait for `autoRegister()`.
    @Test func theCapturesOfAReplacedAutomaticRegistrationCanUseTheContainerInTheirDeinit() {
        let stage = AutomaticStage()
        _ = stage.product()
        #expect(stage.deinits.count == 1)
    }
}
