import Testing
import WiringTestSupport
import WiringTesting

private final class Forge: SharedContainer {
    @TaskLocal static var shared = Forge()
    let manager = ContainerManager()
    let made = Counter()
}

extension Forge {
    var sugared: Factory<any Service> {
        self {
            self.made.increment()
            return LiveService()
        }
    }
    var spelledOut: Factory<any Service> { Factory(self) { LiveService() } }
    var spelledOutWithKey: Factory<any Service> { Factory(self, key: "spelled") { LiveService() } }
    var sugaredWithKey: Factory<any Service> { self(key: "sugared") { LiveService() } }
    var cached: Factory<any Service> { self { LiveService() }.cached }
    var doubled: ParameterFactory<Int, Int> { self { $0 * 2 } }
    var doubledSpelledOut: ParameterFactory<Int, Int> { ParameterFactory(self) { $0 * 2 } }
    var doubledWithKey: ParameterFactory<Int, Int> { ParameterFactory(self, key: "double") { $0 * 2 } }
    var doubledSugaredWithKey: ParameterFactory<Int, Int> { self(key: "double") { $0 * 2 } }
    var sum: ParameterFactory<(Int, Int), Int> { self { $0 + $1 } }
    var cachedDouble: ParameterFactory<Int, Int> { self { $0 * 2 }.cached }
    func scaled(by factor: Int) -> ParameterFactory<Int, Int> { self { $0 * factor } }
}

@Suite struct FactoryTests {
    private let forge = Forge()

    @Test func createsAnInstanceOnEachCall() {
        #expect(forge.sugared() !== forge.sugared())
        #expect(forge.sugared.resolve() is LiveService)
        #expect(forge.made.count == 3)
    }

    @Test func everyInitializerSpellingDeclaresAFactory() {
        #expect(forge.spelledOut() is LiveService)
        #expect(forge.spelledOutWithKey() is LiveService)
        #expect(forge.sugaredWithKey() is LiveService)
        #expect(forge.doubled(2) == 4)
        #expect(forge.doubled.resolve(2) == 4)
        #expect(forge.doubledSpelledOut(2) == 4)
        #expect(forge.doubledWithKey(2) == 4)
        #expect(forge.doubledSugaredWithKey(2) == 4)
        #expect(forge.sum((1, 2)) == 3)
        #expect(forge.scaled(by: 5)(2) == 10)
    }

    @Test func accessAloneCreatesNoInstance() {
        _ = forge.sugared
        #expect(forge.made.count == 0)
    }

    @Test func aRegisteredClosureReplacesTheDeclaredOne() {
        forge.sugared.register { MockService() }
        #expect(forge.sugared() is MockService)
        forge.sugared.register(factory: { LiveService() })
        #expect(forge.sugared() is LiveService)
        #expect(forge.made.count == 0)
        #expect(forge.spelledOut.register { MockService() }() is MockService)
    }

    @Test func callingAFactoryWithAClosureRegistersIt() {
        forge.sugared { MockService() }
        #expect(forge.sugared() is MockService)
        forge.doubled { $0 * 3 }
        #expect(forge.doubled(2) == 6)
        let nothing: Void = forge.sugared { LiveService() }
        #expect(nothing == ())
    }

    @Test func parameterFactoriesCanBeRegistered() {
        forge.doubled.register { $0 + 1 }
        #expect(forge.doubled(2) == 3)
        #expect(forge.doubled.register(factory: { $0 - 1 })(2) == 1)
        #expect(forge.sum.register { $0 * $1 }((3, 4)) == 12)
    }

    @Test func aRegistrationAffectsOnlyItsContainer() {
        forge.sugared.register { MockService() }
        #expect(Forge().sugared() is LiveService)
    }

    @Test func aRegistrationClearsTheInstance() {
        let live = forge.cached()
        forge.cached.register { MockService() }
        #expect(forge.cached() is MockService)
        #expect(forge.cached() === forge.cached())
        #expect(live is LiveService)
    }

    @Test func aRegistrationClearsTheInstanceOfTheFirstParameter() {
        #expect(forge.cachedDouble(1) == 2)
        forge.cachedDouble.register { $0 * 10 }
        #expect(forge.cachedDouble(3) == 30)
        #expect(forge.cachedDouble(4) == 30)
    }

    @Test func aStoredFactoryValueFollowsLaterChanges() {
        let factory = forge.sugared
        forge.sugared.register { MockService() }
        #expect(factory() is MockService)
        factory.reset()
        #expect(forge.sugared() is LiveService)
    }

    @Test(arguments: [true, false]) func resolvesTheSameWithAndWithoutCircularDependencyTesting(_ isOn: Bool) {
        forge.manager.circularDependencyTesting = isOn
        #expect(forge.sugared() !== forge.sugared())
        #expect(forge.doubled(2) == 4)
        forge.sugared.register { MockService() }
        forge.doubled.register { $0 * 3 }
        #expect(forge.sugared() is MockService)
        #expect(forge.doubled(2) == 6)
        forge.sugared.reset()
        forge.sugared.onDevice { MockService() }
        #expect(forge.sugared() is MockService)
        #expect(forge.spelledOut() is LiveService)
        _ = forge.spelledOut.cached
        #expect(forge.spelledOut() === forge.spelledOut())
    }

    @Test func aFactoryOfSendablesIsSendable() async {
        let (factory, doubled) = (forge.cached, forge.doubled)
        let instance = await Task.detached { factory() }.value
        #expect(instance === forge.cached())
        #expect(await Task.detached { doubled(4) }.value == 8)
    }

    @Test func resolveCanBePassedAsAFunction() {
        let resolve: () -> any Service = forge.cached.resolve
        #expect(resolve() === forge.cached())
        #expect([1, 2].map(forge.doubled.resolve) == [2, 4])
    }
}
