import Testing
import Wiring
import WiringTesting

func changes(_ container: Container) {
    container.number.register { fatalError() }.override { fatalError() }.decorate { $0 + 1 }.modify { $0 += 1 }
    container.page.register { $0.count }.override { _ in 1 }
    container.pair.override { number, _ in number }.override { (pair: (Int, String)) in pair.0 }
    container.tuple.override { (2, "a") }.decorate { ($0.0, $0.1) }.modify { $0.0 += 1 }
    container.nothing.override {}.decorate {}
    container.greeting.override { opaque() }.decorate { _ in opaque() }

    container.throwing.register { () throws(Failed) in throw .offline }.decorate { (_: Int) throws(Failed) in
        throw .offline
    }
    container.throwing.override { 1 }.override(typed).onTest { () throws(Failed) in throw .offline }
    container.throwingNothing.override { () throws(Failed) in throw .offline }
    container.throwingAny.override { () throws(Failed) in throw .offline }.override { throw Failed.offline }
    container.throwingPage.override { (_: String) throws(Failed) in throw .offline }.override(send)
    container.throwingPair.override { (_: (Int, String)) throws(Failed) in throw .offline }

    container.asynchronous.register { () async throws(Failed) in throw .offline }.override(typedLater).override(typed)
    container.asynchronous.decorate { (_: Int) async throws(Failed) in throw .offline }.onTest { 1 }
    container.asynchronousNothing.override { () async throws(Failed) in throw .offline }
    container.asynchronousAny.override { @MainActor () throws(Failed) in throw .offline }.override { @Disk in
        throw Failed.offline
    }
    container.asynchronousTuple.override { @concurrent () async throws(Failed) in throw .offline }
    container.asynchronousPage.override { (_: String) async throws(Failed) in throw .offline }.override(sendLater)

    _ = container.service.onStart { (_: Service) throws(Failed) in throw .offline }
        .onStart { @MainActor (_: Service) async throws(Failed) in throw .offline }
        .onRun { (_: Service) async throws(Failed) in throw .offline }
        .onStop { @Disk _ in }
}

struct Client: Sendable {
    var plain: @Sendable () -> Int = unimplemented("plain", placeholder: 1)
    var throwing: @Sendable (String) throws -> Int = unimplemented("throwing")
    var typed: @Sendable (String) throws(Failed) -> Void = unimplemented("typed")
    var typedLater: @Sendable (String, Int) async throws(Failed) -> Int = unimplemented("typedLater", placeholder: 1)
    var tuple: @Sendable (String) -> (Int, String) = unimplemented("tuple", placeholder: (1, "a"))
    var nothing: @Sendable () -> Void = unimplemented("nothing")
    var never: @Sendable () throws -> Never = unimplemented("never")
    var greeting: @Sendable () -> any Greeting = unimplemented("greeting", placeholder: opaque())
    var onMainActor: @MainActor @Sendable (Int) async throws -> Int = unimplemented("onMainActor")
    var many: @Sendable (Int, String, Bool, Double) -> Int = unimplemented("many", placeholder: 1)
}

var traits: [any Trait] {
    [
        .container { $0.number.override { 1 } },
        .container { _ in throw Failed.offline },
        .container { @MainActor _ in _ = await later() },
        .container { (_: Container) async throws(Failed) in throw .offline },
        .container(for: Container.self, Other.self) { _, other in other.reset() },
        .override(\.number) { fatalError() },
        .override(\.pair) { number, _ in number },
        .override(\.tuple) { (1, "a") },
        .override(\.throwing) { () throws(Failed) in throw .offline },
        .override(\.throwingNothing) { () throws(Failed) in throw .offline },
        .override(\.throwingAny) { () throws(Failed) in throw .offline },
        .override(\.throwingPage) { (_: String) throws(Failed) in throw .offline },
        .override(\.asynchronous) { () async throws(Failed) in throw .offline },
        .override(\.asynchronousNothing) { () async throws(Failed) in throw .offline },
        .override(\.asynchronousPage, sendLater),
        .modify(\.tuple) { $0.0 += 1 },
        .override(Overrides(Other.self) { $0.reset() }),
        .override(AsyncOverrides { @Disk _ in throw Failed.offline }),
    ]
}
