import Testing
public import WiringTesting

// The code of the article *Composing a program from modules*, verbatim. `SnippetTests` compares it.

/// Collects what an example prints.
private final class Printed {
    private(set) var lines: [String] = []

    func add(_ value: Any) { lines.append("\(value)") }
}

public final class StoreContainer: SharedContainer {
    @TaskLocal public static var shared = StoreContainer()
    public let manager = ContainerManager()

    public init() {}
}

public protocol Tracking: Sendable {
    func track(_ event: String) -> String
}

struct ServerTracking: Tracking {
    func track(_ event: String) -> String { "sent \(event)" }
}

extension StoreContainer {
    public var tracking: Factory<(any Tracking)?> { promised() }
    public var receipt: Factory<String> { self { "none" } }
}

public enum TrackingModule: ContainerModule {
    public static func register(in container: StoreContainer) {
        container.tracking.register { ServerTracking() }
    }
}

public enum ReceiptModule: ContainerModule {
    public static var requirements: [any ContainerModule.Type] { [TrackingModule.self] }

    public static func register(in container: StoreContainer) {
        container.receipt.register { [unowned container] in container.tracking()?.track("receipt") ?? "none" }
    }
}

extension StoreContainer: AutoRegistering {
    public func autoRegister() {
        install(TrackingModule.self, ReceiptModule.self)
    }
}

struct CheckoutStep: Sendable {
    let name: String
}

extension StoreContainer {
    var steps: Collected<CheckoutStep> { collected() }
    var paymentStep: Factory<CheckoutStep> { self { CheckoutStep(name: "pay") } }
}

extension StoreContainer {
    var caches: Collected<AsyncProvider<StepCache, any Error>> { collected() }
    var stepCache: AsyncFactory<StepCache, any Error> { self { try await StepCache.open() }.cached }
}

struct StepCache: Sendable {
    static func open() async throws -> StepCache { StepCache() }
}

extension StoreContainer {
    var formats: KeyedCollected<String, CheckoutStep> { collected() }
}

final class Sessions: Sendable {
    private let step: Provider<CheckoutStep>
    init(step: Provider<CheckoutStep>) { self.step = step }
    func begin() -> String { "began with \(step().name)" }
}

extension StoreContainer {
    var sessions: Factory<Sessions> { self { Sessions(step: self.provider(\.paymentStep)) }.cached }
}

@Suite(.container) struct DocumentedComposition {
    @Test func installModules() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        print(StoreContainer().receipt())  // sent receipt
        #expect(printed.lines == ["sent receipt"])
    }

    @Test func decorateAnInstance() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let store = StoreContainer()
        store.receipt.decorate { inner in "<\(inner)>" }
        print(store.receipt())  // <sent receipt>
        #expect(printed.lines == ["<sent receipt>"])
    }

    @Test func collectAnArray() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = StoreContainer()
        container.steps.contribute(\StoreContainer.paymentStep, order: 20)
        container.steps.contribute(order: 10) { CheckoutStep(name: "address") }
        print(container.steps().map(\.name))  // ["address", "pay"]
        #expect(printed.lines == ["[\"address\", \"pay\"]"])
    }

    @Test func collectADictionary() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = StoreContainer()
        container.formats.contribute(\StoreContainer.paymentStep, forKey: "card")
        print(container.formats()["card"]?.name ?? "none")  // pay
        #expect(printed.lines == ["pay"])
    }

    @Test func collectAsynchronousParts() async throws {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = StoreContainer()
        container.caches.contribute(\StoreContainer.stepCache)
        let caches = try await container.caches.resolveAll()
        print(caches.count)  // 1
        #expect(printed.lines == ["1"])
    }

    @Test func replaceParts() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = StoreContainer()
        container.steps.contribute(\StoreContainer.paymentStep)
        container.paymentStep.override { CheckoutStep(name: "mock") }
        print(container.steps().map(\.name))  // ["mock"]
        container.steps.override { [] }
        print(container.steps().count)  // 0
        #expect(printed.lines == ["[\"mock\"]", "0"])
    }

    @Test func makeInstancesLater() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = StoreContainer()
        print(container.sessions().begin())  // began with pay
        #expect(printed.lines == ["began with pay"])
    }
}
