import Testing
import WiringTesting
protocol API: AnyObject {}
final class Live: API {}
final class Mock: API {}
extension Container {
    var api: Factory<any API> { self { Live() } }
    var capi: Factory<any API> { self { Live() }.cached }
    var sapi: Factory<any API> { self { Live() }.singleton }
    var wapi: Factory<any API> { self { Live() }.shared }
    var gapi: Factory<any API> { self { Live() }.graph }
    @MainActor var mapi: Factory<MainModel> { self { MainModel() }.cached }
    var pair: Factory<(any API, any API)> { self { (self.gapi(), self.gapi()) } }
}
@MainActor final class MainModel {}
@Test(.container) func smoke() async {
    let c = Container()
    #expect(c.api() !== c.api())
    #expect(c.capi() === c.capi())
    #expect(c.sapi() === Container().sapi())
    let w = c.wapi()
    #expect(w === c.wapi())
    let p = c.pair()
    #expect(p.0 === p.1)
    #expect(c.pair().0 !== p.1)
    c.capi.register { Mock() }
    #expect(c.capi() is Mock)
    c.capi { Live() }
    #expect(c.capi() is Live)
    let m = await c.mapi.resolveOnMainActor()
    #expect(m === (await c.mapi.resolveOnMainActor()))
}
