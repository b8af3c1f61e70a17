// Closures of each kind, passed to each function that takes one. The compiler builds this module in debug and in release: it crashes on some
// closures where they are converted, which no type checker sees.

import Wiring

enum Failed: Error { case offline }

protocol Greeting: Sendable {}
struct Hello: Greeting {}

final class Box { var number = 0 }
final class Service: Sendable {}

@globalActor actor Disk { static let shared = Disk() }

func opaque() -> some Greeting { Hello() }
func untyped() throws -> Int { throw Failed.offline }
func typed() throws(Failed) -> Int { throw .offline }
func typedLater() async throws(Failed) -> Int { throw .offline }
func later() async -> Int { 1 }
func send(_ text: String) throws(Failed) -> Int { throw .offline }
func sendLater(_ text: String) async throws(Failed) -> Int { throw .offline }

final class Other: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Other()
    static var taskLocal: TaskLocal<Other> { $shared }
    let manager = ContainerManager()
}

extension Container {
    var number: Factory<Int> { self { 1 } }
    var page: ParameterFactory<String, Int> { self { $0.count } }
    var pair: ParameterFactory<(Int, String), Int> { self { number, _ in number } }
    var tuple: Factory<(Int, String)> { self { (1, "a") } }
    var nothing: Factory<Void> { self {} }
    var greeting: Factory<any Greeting> { self { opaque() } }
    var service: Factory<Service> { self { Service() }.cached }

    var throwing: ThrowingFactory<Int, Failed> { self { () throws(Failed) in throw .offline } }
    var throwingNothing: ThrowingFactory<Void, Failed> { self { () throws(Failed) in throw .offline } }
    var throwingAny: ThrowingFactory<Void, any Error> { self { () throws(Failed) in throw .offline } }
    var throwingPage: ThrowingParameterFactory<String, Int, Failed> {
        self { (_: String) throws(Failed) in throw .offline }
    }
    var throwingPair: ThrowingParameterFactory<(Int, String), Int, Failed> {
        self { (_: (Int, String)) throws(Failed) in throw .offline }
    }

    var asynchronous: AsyncFactory<Int, Failed> { self { () async throws(Failed) in throw .offline } }
    var asynchronousNothing: AsyncFactory<Void, Failed> { self { () async throws(Failed) in throw .offline } }
    var asynchronousAny: AsyncFactory<Void, any Error> { self { () async throws(Failed) in throw .offline } }
    var asynchronousTuple: AsyncFactory<(Int, String), Failed> { self { () async throws(Failed) in throw .offline } }
    var asynchronousPage: AsyncParameterFactory<String, Int, Failed> {
        self { (_: String) async throws(Failed) in throw .offline }
    }
    var onMainActor: AsyncFactory<Void, any Error> { self { @MainActor () throws(Failed) in throw .offline } }
    var onDisk: AsyncFactory<Void, Failed> { self { @Disk () throws(Failed) in throw .offline } }
    var concurrent: AsyncFactory<Int, Failed> { self { @concurrent () async throws(Failed) in throw .offline } }

    var wiredTuple: Factory<Int> {
        wire({ (pair: (Int, String), other: Int) in pair.0 + other }) { ($0.tuple, $0.number) }
    }
    var wiredNothing: Factory<Void> { wire({ (_: Int) in }) { $0.number } }
    var wiredThrowing: ThrowingFactory<Int, any Error> {
        wire({ (_: Int) throws(Failed) in throw .offline }) { $0.number }
    }
    var wiredLater: AsyncFactory<Int, any Error> {
        wire({ (_: Int) async throws(Failed) in throw .offline }) { $0.number }
    }

    func list<T>(of type: T.Type) -> Factory<[T]> { self { [] } }
    func lists<each T>(of types: repeat (each T).Type) -> Factory<(repeat [each T])> { self { (repeat [each T]()) } }
}
