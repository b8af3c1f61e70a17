import Foundation
import WiringTesting

// The dependencies of the examples in Factory's testing guide. The examples run unchanged.

struct Account: Codable, Sendable, Equatable {
    let name: String
}

struct HTTPError: Error {
    let code: Int
}

protocol Networking: Sendable {
    func data() async throws -> Data
}

struct MockJSON: Networking {
    let json: String

    init(_ json: String) { self.json = json }

    func data() async throws -> Data { Data(json.utf8) }
}

struct MockError: Networking {
    let code: Int

    init(_ code: Int) { self.code = code }

    func data() async throws -> Data { throw HTTPError(code: code) }
}

protocol AccountLoading: Sendable {
    func load() async throws -> [Account]
}

struct AccountLoader: AccountLoading {
    private struct Response: Decodable { let accounts: [Account] }

    let networking: any Networking

    func load() async throws -> [Account] {
        try JSONDecoder().decode(Response.self, from: await networking.data()).accounts
    }
}

struct MockNoAccounts: AccountLoading {
    func load() async throws -> [Account] { [] }
}

struct MockAccountError: AccountLoading {
    let code: Int

    init(_ code: Int) { self.code = code }

    func load() async throws -> [Account] { throw HTTPError(code: code) }
}

final class AccountsViewModel {
    @Injected(\.accountLoading) private var loader

    private(set) var accounts: [Account] = []
    private(set) var isLoaded = false
    private(set) var isError = false
    var isEmpty: Bool { accounts.isEmpty }

    func load() async {
        do {
            accounts = try await loader.load()
            isLoaded = true
        } catch {
            isError = true
        }
    }
}

extension Container {
    var networking: Factory<any Networking> {
        self { MockJSON(#"{ "accounts": [{ "name": "Savings" }] }"#) }.cached
    }
    var accountLoading: Factory<any AccountLoading> { self { AccountLoader(networking: self.networking()) } }
    var accountsViewModel: Factory<AccountsViewModel> { self { AccountsViewModel() } }
}

enum Parameters: CaseIterable, Sendable {
    case first, second, third
}

protocol SomeService: AnyObject, Sendable {
    var number: Int { get }
    var parameter: Parameters? { get }
    var error: String? { get }
}

extension SomeService {
    var number: Int { 0 }
    var parameter: Parameters? { nil }
    var error: String? { nil }
}

typealias MyServiceType = any SomeService

final class MyService: SomeService {}

final class MockService: SomeService {
    let parameter: Parameters?

    init(parameter: Parameters? = nil) { self.parameter = parameter }
}

final class MockService2: SomeService {}

final class MockServiceN: SomeService {
    let number: Int

    init(_ number: Int) { self.number = number }
}

final class ErrorService: SomeService {
    var error: String? { "Oops" }
}

final class OtherErrorService: SomeService {
    var error: String? { "OtherOops" }
}

final class MyNewMock: SomeService {}

protocol Isolated: AnyObject {}
typealias IsolatedProtocol = any Isolated

@MainActor
final class IsolatedImplementation: Isolated {}

struct Foo: Sendable, Equatable {
    var name = "foo"
}

extension Container {
    var myServiceType: Factory<MyServiceType> { self { MyService() } }
    var myService: Factory<MyServiceType> { self { MyService() } }
    var sharedService: Factory<MyServiceType> { self { MyService() }.shared }
    var someService: Factory<MyServiceType> { self { MyService() } }
    var someOtherService: Factory<MyServiceType> { self { MyService() } }
    var someSingletonFactory: Factory<MyServiceType> { self { MyService() }.singleton }
    var fooBarBaz: Factory<Foo> { self { Foo(name: "declared") } }

    @MainActor
    var isolatedDependency: Factory<IsolatedProtocol> {
        self { IsolatedImplementation() }
    }
}

extension Container {
    func setupMocks() {
        myService.register { MockServiceN(4) }
        sharedService.register { MockService2() }
    }
}
