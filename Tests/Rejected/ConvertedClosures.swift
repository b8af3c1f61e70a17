// Closures that a function cannot take. `Tests/ClosureFixtures` has those that it can, and a table of both.

import Testing
import Wiring
import WiringAsync
import WiringLifecycle
import WiringModules
import WiringTesting

enum Failed: Error { case offline }
struct Ticket: ~Copyable {}
final class Box {}

func later() async -> Int { 1 }

@globalActor actor Disk { static let shared = Disk() }

final class Other: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Other()
    static var taskLocal: TaskLocal<Other> { $shared }
    let manager = ContainerManager()
}

extension Container {
    var number: Factory<Int> { self { 1 } }
    var page: ParameterFactory<String, Int> { self { $0.count } }
    var service: Factory<Int> { self { 1 }.cached }
    var throwing: ThrowingFactory<Int, Failed> { self { () throws(Failed) in throw .offline } }
    var asynchronous: AsyncFactory<Int, Failed> { self { () async throws(Failed) in throw .offline } }
    var parts: Collected<Int> { collected() }
}

func bind(_ container: Container) {
    _ = container.bind { @MainActor in }  // error: loses global actor 'MainActor'
    _ = container.bindOnMainActor { (_: Int) async in }  // error: cannot pass function of type
    _ = container.bind { (_: consuming Ticket) in }  // error: argument type '@Sendable (inout Ticket) -> ()'
    _ = container.bind { (_: borrowing Ticket) in }  // error: argument type '@Sendable (inout Ticket) -> ()'
    _ = container.bind { (_: Int, _: inout Ticket) in }  // error: no exact matches in call to instance method 'bind'
    _ = container.bind { (_: isolated Disk) in }  // error: cannot conform to 'AsyncSequence'

    // Of two arguments, the first may be `inout`. In other places, each is a value.
    var number = 1
    let add = container.bind { (_: Int, number: inout Int) in number += 1 }
    add(1, &number)  // error: '&' used with non-inout argument of type 'Int'
    let addAll = container.bind { (number: inout Int, _: Int, _: Int) in number += 1 }
    addAll(&number, 1, 1)  // error: '&' used with non-inout argument of type 'Int'

    // A closure with three arguments is called by its name.
    _ = container.bind { (_: Int, _: Int, _: Int) in 1 }(1, 2, 3)  // error: can only appear in pack expansion
}

func operate(_ container: Container) async {
    withContainer(changes: { @MainActor _ in }, operation: {})  // error: loses global actor 'MainActor'
    withContainer(changes: { _ in }, operation: { @MainActor in })  // error: loses global actor 'MainActor'
    withContainer(changes: { (_: inout Container) in }, operation: {})  // error: cannot convert value of type
    await withContainer(for: Container.self, Other.self) { _, _ in  // error: cannot pass function of type
        _ = await later()
    } operation: {
    }
}

func run(_ container: Container) async throws {
    let ticket: Ticket = try await container.run { Ticket() }  // error: 'Ticket' conform to 'Copyable'
    _ = ticket
    _ = try await container.run { Box() }  // error: 'Box' does not conform to the 'Sendable' protocol
}

func declare(_ container: Container) {
    let factory: Factory<Ticket> = container { Ticket() }  // error: 'Ticket' does not conform to protocol 'Copyable'
    _ = container { (_: inout Int) in 1 }  // error: cannot convert value of type '(inout Int) -> Int'
    let wire: Factory<Int> = container.wire({ @MainActor (_: Int) in 1 }) { $0.number }  // error: loses global actor
    let make = { (_: Int, _: Int) throws(Failed) -> Int in throw .offline }
    let typed: ThrowingFactory<Int, Failed> = container.wire(make) {  // error: produce the expected contextual result
        ($0.number, $0.number)
    }
}

