// A declaration with `wire` names what its initializer takes, in the same order.

import Wiring
import WiringAsync
import WiringModules

protocol API: Sendable {}
struct LiveAPI: API {}
struct Store: Sendable {}
struct Repo: Sendable {
    init(api: any API, store: Store) {}
    init(throwing api: any API, _ store: Store) throws {}
    init(later api: any API, _ store: Store) async throws {}
}
struct Search { init(api: any API) {} }
struct Letter { init(to: String, api: any API) {} }
@MainActor final class Model { init(api: any API, theme: Theme) {} }
@MainActor final class Theme { init() {} }

extension Container {
    var api: Factory<any API> { self { LiveAPI() } }
    var live: Factory<LiveAPI> { self { LiveAPI() } }
    var store: Factory<Store> { self { Store() } }
    var stores: Collected<Store> { collected() }
    var page: ParameterFactory<Int, Store> { self { (_: Int) in Store() } }
    var opened: AsyncFactory<Store, any Error> { self { () async throws in Store() } }
    var loaded: ThrowingFactory<Store, any Error> { self { () throws in Store() } }
    var awaited: AsyncFactory<Store, Never> { self { () async in Store() } }
    @MainActor var theme: Factory<Theme> { self { Theme() } }

    var repo: Factory<Repo> { wire(Repo.init) { ($0.api, $0.store) }.cached }
    var repoOfLive: Factory<Repo> { wire(Repo.init(api:store:)) { ($0.live, $0.store) } }
    var search: Factory<Search> { wire(Search.init) { $0.api } }
    var letter: ParameterFactory<String, Letter> { wire(Letter.init) { $0.api } }
    var throwing: ThrowingFactory<Repo, any Error> { wire(Repo.init(throwing:_:)) { ($0.api, $0.loaded) } }
    var later: AsyncFactory<Repo, any Error> { wire(Repo.init(later:_:)) { ($0.api, $0.opened) }.singleton }
    var laterOfPlain: AsyncFactory<Repo, any Error> { wire(Repo.init(api:store:)) { ($0.api, $0.loaded) } }
    var awaiting: AsyncFactory<Repo, Never> { wire(Repo.init(api:store:)) { ($0.api, $0.awaited) } }
    var countOfStores: Factory<Int> { wire({ $0.count }) { $0.stores } }
    @MainActor var model: Factory<Model> { wire(Model.init) { ($0.api, $0.theme) } }

    var wrong: Factory<Repo> {
        wire(Repo.init(api:store:)) { ($0.api, $0.api) }  // error: '(Factory<any API>, Factory<Store>)'
    }
    // The compiler gives up where two are wrong (Swift 6.3).
    var swapped: Factory<Repo> {
        wire(Repo.init(api:store:)) { ($0.store, $0.api) }  // error: failed to produce diagnostic
    }
    var missing: Factory<Repo> {
        wire(Repo.init(api:store:)) { $0.api }  // error: closure result type '(Factory<any API>, Factory<Store>)'
    }
    var tooMany: Factory<Search> {
        wire(Search.init) { ($0.api, $0.store) }  // error: expected argument type '(any API, Store) -> Search'
    }
    var misspelt: Factory<Repo> {
        wire(Repo.init(api:store:)) { ($0.api, $0.stor) }  // error: value of type 'Container' has no member 'stor'
    }
    var resolved: Factory<Repo> {
        wire(Repo.init(api:store:)) { ($0.api(), $0.store()) }  // error: Name the dependencies without resolving them
    }
    var awaitingInPlain: Factory<Repo> {
        wire(Repo.init(api:store:)) { ($0.api, $0.opened) }  // error: '(Factory<any API>, Factory<Store>)'
    }
    var withParameter: Factory<Repo> {
        wire(Repo.init(api:store:)) { ($0.api, $0.page) }  // error: '(Factory<any API>, Factory<Store>)'
    }
    var isolated: Factory<Model> {
        wire(Model.init) { ($0.api, $0.theme) }  // error: loses global actor // error: main actor-isolated property
    }
    var wrongInThrowing: ThrowingFactory<Repo, any Error> {
        wire(Repo.init(throwing:_:)) { ($0.api, $0.api) }  // error: requires the types 'Store' and 'any API' be
    }
    var wrongLater: AsyncFactory<Repo, any Error> {
        wire(Repo.init(later:_:)) { ($0.store, $0.opened) }  // error: requires the types 'any API' and 'Store' be
    }
    var missingLater: AsyncFactory<Repo, any Error> {
        wire(Repo.init(later:_:)) { $0.api }  // error: requires the types 'Store' and 'any API' be
    }
    var wrongForLetter: ParameterFactory<String, Letter> {
        wire(Letter.init) { $0.store }  // error: cannot convert value of type '(Container) -> Factory<Store>'
    }
}
