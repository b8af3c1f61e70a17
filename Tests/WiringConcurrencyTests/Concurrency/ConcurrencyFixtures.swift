import Wiring
import WiringTestSupport

/// A container whose closures run an action of the test, which can block at a gate.
final class Stage: ManagedContainer {
    let manager = ContainerManager()

    /// Runs in a declared closure before it creates its instance.
    let building = Locked<@Sendable (String) -> Void>({ _ in })

    /// The number of decorator calls.
    let decorations = Counter()

    /// The age that an instance gets when its construction begins.
    let age = Counter()

    func whileBuilding(_ action: @escaping @Sendable (String) -> Void) { building.withLock { $0 = action } }

    /// Lets the first construction open `begun` and wait for `finish`. Later ones are only counted.
    func holdFirstConstruction() -> (begun: Gate, finish: Gate, built: Counter) {
        let (begun, finish, built) = (Gate(), Gate(), Counter())
        whileBuilding { _ in
            guard built.increment() == 1 else { return }
            begun.open()
            finish.pass()
        }
        return (begun, finish, built)
    }

    func make(_ name: String) -> Product {
        let age = age.count
        building.withLock { $0 }(name)
        return Product(name, age: age)
    }
}

extension Stage {
    var cached: Factory<Product> { self { self.make("cached") }.cached }
    var shared: Factory<Product> { self { self.make("shared") }.shared }
    var singleton: Factory<Product> { self { self.make("singleton") }.singleton }
    var other: Factory<Product> { self { self.make("other") }.cached }
    var parameterized: ParameterFactory<Int, Product> {
        self { self.make("\($0)") }.scopeOnParameters.cached
    }
}

/// The lifetimes in which several callers share an instance.
enum Lifetime: CaseIterable, Sendable {
    case cached, shared, singleton, parameterized

    func resolve(from stage: Stage) -> Product {
        switch self {
        case .cached: stage.cached()
        case .shared: stage.shared()
        case .singleton: stage.singleton()
        case .parameterized: stage.parameterized(1)
        }
    }

    func register(in stage: Stage, _ make: @escaping () -> Product) {
        switch self {
        case .cached: stage.cached.register(factory: make)
        case .shared: stage.shared.register(factory: make)
        case .singleton: stage.singleton.register(factory: make)
        case .parameterized: stage.parameterized.register { _ in make() }
        }
    }

    func override(in stage: Stage, _ make: @escaping () -> Product) {
        switch self {
        case .cached: stage.cached.override(make)
        case .shared: stage.shared.override(make)
        case .singleton: stage.singleton.override(make)
        case .parameterized: stage.parameterized.override { _ in make() }
        }
    }

    func reset(in stage: Stage, _ options: FactoryResetOptions = .scope) {
        switch self {
        case .cached: stage.cached.reset(options)
        case .shared: stage.shared.reset(options)
        case .singleton: stage.singleton.reset(options)
        case .parameterized: stage.parameterized.reset(options)
        }
    }
}