func change(_ container: Container) {
    container.number.register { throw Failed.offline }  // error: invalid conversion from throwing function
    container.number.register { () throws(Failed) in throw .offline }  // error: invalid conversion
    container.number.register { await later() }  // error: to parameter expecting synchronous function type
    container.number.register { @MainActor in 1 }  // error: loses global actor 'MainActor'
    _ = Factory<Int>(container) { @MainActor in 1 }  // error: loses global actor 'MainActor'
    _ = ParameterFactory<Int, Int>(container) { @MainActor _ in 1 }  // error: loses global actor 'MainActor'
    _ = container.number.onTest { @MainActor in 1 }  // error: loses global actor 'MainActor'
    _ = container.number.context(.test) { @MainActor in 1 }  // error: loses global actor 'MainActor'
    container.number.register { Ticket() }  // error: cannot convert value of type 'Ticket' to closure result type 'Int'
    container.page.register { (_: inout String) in 1 }  // error: cannot convert value of type '(inout String) -> Int'
    container.throwing.register { throw Failed.offline }  // error: thrown error type 'any Error' to 'Failed'
    container.throwing.register { await later() }  // error: to parameter expecting synchronous function type
    _ = container.number.onTest { throw Failed.offline }  // error: invalid conversion from throwing function
    _ = container.number.onTest { await later() }  // error: to parameter expecting synchronous function type
    container.number.decorate { _ in throw Failed.offline }  // error: invalid conversion from throwing function
    container.number.decorate { _ in await later() }  // error: to parameter expecting synchronous function type
    container.number.decorate { (_: inout Int) in 1 }  // error: cannot convert value of type '(inout Int) -> Int'
    container.number.modify { _ in throw Failed.offline }  // error: invalid conversion from throwing function
    container.throwing.modify { (_: inout Int) throws(Failed) in throw .offline }  // error: invalid conversion
    container.asynchronous.modify { $0 = await later() }  // error: to parameter expecting synchronous function type
    _ = container.service.onStop { _ in throw Failed.offline }  // error: invalid conversion from throwing function
    container.parts.contribute { throw Failed.offline }  // error: invalid conversion from throwing function
    container.parts.contribute { await later() }  // error: to parameter expecting synchronous function type
    let client: @Sendable () -> Ticket = unimplemented("client", placeholder: Ticket())  // error: no exact matches
}

func take(_ trait: any Trait) {}

func traits() {
    take(.override(\.number) { throw Failed.offline })  // error: may throw or await only if the declaration's may
    take(.override(\.number) { await later() })  // error: may throw or await only if the declaration's may
    take(.override(\.throwing) { throw Failed.offline })  // error: may throw or await only if the declaration's may
    take(.override(\.throwing) { await later() })  // error: may throw or await only if the declaration's may
    take(.override(\.number) { Ticket() })  // error: The closure must return what the declaration's closure does
    take(.override(\.page) { (_: inout String) in 1 })  // error: The closure must return what the declaration's
    take(.override(\.number) { @MainActor in 1 })  // error: loses global actor 'MainActor'
    take(.override(\.asynchronous) { @MainActor in 1 })  // error: loses global actor 'MainActor'
    take(.override(\.number, with: await later()))  // error: in an autoclosure that does not support concurrency
    take(.override(onMainActor: { $0.number }) { throw Failed.offline })  // error: invalid conversion from throwing
    take(.override(onActor: { @Disk in $0.number }) { await later() })  // error: expecting synchronous function type
    take(.modify(\.number) { _ in throw Failed.offline })  // error: invalid conversion from throwing function
    take(.modify(\.number) { $0 = await later() })  // error: to parameter expecting synchronous function type
    take(.container { (_: inout Container) in })  // error: expected argument type '@isolated(any) @Sendable (Container)
    take(.override(Overrides { _ in throw Failed.offline }))  // error: invalid conversion from throwing function
    take(.override(Overrides { @MainActor _ in }))  // error: loses global actor 'MainActor'
}
