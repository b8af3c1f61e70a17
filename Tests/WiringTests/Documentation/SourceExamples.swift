import Observation
import Testing
public import WiringTesting

// The examples of the doc comments in `Sources/Wiring` and `Sources/WiringTesting`, verbatim. `SnippetTests` compares them.

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

final class Checkout {
    @Injected(\.api) private var api
    @Injected(\PaymentContainer.gateway) private var gateway
}

final class Upload {
    @LazyInjected(\.api) private var api
    deinit { $api.resolvedOrNil()?.close() }
}

@MainActor @Observable
final class SearchModel {
    @ObservationIgnored @BoundInjected(\.api) private var api
}

final class UserStore: Sendable {
    private let lazyAPI = LazyInjected(\.api)
    private var api: any API { lazyAPI.wrappedValue }
}

private struct Containers {
    @InjectedContainer private var container
    @InjectedContainer(PaymentContainer.self) private var payments
    var areShared: Bool { container === Container.shared && payments === PaymentContainer.shared }
}

private struct Typed {
    @InjectedType private var api: (any API)?
    var isThere: Bool { api != nil }
}

// MARK: - Container

extension Container {
    var store: Factory<Store> { self { Store() }.singleton }
}

final class AppContainer: ManagedContainer {
    let manager = ContainerManager()
}

extension AppContainer {
    var api: Factory<any API> { self { LiveAPI() } }
}

extension AppContainer: AutoRegistering {
    func autoRegister() {
        api.onArg("mock-api") { MockAPI() }
    }
}

func ignoreWhatUsersChoose() {
    #if !DEBUG
        FactoryContext.ignoreArgumentsAndEnvironment()
    #endif
}

extension AppContainer {
    func registerForTheEnvironment() {
        api.onEnvironment("MOCKS", "api") { MockAPI() }
    }
}

final class LetterContainer: AutoRegistering {
    let manager = ContainerManager()
    var name: Factory<String> { self { "Ada" } }
    var letter: Factory<Letter> { self { Letter(to: "nobody") } }

    func autoRegister() {
        letter.register { [unowned self] in Letter(to: name()) }
    }
}

extension PaymentContainer: TaskLocalContainer {
    static var taskLocal: TaskLocal<PaymentContainer> { $shared }
}

// MARK: - Isolation

extension Overrides {
    static let offline = Overrides { $0.api.override { MockAPI() } }
    static let mailless = Overrides { $0.letter.override { Letter(to: "nobody, not \($0)") } }
    static let demo: Overrides = [.offline, .mailless]
}

// MARK: - Factory

extension Container {
    var api: Factory<any API> { self { LiveAPI() } }
}

extension Container {
    public var accounts: Factory<(any AccountLoading)?> { promised() }
}

extension Container {
    var letter: ParameterFactory<String, Letter> { self { Letter(to: $0) } }
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
        container.api.decorate { Retrying($0) }
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
        container.api.modify { $0.fetch = { _ in .mock } }
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

    @Test func createsAnObjectInTheContainerOfAnother() {
        let model = withContainer { _ in
        } operation: {
            Model()
        }
        let child = withContainer(model.container) { ChildModel() }
        #expect(child.container === model.container)
    }

    @Test func overridesAroundACall() {
        let model = Model()
        let sawTheMock =
            withContainer(from: model.container) {
                $0.api.override { MockAPI() }
            } operation: {
                model.retry()
            }
        #expect(sawTheMock)
        #expect(!model.retry())
    }
}

