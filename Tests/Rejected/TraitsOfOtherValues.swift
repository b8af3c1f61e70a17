// A trait names a dependency, and its closure or value has the type of the dependency.

import Testing
import WiringAsync
import WiringTesting

final class PaymentContainer: TaskLocalContainer {
    @TaskLocal static var shared = PaymentContainer()
    static var taskLocal: TaskLocal<PaymentContainer> { $shared }
    let manager = ContainerManager()
}

protocol API: Sendable {}
struct LiveAPI: API {}
struct Client: Sendable { var load: @Sendable () -> Int = { 1 } }

func read() throws -> Client { Client() }
func fetch() async -> Client { Client() }

extension Container {
    var api: Factory<any API> { self { LiveAPI() } }
    var client: Factory<Client> { self { Client() } }
    var page: ParameterFactory<Int, String> { self { "page \($0)" } }
    var archive: AsyncFactory<Int, any Error> { self { 1 } }
    var license: ThrowingFactory<Int, any Error> { self { 1 } }
    var limit: Int { 3 }
}

extension PaymentContainer {
    var gateway: Factory<String> { self { "" } }
    var limit: Int { 3 }
}

/// Takes what `@Test` and `@Suite` take.
func take(_ trait: any SuiteTrait) {}

func override() {
    take(.override(\.api) { LiveAPI() })
    take(.override(\.api, with: LiveAPI()))
    take(.override(\.client, with: try read()))
    take(.override(\.page) { "other \($0)" })
    take(.override(\.archive) { await fetch().load() })
    take(.override(\.license) { try read().load() })
    take(.override(\PaymentContainer.gateway) { "other" })
    take(.override(\PaymentContainer.gateway, with: "other"))
    take(.override(\.limit) { 4 })  // error: The key path must lead to a dependency, such as a `Factory`.
    take(.override(\.limit, with: 4))  // error: The key path must lead to a dependency, such as a `Factory`.
    take(.override(\PaymentContainer.limit) { 4 })  // error: The key path must lead to a dependency
    take(.override(\PaymentContainer.limit, with: 4))  // error: The key path must lead to a dependency
    take(.override(\.api) { 4 })  // error: The closure must return what the declaration's closure does
    take(.override(\.api, with: 4))  // error: or the value must have that type.
    take(.override(\.page) { 4 })  // error: The closure must return what the declaration's closure does
    take(.override(\.page) { _ in 4 })  // error: cannot convert value of type 'Int' to closure result type 'String'
    take(.override(\.client) { try read() })  // error: The closure may throw or await only if the declaration's may.
    take(.override(\.client) { await fetch() })  // error: The closure may throw or await only if the declaration's may.
    take(.override(\.archive) { "" })  // error: The closure must return what the declaration's closure does
    take(.override(\PaymentContainer.gateway) { 4 })  // error: The closure must return what the declaration
    take(.override(\PaymentContainer.gateway, with: 4))  // error: or the value must have that type.
    take(.override(\.apj) { LiveAPI() })  // error: consider explicitly specifying a root type
}

func modify() {
    take(.modify(\.client) { $0.load = { 4 } })
    take(.modify(\PaymentContainer.gateway) { $0 = "other" })
    take(.modify(\.limit) { $0 = 4 })  // error: The key path must lead to a dependency, such as a `Factory`.
    take(.modify(\PaymentContainer.limit) { $0 = 4 })  // error: The key path must lead to a dependency
    take(.modify(\.client) { $0.load = 4 })  // error: cannot assign value of type 'Int' to type '@Sendable () -> Int'
}

func allow() {
    take(.allow(\.api, \.client))
    take(.allow(\PaymentContainer.gateway))
    take(.allow { $0.api })
    take(.allow(\.limit))  // error: The key path must lead to a dependency, such as a `Factory`.
    take(.allow(\.api, \.limit))  // error: The key path must lead to a dependency, such as a `Factory`.
    take(.allow(\PaymentContainer.limit))  // error: The key path must lead to a dependency
    take(.allow { $0.limit })  // error: requires that 'Int' conform to 'DeclaredDependency'
}
