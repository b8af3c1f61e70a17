import Testing
import WiringTestSupport
import WiringTesting

private final class Stand: ManagedContainer {
    let manager = ContainerManager()
}

extension Stand {
    var plain: Factory<LiveService> { self { LiveService() } }
    var unique: Factory<LiveService> { self { LiveService() }.unique }
    var customUnique: Factory<LiveService> { self { LiveService() }.scope(Scope.Unique()) }
}

@Suite(.container) struct UniqueTests {
    private let stand = Stand()

    @Test func buildsAnInstanceEachTime() {
        #expect(stand.plain() !== stand.plain())
        #expect(stand.unique() !== stand.unique())
        #expect(stand.customUnique() !== stand.customUnique())
    }

    @Test func thereIsInitiallyNoDefaultScope() {
        #expect(stand.manager.defaultScope == nil)
    }

    @Test func theDefaultScopeAppliesToFactoriesWithoutAScope() {
        stand.manager.defaultScope = .cached
        #expect(stand.manager.defaultScope === Scope.cached)
        let plain = stand.plain()
        #expect(stand.plain() === plain)
        stand.manager.reset(scope: .cached)
        #expect(stand.plain() !== plain)
        stand.manager.defaultScope = nil
        #expect(stand.plain() !== stand.plain())
    }

    @Test func uniqueWinsOverTheDefaultScope() {
        stand.manager.defaultScope = .cached
        #expect(stand.unique() !== stand.unique())
        #expect(stand.customUnique() !== stand.customUnique())
    }

    @Test func theDefaultScopeCanBeSingleton() {
        stand.manager.defaultScope = .singleton
        let plain = stand.plain()
        #expect(stand.manager.defaultScope === Scope.singleton)
        #expect(stand.plain() === plain)
        stand.reset()
        #expect(stand.plain() === plain)
        stand.plain.reset(.scope)
        #expect(stand.plain() !== plain)
        let inside = Scope.$singleton.withValue(Scope.Singleton()) { stand.plain() }
        #expect(stand.plain() !== inside)
    }

    @Test func changingToAnotherScopeClearsInstancesOfTheDefaultScope() {
        stand.manager.defaultScope = .cached
        let plain = stand.plain()
        _ = stand.plain.unique
        #expect(stand.manager.isEmpty(.scope))
        _ = stand.plain.scope(nil)
        #expect(stand.plain() !== plain)
    }

    @Test func settingTheDefaultScopeOnAFactoryClearsNothing() {
        stand.manager.defaultScope = .cached
        let plain = stand.plain()
        _ = stand.plain.cached
        #expect(stand.plain() === plain)
        _ = stand.plain.scope(nil)
        #expect(stand.plain() === plain)
    }

    @Test func aContainerStoresOneInstancePerFactoryAcrossScopes() {
        stand.manager.defaultScope = .cached
        let cached = stand.plain()
        stand.manager.defaultScope = .unique
        _ = stand.plain()
        stand.manager.defaultScope = .cached
        #expect(stand.plain() === cached)
        stand.manager.defaultScope = .shared
        let shared = stand.plain()
        #expect(shared !== cached)
        stand.manager.defaultScope = .cached
        #expect(stand.plain() !== cached)
    }

    @Test func aRegistrationClearsInstancesOfTheDefaultScope() {
        stand.manager.defaultScope = .cached
        let plain = stand.plain()
        let replacement = LiveService()
        stand.plain.register { replacement }
        #expect(stand.plain() === replacement)
        #expect(replacement !== plain)
    }
}
