import Testing
import WiringTesting

/// A container with the declarations that all cases use.
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
    /// Each case replaces it.
    var number: Factory<Int> { self { Belonging.nobody } }
    var suiteNumber: Factory<Int> { self { Belonging.nobody } }
    var testNumber: Factory<Int> { self { Belonging.nobody } }
    var argument: Factory<Int> { self { Belonging.nobody } }

    var keptByTheContainer: Factory<Belonging> { self { Belonging(self.number()) }.cached }
    var keptByItsUsers: Factory<Belonging> { self { Belonging(self.number()) }.shared }
    var singleNumber: Factory<Belonging> { self { Belonging(self.number()) }.singleton }
    var ofTheSession: Factory<Belonging> { self { Belonging(self.number()) }.scope(.session) }
    var ofTheDevice: Factory<Belonging> { self { Belonging(self.number()) }.scope(.device) }
    var ofOneResolution: Factory<Belonging> { self { Belonging(self.number()) }.graph }
    var pair: Factory<[Belonging]> { self { [self.ofOneResolution(), self.ofOneResolution()] } }
    var product: ParameterFactory<Int, Belonging> { self { Belonging(self.number() * $0) }.cached.scopeOnParameters }
}
