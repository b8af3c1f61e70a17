// A factory whose closure may throw or await takes a scope only if its instance and its parameter are `Sendable`.

import Wiring
import WiringAsync
import WiringLifecycle

final class Basket { var count = 0 }
final class Ledger: Sendable {}

func read() async throws -> Ledger { Ledger() }

extension Container {
    var unscoped: AsyncFactory<Basket, any Error> { self { Basket() } }
    var unscopedPage: AsyncParameterFactory<Int, Basket, any Error> { self { _ in Basket() } }
    var unscopedThrowing: ThrowingFactory<Basket, any Error> { self { Basket() } }
    var unique: AsyncFactory<Basket, any Error> { self { Basket() }.unique }
    var onTest: AsyncFactory<Basket, any Error> { self { Basket() }.onTest { Basket() }.once() }
    var synchronous: Factory<Basket> { self { Basket() }.cached }

    var cachedLedger: AsyncFactory<Ledger, any Error> { self { try await read() }.cached }
    var sharedLedger: AsyncFactory<Ledger, any Error> { self { try await read() }.shared }
    var page: AsyncParameterFactory<Int, Ledger, any Error> { self { _ in try await read() }.scopeOnParameters.cached }
    var started: AsyncFactory<Ledger, any Error> { self { try await read() }.cached.onStart { _ in } }
}

extension Container {
    var cached: AsyncFactory<Basket, any Error> {
        self { Basket() }.cached  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var singleton: AsyncFactory<Basket, any Error> {
        self { Basket() }.singleton  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var shared: AsyncFactory<Basket, any Error> {
        self { Basket() }.shared  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var graph: AsyncFactory<Basket, any Error> {
        self { Basket() }.graph  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var inScope: AsyncFactory<Basket, any Error> {
        self { Basket() }.scope(.cached)  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var expiring: AsyncFactory<Basket, any Error> {
        self { Basket() }.timeToLive(1)  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var expiringAfterDuration: AsyncFactory<Basket, any Error> {
        self { Basket() }.timeToLive(.seconds(1))  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var withoutErrors: AsyncFactory<Basket, Never> {
        self { Basket() }.cached  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var starting: AsyncFactory<Basket, any Error> {
        self { Basket() }.onStart { _ in }  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var running: AsyncFactory<Basket, any Error> {
        self { Basket() }.onRun { _ in }  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var stopping: AsyncFactory<Basket, any Error> {
        self { Basket() }.onStop { _ in }  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var withParameter: AsyncParameterFactory<Int, Basket, any Error> {
        self { _ in Basket() }.cached  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var onParameters: AsyncParameterFactory<Int, Basket, any Error> {
        self { _ in Basket() }.scopeOnParameters  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var ofBasket: AsyncParameterFactory<Basket, Int, any Error> {
        self { $0.count }.cached  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var startingOfBasket: AsyncParameterFactory<Basket, Int, any Error> {
        self { $0.count }.onStart { _ in }  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
    var throwing: ThrowingFactory<Basket, any Error> {
        self { Basket() }.cached  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }

    // Starting and stopping requires it of every factory.
    var startedLedger: Factory<Ledger> { self { Ledger() }.cached.onStart { _ in } }
    var startedBasket: Factory<Basket> {
        self { Basket() }.cached.onStart { _ in }  // error: type 'Basket' does not conform to the 'Sendable' protocol
    }
}
