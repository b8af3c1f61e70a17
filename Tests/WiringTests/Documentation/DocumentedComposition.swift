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

@Suite(.container) struct DocumentedComposition {
    @Test func installModules() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        print(StoreContainer().receipt())  // sent receipt
        #expect(printed.lines == ["sent receipt"])
    }
}
