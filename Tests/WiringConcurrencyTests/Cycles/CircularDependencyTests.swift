import Foundation
import Testing
import WiringAsync
import WiringLifecycle
import WiringModules
import WiringTestSupport
import WiringTesting

/// Dependencies that need each other, in each lifetime.
final class Circular: ManagedContainer {
    let manager = ContainerManager()
    let barrier = Barrier(2)
}

private let firstLine: UInt = #line + 3

extension Circular {
    var unscoped: Factory<Product> { self { Product("unscoped", needs: [self.unscopedToo()]) } }
    var unscopedToo: Factory<Product> { self { Product("unscopedToo", needs: [self.unscoped()]) } }

    var cached: Factory<Product> { self { Product("cached", needs: [self.between()]) }.cached }
    var between: Factory<Product> { self { Product("between", needs: [self.singleton()]) } }
    var singleton: Factory<Product> { self { Product("singleton", needs: [self.cached()]) }.singleton }

    var itself: Factory<Product> { self { Product("itself", needs: [self.itself()]) }.shared }
    var graph: Factory<Product> { self { Product("graph", needs: [self.graphToo()]) }.graph }
    var graphToo: Factory<Product> { self { Product("graphToo", needs: [self.graph()]) } }
    var parameterized: ParameterFactory<Int, Product> {
        self { Product("\($0)", needs: [self.parameterized(1 - $0)]) }.scopeOnParameters.cached
    }
    var named: ParameterFactory<String, Product> { self { Product($0, needs: [self.nickname($0)]) } }
    var nickname: ParameterFactory<String, Product> { self { Product($0, needs: [self.named($0)]) } }
    var object: ParameterFactory<Product, Product> { self { Product("object", needs: [self.object($0)]) } }
    var decorated: Factory<Product> {
        self { Product("decorated") }.decorator { _ in _ = self.decorated() }
    }

    var incomparable: ParameterFactory<Incomparable, Product> {
        self { Product("incomparable", needs: [self.incomparable($0)]) }
    }
    var empty: ParameterFactory<Empty, Product> { self { Product("empty", needs: [self.empty($0)]) } }
    var newContainers: Factory<Product> {
        self { Product("newContainers", needs: [Circular().newContainers()]) }
    }

    // Each of two threads builds one instance, then waits for the other's.
    var left: Factory<Product> {
        self {
            self.barrier.arrive()
            return Product("left", needs: [self.middle()])
        }.cached
    }
    var middle: Factory<Product> { self { Product("middle", needs: [self.right()]) } }
    var right: Factory<Product> {
        self {
            self.barrier.arrive()
            return Product("right", needs: [self.left()])
        }.cached
    }
}

/// A parameter that is neither equatable nor an object.
struct Incomparable: Sendable {
    let number = 1
}

/// A parameter type with a single value and no storage.
struct Empty: Sendable {}

/// Runs `body` on a thread whose stack is large enough for a deep recursion.
private func onLargeStack(_ body: @escaping @Sendable () -> Void) {
    let ended = Gate()
    let thread = Thread {
        body()
        ended.open()
    }
    thread.stackSize = 32 << 20
    thread.start()
    ended.pass()
}

