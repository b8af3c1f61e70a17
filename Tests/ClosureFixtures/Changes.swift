import Wiring
import WiringAsync
import WiringLifecycle
import WiringModules

func changes(_ container: Container) {
    container.number.register { fatalError() }.override { @Sendable in 1 }.decorate { $0 + 1 }.decorate { _ in
        fatalError()
    }
    container.page.register { $0.count }.override { _ in 1 }
    container.pair.override { number, _ in number }.override { (pair: (Int, String)) in pair.0 }
    container.tuple.override { (2, "a") }.decorate { ($0.0, $0.1) }.decorate { number, text in (number, text) }
    container.nothing.override {}.decorate {}
    container.greeting.override { opaque() }.decorate { _ in opaque() }
    container.parts.contribute { 1 }
    container.parts.contribute { fatalError() }
    _ = container.number.onTest { 1 }.context(.debug) { @Sendable in 1 }.onArg("a") { fatalError() }
    _ = container.tuple.onPreview { (1, "a") }.decorator { _, _ in }

    container.throwing.register { () throws(Failed) in throw .offline }.decorate { (_: Int) throws(Failed) in
        throw .offline
    }
    container.throwing.override { 1 }.override(typed).onTest { () throws(Failed) in throw .offline }
    container.throwingNothing.override { () throws(Failed) in throw .offline }
    container.throwingAny.override { () throws(Failed) in throw .offline }.override { throw Failed.offline }
    container.throwingAny.decorate { _ in throw Failed.offline }.decorate { (_: Void) throws(Failed) in throw .offline }
    container.throwingPage.override { (_: String) throws(Failed) in throw .offline }.override(send)
    container.throwingPair.override { (_: (Int, String)) throws(Failed) in throw .offline }.override { _, _ in 1 }
    _ = container.throwingPair.context(.test) { (_: (Int, String)) throws(Failed) in throw .offline }.onDebug {
        number,
        _ in number
    }

    container.asynchronous.register { () async throws(Failed) in throw .offline }.override(typedLater).override(typed)
    container.asynchronous.decorate { (_: Int) async throws(Failed) in throw .offline }.onTest { 1 }
    container.asynchronous.register { await later() }.override { @MainActor in 1 }.override { @Disk () async in 1 }
    container.asynchronous.decorate { @MainActor _ in 1 }.decorate { @concurrent (_: Int) async in 1 }
    container.asynchronousNothing.override { () async throws(Failed) in throw .offline }
    container.asynchronousAny.override { @MainActor () throws(Failed) in throw .offline }.override { @Disk in
        throw Failed.offline
    }
    container.asynchronousTuple.override { @concurrent () async throws(Failed) in throw .offline }
    container.asynchronousTuple.override { (await later(), "a") }.decorate { number, text in (number, text) }
    container.asynchronousPage.override { (_: String) async throws(Failed) in throw .offline }.override(sendLater)
    _ = container.asynchronousAny.context(.test) { () async throws(Failed) in throw .offline }.onPreview {
        _ = await later()
    }
}

func modifications(_ container: Container) {
    container.number.modify { $0 += 1 }.modify { @Sendable in $0 += 1 }.modify { _ in fatalError() }.modify(increment)
    container.tuple.modify { $0.0 += 1 }
    container.throwing.modify { $0 += 1 }
    container.asynchronous.modify { $0 += 1 }
}

private func increment(_ number: inout Int) { number += 1 }

func hooks(_ container: Container) {
    let service = container.service
    _ = service.onStart { _ in }.onRun { _ in }.onStop { _ in }
    _ = service.onStart { @Sendable _ in fatalError() }.onStart(start)
    _ = service.onStart { _ in throw Failed.offline }.onRun { _ in throw Failed.offline }
    _ = service.onStart { (_: Service) throws(Failed) in throw .offline }
    _ = service.onStart { _ in _ = await later() }.onStop { _ in _ = await later() }
    _ = service.onRun { (_: Service) async throws(Failed) in throw .offline }
    _ = service.onStart { @MainActor (_: Service) async throws(Failed) in throw .offline }.onStop { @Disk _ in }
    _ = service.onRun { @concurrent (_: Service) async throws(Failed) in throw .offline }
    _ = container.tuple.onStart { number, _ in print(number) }.onStop { (pair: (Int, String)) in print(pair) }
    _ = container.asynchronous.onStart { (_: Int) async throws(Failed) in throw .offline }
}

private func start(_ service: Service) async throws(Failed) {}

/// Closures that are themselves what a declaration makes.
func closures(_ container: Container) {
    container.plainClosure.register { typed }.override { { throw Failed.offline } }.override { { 1 } }
    container.plainClosure.modify { $0 = { () throws(Failed) in throw .offline } }
    container.laterClosure.register { typedLater }.override { typed }
    container.namedClosure.register { typed }.override(with: typed)
    container.namedClosure.decorate { inner in
        let load = { @Sendable () throws(Failed) -> Int in try inner() }
        return load
    }
}
