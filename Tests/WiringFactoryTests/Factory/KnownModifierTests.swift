import Testing
import WiringTestSupport
import WiringTesting

/// Closures that capture nothing are remembered by the container. Those that capture something belong to the factory value.
@Suite(.timeLimit(.minutes(10)), .container)
struct KnownModifierTests {
    private let container = Container()

    @Test func theLastClosureForAContextApplies() {
        for _ in 0..<3 {
            #expect(container.twice(inOrder: true)() == "second")
            #expect(container.twice(inOrder: false)() == "first")
        }
        #expect(container.thrice() == "first again")
    }

    @Test func anAccessHasOnlyTheModifiersThatItEvaluates() {
        for isOn in [true, false, true, false] { #expect(container.sometimes(isOn)() == (isOn ? "test" : "declared")) }
    }

    @Test func aFactoryValueThatIsHeldHasItsModifiers() {
        let (modified, plain) = (container.sometimes(true), container.sometimes(false))
        FactoryContext.current.isTest = false
        #expect(modified() == "declared")
        FactoryContext.setArg("mock", forKey: "api")
        #expect((modified(), plain()) == ("mock", "declared"))
        container.sometimes(true).reset()
        FactoryContext.current.isTest = true
        FactoryContext.removeArg(forKey: "api")
        #expect((modified(), plain()) == ("test", "declared"))
    }

    @Test func aDeclarationMayHaveAnyNumberOfModifiers() {
        for number in 0..<12 {
            FactoryContext.setArg("\(number)", forKey: "number")
            #expect(container.many() == "\(number)")
        }
    }

    @Test func oneFunctionMayBeSetForSeveralArguments() {
        FactoryContext.setArg("a", forKey: "name")
        for name in ["a", "b", "a", "longer than fifteen bytes"] {
            #expect(container.named(name)() == (name == "a" ? "mock" : "declared"))
        }
        FactoryContext.setArg("longer than fifteen bytes", forKey: "name")
        #expect((container.named("longer than fifteen bytes")(), container.named("a")()) == ("mock", "declared"))
    }

    @Test func aTimeToLiveMayVary() {
        let first = container.timed(600)
        #expect(container.timed(600)() === first())
        #expect(container.timed(0)() !== container.timed(0)())
        #expect(container.timed(600)() === container.timed(600)())
    }

    @Test func aClosureThatCapturesIsThatOfTheAccess() {
        for name in ["a", "b", "a"] {
            #expect(container.capturing(name)() == name)
            FactoryContext.setArg("plain", forKey: "api")
            #expect(container.capturing(name)() == "plain")
            FactoryContext.removeArg(forKey: "api")
        }
    }

    @Test func aScopeAppliesAfterSeveralClosuresThatCapture() {
        for _ in 0..<3 {
            let item = container.capturingTwice("a").singleton()
            #expect(container.capturingTwice("a").singleton() === item)
            #expect(Container().capturingTwice("a").singleton() === item)
        }
    }

    @Test func aDecoratorOfTheDeclarationSeesEachHit() {
        for count in 1...3 {
            _ = container.counted()
            #expect(seen.value.withLock { $0 } == count)
        }
    }

    @Test func aClosureFromOutsideDoesNotReplaceTheDeclarations() {
        #expect(container.sometimes(true)() == "test")
        container.sometimes(true).onTest { "outside" }
        #expect(container.sometimes(true)() == "test")
        #expect(container.sometimes(false)() == "outside")
        container.sometimes(true).override { "override" }
        #expect((container.sometimes(true)(), container.sometimes(false)()) == ("override", "override"))
    }

    @Test func aScopeMayStandBetweenOtherModifiers() {
        let first = container.mixed()
        #expect(first === container.mixed())
        #expect(first.name == "test")
        #expect(container.mixed() === container.child().mixed())
        container.mixed.reset()
        #expect(container.mixed() !== first)
    }

    @Test func aChildHasTheModifiersOfTheDeclaration() {
        #expect(container.sometimes(true)() == "test")
        let child = container.child()
        #expect((child.sometimes(true)(), child.sometimes(false)()) == ("test", "declared"))
        container.sometimes(true).register { "registered" }
        #expect((child.sometimes(true)(), child.sometimes(false)()) == ("test", "registered"))
    }
}

private func mock() -> String { "mock" }

private final class Seen: Sendable {
    let value = Protected(0)
}

extension KnownModifierTests {
    private var seen: Seen { Container.shared.seen() }
}

extension Container {
    fileprivate var seen: Factory<Seen> { self { Seen() }.cached }
    fileprivate var counted: Factory<Product> {
        self { Product("counted") }.cached.decorator { _ in Container.shared.seen().value.withLock { $0 += 1 } }
    }

    fileprivate func twice(inOrder: Bool) -> Factory<String> {
        let declared = self(key: "twice") { "declared" }
        return inOrder
            ? declared.onTest(factory: { "first" }, key: "twice").onTest(factory: { "second" }, key: "twice")
            : declared.onTest(factory: { "second" }, key: "twice").onTest(factory: { "first" }, key: "twice")
    }

    fileprivate var thrice: Factory<String> {
        self { "declared" }.onTest { "first" }.onTest { "second" }.onTest { "first again" }
    }

    fileprivate func sometimes(_ isOn: Bool) -> Factory<String> {
        let declared = self(key: "sometimes") { "declared" }
        return isOn
            ? declared.onTest(factory: { "test" }, key: "sometimes").onArg(
                "mock",
                factory: { "mock" },
                key: "sometimes"
            )
            : declared
    }

    fileprivate func named(_ argument: String) -> Factory<String> {
        self(key: "named") { "declared" }.unique.onArg(argument, factory: mock, key: "named")
    }

    fileprivate func timed(_ seconds: Double) -> Factory<Product> {
        self(key: "timed") { Product("timed") }.cached.timeToLive(seconds)
    }

    fileprivate func capturing(_ name: String) -> Factory<String> {
        self(key: "capturing") { "declared" }
            .onTest(factory: { name }, key: "capturing").onArg("plain", factory: { "plain" }, key: "capturing")
    }

    fileprivate func capturingTwice(_ name: String) -> Factory<Product> {
        self(key: "capturingTwice") { Product("declared") }.shared
            .onTest(factory: { Product(name) }, key: "capturingTwice")
            .onArg("plain", factory: { Product(name) }, key: "capturingTwice")
    }

    fileprivate var mixed: Factory<Product> {
        self { Product("declared") }.onTest { Product("test") }.singleton.onArg("mock") { Product("mock") }
    }

    fileprivate var many: Factory<String> {
        self { "declared" }
            .onArg("0") { "0" }.onArg("1") { "1" }.onArg("2") { "2" }.onArg("3") { "3" }.onArg("4") { "4" }
            .onArg("5") { "5" }.onArg("6") { "6" }.onArg("7") { "7" }.onArg("8") { "8" }.onArg("9") { "9" }
            .onArg("10") { "10" }.onArg("11") { "11" }
    }
}