@Suite(.timeLimit(.minutes(10))) struct CircularDependencyTests {
    private func step(_ name: String, line offset: UInt) -> String {
        "Circular.\(name)<Product>  WiringConcurrencyTests/CircularDependencyTests.swift:\(firstLine + offset)"
    }

    @Test func aCycleOfUnscopedFactoriesFailsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            container.manager.circularDependencyTesting = true
            _ = container.unscoped()
        }
        expectStandardError(
            of: result,
            contains: "circular dependency",
            step("unscoped", line: 0),
            step("unscopedToo", line: 1),
            "pass `container.provider(\\.unscoped)` (import WiringModules), and call it later; or",
            "@LazyInjected(\\Circular.unscoped)"
        )
    }

    /// It has no key path.
    @Test func aCycleOfAFunctionMayBreakAtAClosure() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container().page(number: 1)()
        }
        expectStandardError(
            of: result,
            contains: "pass `{ [weak container] in container?.page(number: …)() }`, and call it later.\n"
        )
    }

    @Test func aCycleOfUnscopedFactoriesFailsWithDiagnosticsOff() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            container.manager.circularDependencyTesting = false
            _ = container.unscoped()
        }
        expectStandardError(of: result, contains: "circular dependency", "Circular.unscoped", "Circular.unscoped")
    }

    @Test func aCycleThroughAnUnscopedFactoryFailsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().cached()
        }
        expectStandardError(
            of: result,
            contains: "building Circular.cached<Product> needs Circular.cached<Product> again",
            step("cached", line: 3),
            step("between", line: 4),
            step("singleton", line: 5),
            step("cached", line: 3)
        )
    }

    @Test func aFactoryThatResolvesItselfFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().itself()
        }
        expectStandardError(of: result, contains: step("itself", line: 7), step("itself", line: 7))
    }

    @Test func aCycleInTheGraphScopeFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().graph()
        }
        expectStandardError(
            of: result,
            contains: step("graph", line: 8),
            step("graphToo", line: 9),
            step("graph", line: 8)
        )
    }

    @Test func aCycleOfScopedParametersFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().parameterized(1)
        }
        expectStandardError(of: result, contains: "circular dependency", "Circular.parameterized<Product>")
    }

    @Test func aCycleOfUnscopedFactoriesWithTheSameParameterFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            container.manager.circularDependencyTesting = true
            _ = container.named("Ada")
        }
        expectStandardError(
            of: result,
            contains: step("named", line: 13),
            step("nickname", line: 14),
            step("named", line: 13),
            "pass `container.provider(\\.named)` (import WiringModules), and call it later."
        )
    }

    @Test func aCycleWithTheSameObjectAsParameterFailsWithDiagnosticsOff() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            container.manager.circularDependencyTesting = false
            _ = container.object(Product("parameter"))
        }
        expectStandardError(of: result, contains: step("object", line: 15), step("object", line: 15))
    }

    @Test func anEndlessRecursionWithIncomparableParametersFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onLargeStack { _ = Circular().incomparable(Incomparable()) }
        }
        expectStandardError(of: result, contains: "circular dependency", "Circular.incomparable")
    }

    @Test func anEndlessRecursionWithEmptyParametersFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onLargeStack { _ = Circular().empty(Empty()) }
        }
        expectStandardError(of: result, contains: "circular dependency", "Circular.empty")
    }

    @Test func anEndlessRecursionThroughNewContainersFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onLargeStack { _ = Circular().newContainers() }
        }
        expectStandardError(of: result, contains: "circular dependency", "Circular.newContainers")
    }

    @Test func aCycleThroughADecoratorFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().decorated()
        }
        expectStandardError(of: result, contains: step("decorated", line: 17), step("decorated", line: 17))
    }

    // one                  two
    // builds left
    //                      builds right
    // needs right, waits
    //                      needs left: a cycle
    @Test func aCycleAcrossTwoThreadsFailsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            onThreads(2) { number in _ = number == 0 ? container.left() : container.right() }
        }
        // Either thread may detect the cycle.
        let output = standardError(of: result)
        let path = ["left", "middle", "right"]
        let begin = output.contains("building Circular.left") ? 0 : output.contains("building Circular.right") ? 2 : 1
        let steps = (0...3).map {
            "Circular.\(path[(begin + $0) % 3])<Product>  WiringConcurrencyTests/CircularDependencyTests"
        }
        expectStandardError(of: result, contains: "circular dependency", steps[0], steps[1], steps[2], steps[3])
    }

    @Test func aCycleThroughTheContainersDecoratorFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Forwarding(nil)
            container.decorator { _ in _ = container.cached() }
            _ = container.cached()
        }
        expectStandardError(of: result, contains: "circular dependency", "Forwarding.cached", "Forwarding.cached")
    }

    // one                                  two
    // begins left's autoRegister
    //                                      begins right's autoRegister
    // needs right, which is registering
    //                                      needs left, which is registering
    @Test func containersWhoseAutoRegisterNeedsTheOtherAreNotACycle() {
        let (left, right) = (Registering(), Registering())
        let barrier = Barrier(2)
        for (container, other) in [(left, right), (right, left)] {
            container.other.withLock { $0 = other }
            container.barrier.withLock { $0 = barrier }
        }
        let names = Collection<String>()
        onThreads(2) { number in names.add((number == 0 ? left : right).product().name) }
        #expect(names.values == ["registered", "registered"])
        #expect(left.product().name == "registered")
        left.other.withLock { $0 = nil }
    }

    @Test func forwardingToAnotherContainerOfTheSameTypeIsNotACycle() {
        let inner = Forwarding(nil)
        let outer = Forwarding(inner)
        #expect(outer.product().name == "inner")
        #expect(outer.cached() === inner.cached())
    }

    @Test func aRecursionOverDifferentParametersIsNotACycle() {
        #expect(Forwarding(nil).chain(300).name == "0")
    }

    /// Twice the depth, and at most the comparisons of the first 200 levels in a debug build.
    @Test(arguments: [true, false]) func aDeepRecursionComparesItsParametersALinearNumberOfTimes(_ isEager: Bool) {
        let comparisons = Counter()
        onLargeStack {
            let container = Forwarding(nil)
            container.manager.circularDependencyTesting = isEager
            _ = container.countedChain(Level(2_000, comparisons))
        }
        #expect(comparisons.count < 2 * 2_000 + (isEager ? 200 * 200 / 2 : 0))
    }

    @Test func aDeepAsynchronousRecursionComparesItsParametersALinearNumberOfTimes() async {
        let comparisons = Counter()
        let container = Forwarding(nil)
        container.manager.circularDependencyTesting = false
        _ = await container.asyncChain(Level(2_000, comparisons))
        #expect(comparisons.count < 2 * 2_000)
    }
}

