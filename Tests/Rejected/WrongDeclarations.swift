// A declaration's type must say what its closure does, and a factory needs a container.

import Wiring
import WiringAsync

enum ReadError: Error { case missing }

@MainActor final class Model {}

func count() async -> Int { 1 }
func read() throws(ReadError) -> Int { throw .missing }
func readLater() async throws(ReadError) -> Int { throw .missing }

extension Container {
    var number: Factory<Int> { self { 1 } }
    var page: ParameterFactory<Int, Int> { self { $0 } }
    var pair: ParameterFactory<(Int, Int), Int> { self { $0.0 + $0.1 } }
    var triple: ParameterFactory<(Int, Int, Int), Int> { self { $0.0 + $0.1 + $0.2 } }
    var promise: Factory<Int?> { promised() }
    var counted: AsyncFactory<Int, Never> { self { await count() } }
    var license: ThrowingFactory<Int, ReadError> { self { () throws(ReadError) in try read() } }
    @MainActor var model: Factory<Model> { self { Model() } }
    var isolated: Factory<Model> { self { @MainActor in Model() } }
    var titled: ParameterFactory<String, Model> { self { @MainActor _ in Model() } }
    var shown: ThrowingFactory<Model, ReadError> { self { @MainActor () throws(ReadError) in throw .missing } }

    var awaiting: Factory<Int> {
        self { await count() }  // error: declare an `AsyncFactory<T, Never>`
    }
    var both: Factory<Int> {
        self { try await readLater() }  // error: declare an `AsyncFactory<T, Never>`
    }
    var throwing: Factory<Int> {
        self { try read() }  // error: declare a `ThrowingFactory<T, any Error>`
    }
    var late: ParameterFactory<Int, Int> {
        self { await count() + $0 }  // error: declare an `AsyncParameterFactory<P, T, Never
    }
    var bad: ParameterFactory<Int, Int> {
        self { try read() + $0 }  // error: declare a `ThrowingParameterFactory<P, T, any Error>`
    }
    var typed: ThrowingFactory<Int, ReadError> {
        self { try read() }  // error: `self { () throws(E) in … }`
    }
    var typedLater: AsyncFactory<Int, ReadError> {
        self { try await readLater() }  // error: `self { () async throws(E) in … }`
    }
    var kept: Factory<Int> { promised() }  // error: declare a factory of an optional, `Factory<T?>`
    var scoped: Factory<Int> { self { 1 }.scope(.singelton) }  // error: type 'Scope?' has no member 'singelton'
    var inContext: Factory<Int> {
        self { 1 }.context(.preveiw) { 2 }  // error: type 'FactoryContextType' has no member 'preveiw'
    }
}

// It would not be found where the container is first used off the main actor.
extension Container: @retroactive @MainActor AutoRegistering {  // error: cannot form main actor-isolated conformance
    public func autoRegister() {}
}

let global: Factory<Int> = Factory { 1 }  // error: Pass the container, `Factory(Container.shared) { … }`
let inferred = Factory { 1 }  // error: Pass the container, `Factory(Container.shared) { … }`
let right = Factory(Container.shared) { 1 }

func resolve(_ container: Container) {
    _ = container.page(1)
    container.manager.dependencyChainTestMax = 0  // error: write `circularDependencyTesting = false`
    _ = container.pair((1, 2))
    _ = container.pair(1, 2)  // error: The parameter is one tuple
    _ = container.triple((1, 2, 3))
    _ = container.triple(1, 2, 3)  // error: The parameter is one tuple
}
