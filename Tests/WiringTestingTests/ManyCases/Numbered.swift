import Testing
import WiringTesting

/// A container with the declarations that all cases share.
protocol Numbered: SharedContainer {}

extension Container: Numbered {}

final class NumberedContainer: Numbered {
    @TaskLocal static var shared = NumberedContainer()
    let manager = ContainerManager()
}

extension Trait where Self == ContainerTrait<NumberedContainer> {
    static var numbered: Self { .init(shared: NumberedContainer.$shared, container: .init()) }
}

extension Scope {
    static let session = Cached()
    static let device = Singleton()
}

extension Numbered {
    /// Each case replaces this.
    var number: Factory<Int> { self { ClaimedInstance.noCase } }
    var suiteNumber: Factory<Int> { self { ClaimedInstance.noCase } }
    var testNumber: Factory<Int> { self { ClaimedInstance.noCase } }
    var argument: Factory<Int> { self { ClaimedInstance.noCase } }

    var cachedInstance: Factory<ClaimedInstance> { self { ClaimedInstance(self.number()) }.cached }
    var sharedInstance: Factory<ClaimedInstance> { self { ClaimedInstance(self.number()) }.shared }
    var singletonInstance: Factory<ClaimedInstance> { self { ClaimedInstance(self.number()) }.singleton }
    var sessionInstance: Factory<ClaimedInstance> { self { ClaimedInstance(self.number()) }.scope(.session) }
    var deviceInstance: Factory<ClaimedInstance> { self { ClaimedInstance(self.number()) }.scope(.device) }
    var graphInstance: Factory<ClaimedInstance> { self { ClaimedInstance(self.number()) }.graph }
    var pair: Factory<[ClaimedInstance]> { self { [self.graphInstance(), self.graphInstance()] } }
    var parameterInstance: ParameterFactory<Int, ClaimedInstance> {
        self { ClaimedInstance(self.number() * $0) }.cached.scopeOnParameters
    }
}
