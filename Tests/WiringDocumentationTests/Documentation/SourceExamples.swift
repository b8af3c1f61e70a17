import Observation
import Testing
import WiringAsync
import WiringLifecycle
import WiringModules
import WiringTestSupport
public import WiringTesting

// The examples of the doc comments in `Sources/Wiring` and `Sources/WiringTesting`.

protocol API: Sendable {
    func close()
}

struct LiveAPI: API {
    func close() {}
}

struct MockAPI: API {
    func close() {}
}

public protocol AccountLoading: Sendable {}

final class Store: Sendable {}

struct Letter {
    let name: String
    init(to name: String) { self.name = name }
}

struct Gateway {
    var name = "live"
}

final class PaymentContainer: SharedContainer {
    @TaskLocal static var shared = PaymentContainer()
    let manager = ContainerManager()
    var gateway: Factory<Gateway> { self { Gateway() } }
}

// MARK: - Access

// Injected.swift: final class Checkout

// LazyInjected.swift: final class Upload

// Injected.swift: final class SearchModel

// LazyInjected.swift: final class UserStore

private struct Containers {
    // Injected.swift: @InjectedContainer private var container
    var areShared: Bool { container === Container.shared && payments === PaymentContainer.shared }
}

private struct Typed {
    // Injected.swift: @InjectedType private var api
    var isThere: Bool { api != nil }
}

// MARK: - Container

// Container.swift: var store

// Container.swift: final class AppContainer

// Container.swift: extension AppContainer

// AutoRegistering.swift: extension AppContainer: AutoRegistering

func ignoreWhatUsersChoose() {
    // ContainerManager+Settings.swift: #if !DEBUG
}

extension AppContainer {
    func registerForTheEnvironment() {
        // FactoryModifying.swift: api.onEnvironment
    }
}

final class LetterContainer: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()
    var name: Factory<String> { self { "Ada" } }
    var letter: Factory<Letter> { self { Letter(to: "nobody") } }

    // AutoRegistering.swift: letter.register { [unowned self]
}

// Container.swift: extension PaymentContainer: TaskLocalContainer

// MARK: - Isolation

// Isolation.swift: extension Overrides

// MARK: - Factory

// Factory.swift: var api

// ManagedContainer+Factory.swift: public var accounts

// ParameterFactory.swift: var letter

@Suite struct StartedExamples {
    struct Settings: Sendable {
        let isMigrated: Bool

        static func load(from store: Database) async throws -> Self {
            Self(isMigrated: store.isMigrated.withLock(\.self))
        }
    }

    final class Database: Sendable {
        let isMigrated = Locked(false)
    }

    final class Files: ManagedContainer {
        let manager = ContainerManager()
        var store: Factory<Database> {
            self { Database() }.cached.onStart { store in store.isMigrated.withLock { $0 = true } }
        }
        // DeclaredDependency+Started.swift: var settings
    }

    @Test func aClosureReceivesWhatHasStarted() async throws {
        let container = Files()
        try await container.run(\.settings) {
            let settings = try await container.settings()
            #expect(settings.isMigrated)
        }
    }
}

extension Container {
    fileprivate var sender: Factory<String> { self { "Ada" } }
}

private struct Retrying: API {
    let inner: any API
    init(_ inner: any API) { self.inner = inner }
    func close() { inner.close() }
}

@Suite struct DecorationExamples {
    @Test func decorates() {
        let container = Container()
        // FactoryModifying.swift: container.api.decorate { Retrying
        #expect((container.api() as? Retrying)?.inner is LiveAPI)
    }

    struct Response: Equatable, Sendable {
        static let mock = Response()
    }

    struct Client: Sendable {
        var fetch: @Sendable (Int) -> Response?
    }

    final class Clients: ManagedContainer {
        let manager = ContainerManager()
        var api: Factory<Client> { self { Client(fetch: { _ in nil }) } }
    }

    @Test func modifies() {
        let container = Clients()
        // DeclaredDependency.swift: container.api.modify { $0.fetch = { _ in .mock } }
        #expect(container.api().fetch(1) == .mock)
    }
}

@Suite(.container) struct ExistingContainerExamples {
    final class ChildModel: Sendable {
        let container = Container.shared
    }

    final class Model: Sendable {
        let container = Container.shared
        func retry() -> Bool { dependency(\.api) is MockAPI }
    }

    func retry(_ model: Model) -> Bool {
        // withContainer.swift: withContainer(from:
    }

    @Test func createsAnObjectInTheContainerOfAnother() {
        let model = withContainer { _ in
        } operation: {
            Model()
        }
        // TaskLocalContainer+Bind.swift: let child = withExistingContainer
        #expect(child.container === model.container)
    }

    @Test func overridesAroundACall() {
        let model = Model()
        #expect(retry(model))
        #expect(!model.retry())
    }
}

@Suite struct CaptureExamples {
    @Test func anExternalClosureDoesNotRetainItsContainer() {
        weak var dropped: Container?
        do {
            let container = Container()
            dropped = container
            // FactoryModifying.swift: container.letter.onTest { [unowned container] in Letter
            #expect(container.letter("Bob").name == "Bob, from Ada")
        }
        #expect(dropped == nil)
    }

    @Test func aClosureInAutoRegisterDoesNotRetainItsContainer() {
        weak var dropped: LetterContainer?
        do {
            let container = LetterContainer()
            dropped = container
            #expect(container.letter().name == "Ada")
        }
        #expect(dropped == nil)
    }
}

// ManagedContainer+Factory.swift: final class Plugins

