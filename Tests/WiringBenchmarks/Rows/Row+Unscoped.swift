import BenchmarkCounters
import Synchronization
import Wiring

extension Row {
    /// A new instance each time.
    static let unscoped = [unscopedInHand, unscopedShared, parameterFactory, overrideInPlace]

    static let unscopedInHand = Row(
        "unscoped, container in hand",
        against: "initializer",
        goal: .atMost(1.1),
        debugGoal: .atMost(15)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(container.unscoped()) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(Service()) } }
        )
    }

    private static let unscopedShared = Row(
        "unscoped, Container.shared",
        against: "@TaskLocal read, initializer",
        goal: .atMost(1.1),
        debugGoal: .atMost(15)
    ) {
        Comparison(
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(Container.shared.unscoped()) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(Maker.shared.service()) } },
            // A library's container belongs to another module, and a path requires a frame.
            plainContainer: Operation(instances: 1) {
                for _ in 0..<$0 {
                    let container = Container.shared
                    var frame = (ObjectIdentifier(container), StaticString("service"), #line)
                    withUnsafeMutablePointer(to: &frame) { frame in
                        benchmark_consume(frame)
                        consume(Service())
                        benchmark_consume(frame)
                    }
                }
            }
        )
    }

    private static let parameterFactory = Row(
        "parameter factory, unscoped",
        against: "initializer",
        goal: .atMost(1.2)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(instances: 1) { for number in 0..<$0 { consume(container.numbered(number)) } },
            baseline: Operation(instances: 1) { for number in 0..<$0 { consume(Service(number: number)) } }
        )
    }

    static let overrideInPlace = Row(
        "override in place",
        against: "closure out of a Mutex",
        goal: .atMost(1.6)
    ) {
        let container = Container()
        container.replaced.register { Service() }
        let replaceable = Replaceable { preconditionFailure("this is replaced") }
        replaceable.replace { Service() }
        let replacements = Replacements()
        replacements.replace(1) { Service() }
        return Comparison(
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(container.replaced()) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(replaceable.service()) } },
            plainContainer: Operation(instances: 1) {
                for _ in 0..<$0 { consume(replacements.service(1) { preconditionFailure("this is replaced") }) }
            }
        )
    }
}

extension Container {
    fileprivate var unscoped: Factory<Service> { self { Service() } }
    fileprivate var numbered: ParameterFactory<Int, Service> { self { Service(number: $0) } }
    fileprivate var replaced: Factory<Service> { self { preconditionFailure("this is replaced") } }
}

/// A container by hand, with one instance for each task.
private final class Maker: Sendable {
    @TaskLocal static var shared = Maker()

    func service() -> Service { Service() }
}

/// Without this wrapper, each exit from the generic lock would wrap another thunk around the closure.
private struct Closure {
    var make: @Sendable () -> Service
}

/// A closure that can be replaced, by hand.
private final class Replaceable: Sendable {
    private let closure: Mutex<Closure>

    init(_ make: @escaping @Sendable () -> Service) { closure = Mutex(Closure(make: make)) }

    func replace(_ make: @escaping @Sendable () -> Service) { closure.withLock { $0.make = make } }

    func service() -> Service { closure.withLock { $0.make }() }
}

/// Closures that replace those of declarations, by declaration.
private final class Replacements: Sendable {
    private let closures = Mutex<[UInt: Closure]>([:])

    func replace(_ declaration: UInt, _ make: @escaping @Sendable () -> Service) {
        closures.withLock { $0[declaration] = Closure(make: make) }
    }

    func service(_ declaration: UInt, _ make: () -> Service) -> Service {
        closures.withLock { $0[declaration] }?.make() ?? make()
    }
}