final class Forwarding: ManagedContainer {
    let manager = ContainerManager()
    let next: Forwarding?

    init(_ next: Forwarding?) { self.next = next }

    var product: Factory<Product> { self { self.next?.product() ?? Product("inner") } }
    var cached: Factory<Product> { self { self.next?.cached() ?? Product("inner") }.cached }
    var chain: ParameterFactory<Int, Product> { self { $0 == 0 ? Product("0") : self.chain($0 - 1) } }
    fileprivate var countedChain: ParameterFactory<Level, Product> {
        self { $0.number == 0 ? Product("0") : self.countedChain($0.below) }
    }
    fileprivate var asyncChain: AsyncParameterFactory<Level, Product, Never> {
        self { $0.number == 0 ? Product("0") : await self.asyncChain($0.below) }
    }
}

/// A parameter that counts how often it is compared.
private struct Level: Equatable, Sendable {
    let number: Int
    let comparisons: Counter

    init(_ number: Int, _ comparisons: Counter) { (self.number, self.comparisons) = (number, comparisons) }

    var below: Level { Level(number - 1, comparisons) }

    static func == (left: Level, right: Level) -> Bool {
        left.comparisons.increment()
        return left.number == right.number
    }
}

/// A container whose `autoRegister()` needs another, which needs this one.
final class Registering: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()
    let other = Locked<Registering?>(nil)
    let barrier = Locked<Barrier?>(nil)

    var product: Factory<Product> { self { Product("declared") } }

    func autoRegister() {
        barrier.withLock { $0 }?.arrive()
        _ = other.withLock { $0 }?.product()
        product.register { Product("registered") }
    }
}

extension Container {
    fileprivate func page(number: Int) -> Factory<Product> {
        self { Product("page \(number)", needs: [self.page(number: number)()]) }
    }
}
