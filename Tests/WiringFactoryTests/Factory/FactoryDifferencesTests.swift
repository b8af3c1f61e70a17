import Testing
import WiringTestSupport
import WiringTesting

private final class Shop: SharedContainer, TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Shop()
    static var taskLocal: TaskLocal<Shop> { $shared }
    let manager = ContainerManager()
    let runs = Counter()

    func autoRegister() { runs.increment() }
}

extension Shop {
    var named: Factory<String> { self { "declared" } }
    var service: Factory<LiveService> { self { LiveService() } }
    var promise: Factory<LiveService?> { promised() }
    var debugging: Factory<String> { self { "declared" }.onDebug { "debug" } }
}

private struct Screen {
    @WeakLazyInjected(\Shop.service) var service
}

/// What *Moving from Factory* says of programs that were written for Factory.
@Suite(.container(for: Shop.self)) struct FactoryDifferencesTests {
    private let shop = Shop.shared

    @Test func aKeyDoesNotAddressADeclaration() {
        shop.named.register { "registered" }
        #expect(Factory(shop, key: "named") { "other" }() == "other")
        #expect(shop.named() == "registered")
    }

    @Test func aResetKeepsTheSettings() {
        let seen = Counter()
        shop.manager.defaultScope = .cached
        shop.manager.promiseTriggersError = false
        shop.decorator { _ in seen.increment() }
        shop.reset()
        #expect(shop.service() === shop.service())
        #expect(seen.count == 2)
        #expect(shop.promise() == nil)
    }

    @Test func registerAndResetDropWhatTheDefaultScopeKeeps() {
        shop.manager.defaultScope = .cached
        let (first, registered) = (shop.service(), LiveService())
        shop.service.register { registered }
        #expect(shop.service() === registered)
        shop.service.reset()
        #expect(shop.service() !== registered)
        #expect(shop.service() !== first)
    }

    @Test func popRunsAutoRegisterAgain() {
        _ = shop.service()
        shop.manager.push()
        shop.manager.pop()
        _ = shop.service()
        #expect(shop.runs.count == 2)
    }

    @Test func aWeakPropertyReturnsTheObjectThatItMakes() { #expect(Screen().service != nil) }

    @Test func debugContextsCanBeSwitchedOff() {
        FactoryContext.current.isDebug = true
        #expect(shop.debugging() == "debug")
        FactoryContext.current.isDebug = false
        #expect(shop.debugging() == "declared")
    }
}
