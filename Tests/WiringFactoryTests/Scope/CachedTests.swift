import Testing
import WiringTestSupport
import WiringTesting

private final class Shelf: ManagedContainer {
    let manager = ContainerManager()
    let made = Counter()
}

extension Scope {
    fileprivate static let session = Cached()
    fileprivate static let request = Cached()
}

extension Shelf {
    var service: Factory<any Service> { self { LiveService() }.cached }
    var number: Factory<Int> { self { self.made.increment() }.cached }
    var session: Factory<LiveService> { self { LiveService() }.scope(.session) }
    var request: Factory<LiveService> { self { LiveService() }.scope(.request) }
    var optional: Factory<Int?> {
        self {
            let count = self.made.increment()
            return count < 3 ? nil : count
        }.cached
    }
    var nothing: Factory<LiveService?> {
        self {
            self.made.increment()
            return nil
        }.cached
    }
}

@Suite struct CachedTests {
    private let shelf = Shelf()

    @Test func storesAnInstanceUntilAReset() {
        let first = shelf.service()
        #expect(shelf.service() === first)
        shelf.service.reset(.scope)
        let second = shelf.service()
        #expect(second !== first)
        #expect(shelf.service() === second)
    }

    @Test func storesAValue() {
        #expect(shelf.number() == 1)
        #expect(shelf.number() == 1)
        #expect(shelf.made.count == 1)
    }

    @Test func containersHaveSeparateInstances() {
        #expect(shelf.service() !== Shelf().service())
    }

    @Test func nilIsNotStoredButAValueIs() {
        #expect(shelf.optional() == nil)
        #expect(shelf.optional() == nil)
        #expect(shelf.optional() == 3)
        #expect(shelf.optional() == 3)
        #expect(shelf.made.count == 3)
    }

    @Test func nilOfAClassIsNotStored() {
        #expect(shelf.nothing() == nil)
        #expect(shelf.nothing() == nil)
        #expect(shelf.made.count == 2)
        #expect(shelf.manager.isEmpty(.scope))
    }

    @Test func aScopeResetDoesNotAffectOtherScopes() {
        let (service, session, request) = (shelf.service(), shelf.session(), shelf.request())
        shelf.manager.reset(scope: .session)
        #expect(shelf.service() === service)
        #expect(shelf.session() !== session)
        #expect(shelf.request() === request)
        shelf.manager.reset(scope: .cached)
        #expect(shelf.service() !== service)
        #expect(shelf.request() === request)
    }

    @Test func aScopeResetDoesNotAffectOtherContainers() {
        let other = Shelf()
        let session = other.session()
        shelf.manager.reset(scope: .session)
        #expect(other.session() === session)
    }

    @Test func settingTheSameScopeAgainKeepsTheInstance() {
        let service = shelf.service()
        shelf.service.cached.scope(.cached)
        #expect(shelf.service() === service)
    }
}