// MARK: - Composition

final class ShopContainer: ManagedContainer {
    let manager = ContainerManager()
    var api: Factory<any API> { self { MockAPI() } }
    var gateway: Factory<Gateway> { self { Gateway() } }
}

enum NetworkModule: ContainerModule {
    static func register(in container: ShopContainer) {
        container.api.register { LiveAPI() }
    }
}

// ContainerModule.swift: enum PaymentModule

// ContainerModule.swift: extension ShopContainer: AutoRegistering

protocol Plugin: Sendable {}

struct AnalyticsPlugin: Plugin {
    let api: any API
}

struct LoggingPlugin: Plugin {}

// Collected.swift: var plugins

protocol Exporter: Sendable {}
struct CSVExporter: Exporter {}
struct JSONExporter: Exporter {}

// KeyedCollected.swift: var exporters

final class Connection: Sendable {}

// Provider.swift: var connection

// Provider.swift: final class Pool

// MARK: - WiringTesting

// ContainerTrait.swift: struct CheckoutTests

// ContainersTrait.swift: struct PaymentTests

// OverrideTrait.swift: func writesToTheMock

// ContainerTrait.swift: extension Trait where Self == ContainerTrait<PaymentContainer>

// MARK: - Behavior

@Suite(.container, .payments) struct SourceExamples {
    @Test func wrappers() {
        _ = (Checkout(), Upload())
        #expect(Containers().areShared)
        #expect(!Typed().isThere)
    }

    @Test func changesAContainerWhereItIsCreated() {
        // Container.swift: let container = Container().with
        #expect(container.api() is MockAPI)
    }

    @Test func sharedContainer() {
        // Container.swift: let store = Container.shared.store
        #expect(store === Container().store())
    }

    @Test func boundContainer() {
        Container.shared.api.register { MockAPI() }
        // Container.swift: let api = Container.$shared.withValue
        #expect(api is LiveAPI)
    }

    @Test func aChildOfTheCurrentContainer() {
        // withContainer.swift: let name = withContainer {
        #expect(name == "Dear Ada")
        #expect(Container.shared.letter("Ada").name == "Ada")
    }

    @Test func childrenOfSeveralContainers() {
        // withContainer.swift: let gateway = withContainer
        #expect(gateway.name == "mock")
        #expect(PaymentContainer.shared.gateway().name == "live")
    }

    @Test func setsOfOverridesThatSuspend() async throws {
        // Isolation.swift: let recorded = try await withContainer
        #expect(recorded == "recorded sky")
    }

    @Test func setsOfOverrides() {
        // Isolation.swift: let api = withContainer
        #expect(api is MockAPI)
        #expect(withContainer(.demo) { Container.shared.letter("Ada").name } == "nobody, not Ada")
    }

    @Test func boundClosure() async {
        Container.shared.letter.register { Letter(to: "Dear \($0)") }
        // TaskLocalContainer+Bind.swift: let container = Container.shared
        #expect(name == "Dear Ada")
    }

    @Test func boundSequence() async {
        let (container, names) = (Container.shared, AsyncStream(unfolding: { "Ada" }).prefix(1))
        container.letter.register { Letter(to: "Dear \($0)") }
        // TaskLocalContainer+BindSequence.swift: let letters
        let texts = await Task.detached { await letters.reduce(into: []) { $0.append($1.name) } }.value
        #expect(texts == ["Dear Ada"])
    }

    @Test func automaticRegistration() {
        #expect(AppContainer().api() is LiveAPI)
        FactoryContext.setArg("mock-api", forKey: "api")
        #expect(AppContainer().api() is MockAPI)
    }

    @Test func environment() {
        let container = AppContainer()
        container.registerForTheEnvironment()
        #expect(container.api() is LiveAPI)
        FactoryContext.current.environment["MOCKS"] = "api"
        #expect(container.api() is MockAPI)
    }

    @Test func modules() {
        let shop = ShopContainer()
        #expect(shop.api() is LiveAPI)
        #expect(shop.gateway().name == "shop")
    }

    @Test func collections() {
        let container = Container()
        // Collected.swift: container.plugins.contribute
        #expect(plugins.first is LoggingPlugin && plugins.last is AnalyticsPlugin)
        // KeyedCollected.swift: container.exporters.contribute
        #expect(csv is CSVExporter)
    }

    @Test func providers() {
        let container = Container()
        let pool = container.pool()
        #expect(pool.connect() !== pool.connect())
    }

    @Test func factory() {
        let container = Container()
        // Factory.swift: let api = container.api
        #expect(api is LiveAPI)
        #expect(container.api() is MockAPI)
    }

    @Test func parameter() {
        let container = Container()
        // ParameterFactory.swift: let letter = container.letter
        #expect(letter.name == "Ada")
    }

    @Test func promise() {
        let container = Container()
        container.manager.promiseTriggersError = false
        #expect(container.accounts() == nil)
    }

    @Test func byType() {
        let plugins = Plugins()
        // ManagedContainer+Factory.swift: plugins.register
        #expect(api is LiveAPI)
    }

    @Test func customScope() {
        let container = Container()
        let first = container.loginReport()
        // Scope.swift: container.manager.reset
        #expect(container.loginReport() !== first)
    }

    @Test func singletons() {
        let container = Container()
        let first = container.store()
        // Scope.swift: let same = Scope.$singleton.withValue
        // Scope.swift: let another = Scope.$singleton.withValue
        #expect(same === first)
        #expect(another !== first)
    }
}
