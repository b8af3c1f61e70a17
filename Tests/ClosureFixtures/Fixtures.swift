// Closures of each kind, passed to each function that takes one. The compiler builds this module in debug and in release: it crashes on some
// closures where they are converted, which no type checker sees.
//
//                                 bind    with…    run     self {}  wire    register  decorate  modify  hooks   unim-   .override  .container
//                                         (oper-                            override                            ple-    .allow     sets
// The closure                             ations)                           contexts                            mented  (traits)
//
// returns nothing                 +       +        +       +        +       +         +         +       +       +       +          +
//   a value                       +       +        +       +        +       +         +                         +       +
//   `Never`                       +       +        W       +        +       +         +         +       +       +       +
//   a tuple                       +       +        +       +        +       +         +                         +       +
//   an opaque value               +       +        +       +        +       +         +                         +       +
//   a noncopyable value           +       +        R       R        R       R                                   R       R
// throws nothing                  +       +        +       +        +       +         +         +       +       +       +          +
//   a typed error                 +       +        +       +        +       D         D         R       + (1)   +       D          + (1)
//   an untyped error              +       +        +       +        +       D         D         R       + (1)   +       D          + (1)
//   a typed error as `any Error`  +       +        +       +        +       +         +                 +       +       +          +
// takes no argument               +       +        +       +                +                                   +       +
//   one argument                  +       + (2)            +        +       +         +         +       +       +       +          +
//   a tuple                       +                        +        +       +         +         +       +       C       +
//   an `inout` argument           +       R                R        copy    R         R         +               +       R          R
//   several arguments             +       +                         +                                           +                  +
//   two, of which one is a tuple  +                                 +                                           C
//   two, the first is `inout`     +                                                                             +
//   three, with a tuple           C                                 +                                           C
//   three, with `inout`           R                                                                             +
//   a pack                        +                                                                             +
//   a noncopyable argument        + (5)                                                                         C
//   a `sending` argument          S
// is asynchronous                 +       +        +       +        +       D         D         R       +       +       D          +
//   with a typed error            +       +        +       +        +       D         D         R       + (1)   +       D          + (1)
// is `@Sendable`                  +       +        +       +        +       +         +         +       +       +       +          +
//   of the main actor             B       R        +       +        R       D         D         R       +       +       + (3)      +
//   asynchronous, of an actor     +       +        +       +        +       D         D         R       +       +       D          +
//   asynchronous, `@concurrent`   +       +        +       +        +       D         D         R       +       +       D          +
//   a function's name             +       +        +       +        +       +         +         +       +               +          +
// returns a closure               +       +                + (4)            + (4)                                       + (4)
//
// +  It compiles, here.
// D  It compiles if the declaration's closure may do so, here; otherwise it is rejected.
// R  The compiler rejects it, with the message in `Tests/Rejected/ConvertedClosures.swift`.
// W  It compiles, with a warning about the code after it.
// B  `bind` rejects it, and `bindOnMainActor` takes it.
// C  The compiler crashes (Swift 6.3). The function's documentation says so.
// S  It compiles, but the bound closure's argument is not `sending`: the compiler forgets that where it makes a pack of the arguments, so it
//    does not diagnose a caller that goes on using what the closure has sent on (Swift 6.3). The function's documentation says so. Where the
//    context expects a `sending` argument, `bind` takes a closure that does not send it on.
//
// 1. `onStop` and `Overrides` reject closures that throw.
// 2. The changes take a container. The operation takes nothing.
// 3. `.override(onMainActor:)` and `.override(onActor:)`. Their closures cannot throw or await.
// 4. If the returned closure is a literal with a typed error, the compiler crashes on it, as it does wherever a literal returns such a literal
//    as a generic type: name the closure first. The documentation of `callAsFunction` says so.
// 5. If it is `inout`: the only argument, or the first of two. The compiler rejects one that the closure borrows or consumes, because no
//    function takes it: see `TaskLocalContainer+Bind.swift`.

import Wiring
import WiringAsync
import WiringModules

enum Failed: Error { case offline }

protocol Greeting: Sendable {}
struct Hello: Greeting {}

final class Box { var number = 0 }
struct Ticket: ~Copyable { var number = 1 }
final class Service: Sendable {}

@globalActor actor Disk { static let shared = Disk() }

func ticket() throws(Failed) -> Ticket { Ticket() }
func ticketLater() async throws(Failed) -> Ticket { Ticket() }
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
    var parts: Collected<Int> { collected() }
    var never: Factory<Never> { self { fatalError() } }
    var sendable: Factory<Int> { self { @Sendable in 1 } }
    @MainActor var model: Factory<Box> { self { Box() } }
    @MainActor var title: ParameterFactory<(Int, String), String> { self { _, title in title } }
    @Disk var ledger: Factory<Box> { self { Box() } }
    @Disk var balance: ParameterFactory<String, Int> { self { $0.count } }

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

    var plainClosure: Factory<@Sendable () throws -> Int> { self { { throw Failed.offline } } }
    var laterClosure: Factory<@Sendable () async throws(Failed) -> Int> { self { typedLater } }
    var namedClosure: Factory<@Sendable () throws(Failed) -> Int> {
        self {
            let load = { @Sendable () throws(Failed) -> Int in throw .offline }
            return load
        }
    }

    func list<T>(of type: T.Type) -> Factory<[T]> { self { [] } }
    func lists<each T>(of types: repeat (each T).Type) -> Factory<(repeat [each T])> { self { (repeat [each T]()) } }
}
