import WiringModules
import WiringTestSupport
import WiringTesting

/// What the tests of children build.
final class Item: Sendable {
    let name: String
    let needs: [Item]
    private let tracked: Tracked?

    init(_ name: String, needs: [Item] = [], _ tracker: Tracker? = nil) {
        self.name = name
        self.needs = needs
        tracked = tracker.map(Tracked.init)
    }
}

extension Scope {
    static let visit = Cached()
    static let allVisits = Singleton()
}

/// A container type with a declaration for each scope.
final class Market: TaskLocalContainer {
    @TaskLocal static var shared = Market()
    static var taskLocal: TaskLocal<Market> { $shared }
    let manager = ContainerManager.silent()

    var name: Factory<String> { self { "declared" } }
    var titled: ParameterFactory<String, String> { self { "\($0) \(self.name())" } }
    var titledItem: ParameterFactory<String, Item> { self { Item("\($0) \(self.name())") } }
    var unscoped: Factory<Item> { self { Item(self.name()) } }
    var cached: Factory<Item> { self { Item(self.name()) }.cached }
    var weak: Factory<Item> { self { Item(self.name()) }.shared }
    var visit: Factory<Item> { self { Item(self.name()) }.scope(.visit) }
    var each: ParameterFactory<String, Item> { self { Item("\($0) \(self.name())") }.scopeOnParameters.cached }
    var graph: Factory<Item> { self { Item(self.name()) }.graph }
    var pair: Factory<Item> { self { Item(self.name(), needs: [self.graph(), self.graph()]) } }
    var onTest: Factory<String> { self { "declared" }.onTest { "in a test" } }
    var promise: Factory<String?> { promised() }
    var parts: Collected<String> { collected() }
    var keyed: KeyedCollected<String, String> { collected() }

    var single: Factory<Item> { self { Item(self.name(), needs: [self.cached(), self.graph()]) }.singleton }
    var customSingle: Factory<Item> { self { Item(self.name()) }.scope(.allVisits) }
    var needsSingle: Factory<Item> { self { Item(self.name(), needs: [self.single()]) }.cached }
}
