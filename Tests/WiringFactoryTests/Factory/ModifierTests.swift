import Testing
import WiringTestSupport
import WiringTesting

private final class Bench: ManagedContainer {
    let manager = ContainerManager()
    let decorated = Collection<String>()
}

extension Scope {
    fileprivate static let custom = Cached()
}

extension Bench {
    var plain: Factory<LiveService> { self { LiveService() } }
    var cached: Factory<LiveService> { self { LiveService() }.cached }
    var unique: Factory<LiveService> { self { LiveService() }.unique }
    var withContext: Factory<String> { self { "declared" }.context(.device, .simulator) { "declared context" } }
    var withArgument: Factory<String> { self { "declared" }.onArg("a") { "declared argument" } }
    var withDecorator: Factory<Int> { self { 1 }.decorator { _ in self.decorated.add("declared") } }
    var number: Factory<Int> { self { 1 } }
    var expiring: Factory<LiveService> { self { LiveService() }.cached.timeToLive(60) }
    var meal: ParameterFactory<Int, LiveService> { self { _ in LiveService() }.scopeOnParameters.cached }
}

@Suite(.container) struct ModifierTests {
    private let bench = Bench()

    @Test func aScopeCanBeSetExternallyIfTheDeclarationHasNone() {
        _ = bench.plain.cached
        #expect(bench.plain() === bench.plain())
        bench.plain.scope(.custom)
        let custom = bench.plain()
        #expect(bench.plain() === custom)
        bench.manager.reset(scope: .custom)
        #expect(bench.plain() !== custom)
    }

    @Test func everyScopeCanBeSetExternally() {
        let single = bench.plain.singleton()
        #expect(Bench().plain.singleton() === single)
        let shared = bench.plain.shared()
        #expect(bench.plain() === shared)
        #expect(bench.plain.graph() !== bench.plain())
        #expect(bench.plain.unique() !== bench.plain())
        bench.manager.defaultScope = .cached
        bench.plain.scope(nil)
        #expect(bench.plain() === bench.plain())
    }

    @Test func aDeclaredScopeWins() {
        _ = bench.cached.unique
        #expect(bench.cached() === bench.cached())
        _ = bench.unique.cached
        #expect(bench.unique() !== bench.unique())
        _ = bench.cached.singleton
        #expect(bench.cached() !== Bench().cached())
    }

    @Test func aDeclaredContextWins() {
        bench.withContext.context(.device, .simulator) { "outside" }
        #expect(bench.withContext() == "declared context")
    }

    @Test func aContextCanBeSetExternallyIfTheDeclarationDoesNotSetIt() {
        FactoryContext.current.arguments = ["program", "b", "a"]
        #expect(bench.withArgument() == "declared argument")
        bench.withArgument.onArg("b") { "outside" }
        #expect(bench.withArgument() == "outside")
        FactoryContext.current.arguments = ["program", "a"]
        #expect(bench.withArgument() == "declared argument")
    }

    @Test func aDeclaredDecoratorWins() {
        bench.withDecorator.decorator { _ in bench.decorated.add("outside") }
        _ = bench.withDecorator()
        #expect(bench.decorated.values == ["declared"])
    }

    @Test func anExternalDecoratorPersists() {
        let bench = bench
        bench.number.decorator { bench.decorated.add("outside \($0)") }
        _ = (bench.number(), bench.number())
        #expect(bench.decorated.values == ["outside 1", "outside 1"])
    }

    @Test func aDeclaredTimeToLiveWins() {
        let begin = ContinuousClock.now
        let first = MonotonicTime.stopping(at: begin) {
            bench.expiring.timeToLive(1_000)
            return bench.expiring()
        }
        MonotonicTime.stopping(at: begin + .seconds(61)) { #expect(bench.expiring() !== first) }
    }

    @Test func aFactoryValueKeepsItsDeclaredModifiers() {
        let (cached, withContext) = (bench.cached, bench.withContext)
        _ = bench.cached.unique
        bench.withContext.context(.device, .simulator) { "outside" }
        #expect(cached() === cached())
        #expect(withContext() == "declared context")
    }

    @Test func declaredModifiersApplyAgainAfterAReset() {
        _ = bench.cached()
        bench.reset()
        #expect(bench.cached() === bench.cached())
        bench.cached.reset()
        #expect(bench.cached() === bench.cached())
    }

    @Test func aResetRemovesExternalModifiers() {
        _ = bench.plain.cached
        bench.plain.reset()
        #expect(bench.plain() !== bench.plain())
        _ = bench.plain.cached
        bench.reset()
        #expect(bench.plain() !== bench.plain())
    }

    @Test func externalModifiersDoNotAffectOtherContainers() {
        _ = bench.plain.cached
        let other = Bench()
        #expect(other.plain() !== other.plain())
    }

    @Test func repeatedAccessKeepsTheInstances() {
        let (cached, meal) = (bench.cached(), bench.meal(1))
        for _ in 0..<3 { _ = (bench.cached, bench.cached.cached, bench.meal.scopeOnParameters.cached) }
        #expect(bench.cached() === cached)
        #expect(bench.meal(1) === meal)
    }

    @Test func modifiersCanBeChained() {
        let bench = bench
        let factory = bench.number.cached.timeToLive(60).decorator { _ in bench.decorated.add("outside") }
            .onArg("a") { 2 }.onArgs(["b", "c"]) { 3 }.onPreview { 4 }.onTest { 5 }.onSimulator { 6 }.onDevice { 7 }
            .onDebug { 8 }.context(.arg("d"), .test) { 9 }.register { 10 }
        FactoryContext.current.arguments = ["program", "c"]
        #expect(factory() == 3)
        #expect(bench.number() == 3)
        #expect(bench.decorated.values == ["outside", "outside"])
    }

    @Test func modifierResultsCanBeDiscarded() {
        bench.number.scope(.cached)
        bench.number.timeToLive(60)
        bench.number.decorator { _ in }
        bench.number.decorator { _, _ in }
        bench.number.context(.test) { 1 }
        bench.number.onArg("a") { 1 }
        bench.number.onArgs(["a"]) { 1 }
        bench.number.onPreview { 1 }
        bench.number.onTest { 1 }
        bench.number.onDebug { 1 }
        bench.number.onSimulator { 1 }
        bench.number.onDevice { 1 }
        bench.number.once()
        bench.number.register { 2 }
        #expect(bench.number.resolve() == 1)
        bench.number.reset()
        bench.number.reset(.all)
        bench.number.reset(options: .all)
        #expect(bench.manager.isEmpty(.all))
    }
}