@Suite struct CaptureExamples {
    @Test func anExternalClosureDoesNotRetainItsContainer() {
        weak var dropped: Container?
        do {
            let container = Container()
            dropped = container
            container.letter.onTest { [unowned container] in Letter(to: "\($0), from \(container.sender())") }
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

final class Plugins: Resolving {
    let manager = ContainerManager()
}

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

enum PaymentModule: ContainerModule {
    static func register(in container: ShopContainer) {
        container.gateway.register { Gateway(name: "shop") }
    }
}

extension ShopContainer: AutoRegistering {
    func autoRegister() {
        install(NetworkModule.self, PaymentModule.self)
    }
}

protocol Plugin: Sendable {}

struct AnalyticsPlugin: Plugin {
    let api: any API
}

struct LoggingPlugin: Plugin {}

extension Container {
    var plugins: Collected<any Plugin> { collected() }
    var analyticsPlugin: Factory<any Plugin> { self { AnalyticsPlugin(api: self.api()) }.cached }
}

protocol Exporter: Sendable {}
struct CSVExporter: Exporter {}
struct JSONExporter: Exporter {}

extension Container {
    var exporters: KeyedCollected<String, any Exporter> { collected() }
    var csvExporter: Factory<any Exporter> { self { CSVExporter() } }
}

final class Connection: Sendable {}

extension Container {
    var connection: Factory<Connection> { self { Connection() } }
    var pool: Factory<Pool> { self { Pool(connection: self.provider(\.connection)) }.cached }
}

final class Pool: Sendable {
    private let connection: Provider<Connection>
    init(connection: Provider<Connection>) { self.connection = connection }
    func connect() -> Connection { connection() }
}

// MARK: - WiringTesting

@Suite(.container)
struct CheckoutTests {
    @Test(.container { $0.api.register { MockAPI() } })
    func usesTheMock() {
        #expect(Container.shared.api() is MockAPI)
    }
}

@Suite(.container(for: Container.self, PaymentContainer.self))
struct PaymentTests {
    @Test(
        .container(for: Container.self, PaymentContainer.self) { container, payments in
            container.api.register { MockAPI() }
            payments.gateway.register { Gateway(name: "mock") }
        }
    )
    func paysByTheMock() {
        #expect(PaymentContainer.shared.gateway().name == "mock")
    }
}

@Test(.container, .override(\.api) { MockAPI() }, .override(\.letter) { Letter(to: "Dear \($0)") })
func writesToTheMock() {
    #expect(Container.shared.api() is MockAPI)
    #expect(Container.shared.letter("Ada").name == "Dear Ada")
}

extension Trait where Self == ContainerTrait<PaymentContainer> {
    static var payments: Self { .init(shared: PaymentContainer.$shared, container: .init()) }
}

// MARK: - Behavior

@Suite(.container, .payments) struct SourceExamples {
    @Test func wrappers() {
        _ = (Checkout(), Upload())
        #expect(Containers().areShared)
        #expect(!Typed().isThere)
    }

    @Test func sharedContainer() {
        let store = Container.shared.store()
        #expect(store === Container().store())
    }

    @Test func boundContainer() {
        Container.shared.api.register { MockAPI() }
        let api = Container.$shared.withValue(Container()) { Container.shared.api() }
        #expect(api is LiveAPI)
    }

    @Test func aChildOfTheCurrentContainer() {
        let name = withContainer {
            $0.letter.override { Letter(to: "Dear \($0)") }
        } operation: {
            Container.shared.letter("Ada").name
        }
        #expect(name == "Dear Ada")
        #expect(Container.shared.letter("Ada").name == "Ada")
    }

    @Test func childrenOfSeveralContainers() {
        let gateway = withContainer(for: Container.self, PaymentContainer.self) { container, payments in
            container.api.override { MockAPI() }
            payments.gateway.override { Gateway(name: "mock") }
        } operation: {
            PaymentContainer.shared.gateway()
        }
        #expect(gateway.name == "mock")
        #expect(PaymentContainer.shared.gateway().name == "live")
    }

    @Test func setsOfOverridesThatSuspend() async throws {
        let recorded = try await withContainer(.recordedSky) { Container.shared.weather().sky() }
        #expect(recorded == "recorded sky")
    }

    @Test func setsOfOverrides() {
        let api = withContainer(.offline) { Container.shared.api() }
        #expect(api is MockAPI)
        #expect(withContainer(.demo) { Container.shared.letter("Ada").name } == "nobody, not Ada")
    }

    @Test func boundClosure() async {
        Container.shared.letter.register { Letter(to: "Dear \($0)") }
        let container = Container.shared
        let name = await Task.detached(operation: container.bind { Container.shared.letter("Ada").name }).value
        #expect(name == "Dear Ada")
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
        container.plugins.contribute(\.analyticsPlugin, order: 10)
        container.plugins.contribute { LoggingPlugin() }
        let plugins = container.plugins()
        #expect(plugins.first is LoggingPlugin && plugins.last is AnalyticsPlugin)
        container.exporters.contribute(\.csvExporter, forKey: "csv")
        container.exporters.contribute(forKey: "json") { JSONExporter() }
        let csv = container.exporters()["csv"]
        #expect(csv is CSVExporter)
    }

    @Test func providers() {
        let container = Container()
        let pool = container.pool()
        #expect(pool.connect() !== pool.connect())
    }

    @Test func factory() {
        let container = Container()
        let api = container.api()
        container.api.register { MockAPI() }
        #expect(api is LiveAPI)
        #expect(container.api() is MockAPI)
    }

    @Test func parameter() {
        let container = Container()
        let letter = container.letter("Ada")
        #expect(letter.name == "Ada")
    }

    @Test func promise() {
        let container = Container()
        container.manager.promiseTriggersError = false
        #expect(container.accounts() == nil)
    }

    @Test func byType() {
        let plugins = Plugins()
        plugins.register((any API).self) { LiveAPI() }
        let api = plugins.resolve((any API).self)
        #expect(api is LiveAPI)
    }

    @Test func customScope() {
        let container = Container()
        let first = container.loginReport()
        container.manager.reset(scope: .login)
        #expect(container.loginReport() !== first)
    }

    @Test func singletons() {
        let container = Container()
        let first = container.store()
        let same = Scope.$singleton.withValue(Scope.singleton.clone()) { container.store() }
        let another = Scope.$singleton.withValue(Scope.Singleton()) { container.store() }
        #expect(same === first)
        #expect(another !== first)
    }
}
