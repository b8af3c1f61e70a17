import Testing
import Wiring
import WiringTesting

var overrides: [any Trait] {
    [
        .override(\.number) { fatalError() },
        .override(\.number) { @Sendable in 1 },
        .override(\.number, with: try typed()),
        .override(\.page) { _ in 1 },
        .override(\.pair) { number, _ in number },
        .override(\.pair) { (pair: (Int, String)) in pair.0 },
        .override(\.tuple) { (1, "a") },
        .override(\.tuple, with: (1, "a")),
        .override(\.nothing) {},
        .override(\.greeting) { opaque() },
        .override(\.namedClosure) { typed },

        .override(\.throwing) { () throws(Failed) in throw .offline },
        .override(\.throwing) { 1 },
        .override(\.throwing, typed),
        .override(\.throwingNothing) { () throws(Failed) in throw .offline },
        .override(\.throwingAny) { () throws(Failed) in throw .offline },
        .override(\.throwingAny) { throw Failed.offline },
        .override(\.throwingPage) { (_: String) throws(Failed) in throw .offline },
        .override(\.throwingPair) { (_: (Int, String)) throws(Failed) in throw .offline },
        .override(\.throwingPair) { number, _ in number },

        .override(\.asynchronous) { () async throws(Failed) in throw .offline },
        .override(\.asynchronous) { 1 },
        .override(\.asynchronous) { await later() },
        .override(\.asynchronous, later),
        .override(\.asynchronous, typedLater),
        .override(\.asynchronous) { @MainActor () async in 1 },
        .override(\.asynchronous) { @MainActor () throws(Failed) in throw .offline },
        .override(\.asynchronous) { @Disk () async in 1 },
        .override(\.asynchronous) { @concurrent () async in 1 },
        .override(\.asynchronousNothing) { () async throws(Failed) in throw .offline },
        .override(\.asynchronousAny) { _ = await later() },
        .override(\.asynchronousAny) { throw Failed.offline },
        .override(\.asynchronousAny) { () async throws(Failed) in throw .offline },
        .override(\.asynchronousAny) { @MainActor () async in },
        .override(\.asynchronousTuple) { (await later(), "a") },
        .override(\.asynchronousPage) { _ in await later() },
        .override(\.asynchronousPage, sendLater),

        .override(onMainActor: { $0.model }) { Box() },
        .override(onMainActor: { $0.title }) { _, title in title },
        .override(onMainActor: { $0.title }) { (pair: (Int, String)) in pair.1 },
        .override(onActor: { @Disk in $0.ledger }) { @Disk in Box() },
        .override(onActor: { @Disk in $0.balance }) { @Disk in $0.count },

        .modify(\.number) { @Sendable in $0 += 1 },
        .modify(\.tuple) { $0.0 += 1 },
        .modify(\.throwing) { $0 += 1 },
        .modify(\.asynchronous) { _ in fatalError() },

        .allow { $0.number },
        .allow(onMainActor: { $0.model }),
        .allow(onActor: { @Disk in $0.ledger }),
    ]
}

var changesOfContainers: [any Trait] {
    [
        .container { $0.number.override { 1 } },
        .container { @Sendable _ in throw Failed.offline },
        .container { (_: Container) throws(Failed) in throw .offline },
        .container { _ in _ = await later() },
        .container { (_: Container) async throws(Failed) in throw .offline },
        .container { @MainActor _ in },
        .container { @Disk (_: Container) async throws(Failed) in throw .offline },
        .container { @concurrent (_: Container) async in },

        .container(for: Other.self) { $0.reset() },
        .container(for: Other.self) { (_: Other) throws(Failed) in throw .offline },
        .container(for: Container.self, Other.self) { _, other in other.reset() },
        .container(for: Container.self, Other.self) { _, _ in throw Failed.offline },
        .container(for: Container.self, Other.self) { (_: Container, _: Other) throws(Failed) in throw .offline },
        .container(for: Container.self, Other.self) { _, _ in _ = await later() },
        .container(for: Container.self, Other.self) { (_: Container, _: Other) async throws(Failed) in throw .offline },
        .container(for: Container.self, Other.self) { @MainActor _, _ in },
        .container(for: Container.self, Other.self) { @Disk (_: Container, _: Other) throws(Failed) in throw .offline },

        .override(Overrides { _ in }),
        .override(Overrides(Other.self) { $0.reset() }),
        .override(AsyncOverrides { _ in throw Failed.offline }),
        .override(AsyncOverrides { (_: Container) async throws(Failed) in throw .offline }),
        .override(AsyncOverrides { @MainActor (_: Container) throws(Failed) in throw .offline }),
        .override(AsyncOverrides(Other.self) { @Disk (_: Other) async throws(Failed) in throw .offline }),
    ]
}

// The compiler fails here if one type is a pack: see `operationForOneType()`.
@concurrent
public func traitForOneType() async {
    let trait: any Trait = .container(for: Other.self)
    _ = trait
}
