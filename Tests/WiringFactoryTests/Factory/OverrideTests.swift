import Testing
import WiringTestSupport
import WiringTesting

private final class Shop: ManagedContainer {
    let manager = ContainerManager()
}

extension Shop {
    fileprivate var plain: Factory<String> { self { "declared" } }
    fileprivate var onTest: Factory<String> { self { "declared" }.onTest { "test" } }
    fileprivate var product: Factory<Product> { self { Product("declared") } }
    fileprivate var cached: Factory<Product> { self { Product("declared") }.cached }
    fileprivate var singleton: Factory<Product> { self { Product("declared") }.singleton }
    fileprivate var parameterized: ParameterFactory<Int, String> { self { "declared \($0)" }.onTest { "test \($0)" } }
}

@Suite(.container) struct OverrideTests {
    private let shop = Shop()

    @Test func anOverrideWinsOverDeclaredContexts() {
        #expect(shop.onTest() == "test")
        shop.onTest.override { "override" }
        #expect(shop.onTest() == "override")
    }

    @Test func anOverrideWinsOverEarlierAndLaterRegistrations() {
        shop.plain.register { "registered" }
        shop.plain.override { "override" }
        #expect(shop.plain() == "override")
        shop.plain.register { "registered later" }
        #expect(shop.plain() == "override")
    }

    @Test func anOverrideWithAValueIsTheSameAtEachResolution() {
        let created = Counter()
        func make() -> Product { Product("value \(created.increment())") }
        shop.product.override(with: make())
        #expect(shop.product() === shop.product())
        #expect(shop.product().name == "value 1")
        shop.parameterized.override(with: "value")
        #expect(shop.parameterized(7) == "value")
        shop.product.reset(.registration)
        #expect(shop.product().name == "declared")
    }

    @Test func anOverrideReceivesTheParameter() {
        shop.parameterized.override { "override \($0)" }
        #expect(shop.parameterized(7) == "override 7")
    }

    @Test func anOverrideClearsStoredInstances() {
        _ = (shop.cached(), shop.singleton())
        shop.cached.override { Product("override") }
        shop.singleton.override { Product("override") }
        #expect(shop.cached().name == "override")
        #expect(shop.singleton().name == "override")
        #expect(shop.cached() === shop.cached())
    }

    @Test func aLaterOverrideReplacesAnEarlierOne() {
        shop.plain.override { "first" }.override { "second" }
        #expect(shop.plain() == "second")
    }

    @Test(arguments: [FactoryResetOptions.all, .registration])
    func aResetRemovesAnOverride(_ options: FactoryResetOptions) {
        shop.plain.override { "override" }
        #expect(!shop.manager.isEmpty(.registration))
        shop.plain.reset(options)
        #expect(shop.plain() == "declared")
        shop.plain.override { "override" }
        shop.reset(options: options)
        #expect(shop.plain() == "declared")
    }

    @Test(arguments: [FactoryResetOptions.none, .scope, .context])
    func otherResetsKeepAnOverride(_ options: FactoryResetOptions) {
        shop.plain.override { "override" }
        shop.plain.reset(options)
        shop.reset(options: options)
        #expect(shop.plain() == "override")
    }

    @Test func popRemovesAnOverride() {
        shop.manager.push()
        shop.plain.override { "override" }
        shop.manager.pop()
        #expect(shop.plain() == "declared")
    }

    @Test func aTraceShowsAnOverrideAsARegistration() {
        let lines = Collection<String>()
        shop.manager.trace = true
        shop.manager.logger = { lines.add($0) }
        shop.onTest.override { "override" }
        _ = shop.onTest()
        #expect(lines.values == ["0: Shop.onTest<String> = R:0 String"])
    }
}
