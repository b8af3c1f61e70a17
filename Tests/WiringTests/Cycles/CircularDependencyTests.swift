import Foundation
import Testing
import WiringTesting

/// Dependencies that need each other, each in a lifetime of its own.
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
    var held: ParameterFactory<Product, Product> { self { Product("held", needs: [self.held($0)]) } }
    var decorated: Factory<Product> {
        self { Product("decorated") }.decorator { _ in _ = self.decorated() }
    }

    var incomparable: ParameterFactory<Incomparable, Product> {
        self { Product("incomparable", needs: [self.incomparable($0)]) }
    }
    var empty: ParameterFactory<Empty, Product> { self { Product("empty", needs: [self.empty($0)]) } }
    var ofNewContainers: Factory<Product> {
        self { Product("ofNewContainers", needs: [Circular().ofNewContainers()]) }
    }

    // Two threads that wait for each other: each builds one, then needs the other's.
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

/// A parameter of which there is one value, and which takes no memory.
struct Empty: Sendable {}

/// Runs `body` on a thread with room for many rounds, as the main thread has.
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

@Suite(.timeLimit(.minutes(5))) struct CircularDependencyTests {
    /// What a failed program says must be all of `parts`, in their order.
    private func expect(_ output: [UInt8]?, toSay parts: [String], _ location: SourceLocation = #_sourceLocation) {
        var rest = String(decoding: output ?? [], as: UTF8.self)[...]
        for part in parts {
            guard let range = rest.range(of: part) else {
                Issue.record("“\(part)” is missing in “\(rest)”", sourceLocation: location)
                return
            }
            rest = rest[range.upperBound...]
        }
    }

    private func step(_ name: String, line offset: UInt) -> String {
        "Circular.\(name)<Product>  WiringTests/CircularDependencyTests.swift:\(firstLine + offset)"
    }

    @Test func ofFactoriesWithoutAScope() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            container.manager.circularDependencyTesting = true
            _ = container.unscoped()
        }
        expect(
            result?.standardErrorContent,
            toSay: [
                "circular dependency", step("unscoped", line: 0), step("unscopedToo", line: 1),
                "{ container.unscoped() }",
                "@LazyInjected(\\Circular.unscoped)",
            ]
        )
    }

    @Test func ofFactoriesWithoutAScopeWithDiagnosticsOff() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            container.manager.circularDependencyTesting = false
            _ = container.unscoped()
        }
        expect(
            result?.standardErrorContent,
            toSay: ["circular dependency", "Circular.unscoped", "Circular.unscoped"]
        )
    }

    @Test func throughOneWithoutAScope() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().cached()
        }
        expect(
            result?.standardErrorContent,
            toSay: [
                "building Circular.cached<Product> needs Circular.cached<Product> again",
                step("cached", line: 3), step("between", line: 4), step("singleton", line: 5), step("cached", line: 3),
            ]
        )
    }

    @Test func ofOneWithItself() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().itself()
        }
        expect(result?.standardErrorContent, toSay: [step("itself", line: 7), step("itself", line: 7)])
    }

    @Test func inTheGraphScope() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().graph()
        }
        expect(
            result?.standardErrorContent,
            toSay: [step("graph", line: 8), step("graphToo", line: 9), step("graph", line: 8)]
        )
    }

    @Test func ofParameters() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().parameterized(1)
        }
        expect(result?.standardErrorContent, toSay: ["circular dependency", "Circular.parameterized<Product>"])
    }

    @Test func ofFactoriesWithoutAScopeForTheSameParameter() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            container.manager.circularDependencyTesting = true
            _ = container.named("Ada")
        }
        expect(
            result?.standardErrorContent,
            toSay: [
                step("named", line: 13), step("nickname", line: 14), step("named", line: 13), "{ container.named($0) }",
            ]
        )
    }

    @Test func forTheSameObjectWithDiagnosticsOff() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            container.manager.circularDependencyTesting = false
            _ = container.held(Product("parameter"))
        }
        expect(result?.standardErrorContent, toSay: [step("held", line: 15), step("held", line: 15)])
    }

    @Test func ofParametersThatCannotBeCompared() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onLargeStack { _ = Circular().incomparable(Incomparable()) }
        }
        expect(result?.standardErrorContent, toSay: ["circular dependency", "Circular.incomparable"])
    }

    @Test func ofParametersWithoutContent() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onLargeStack { _ = Circular().empty(Empty()) }
        }
        expect(result?.standardErrorContent, toSay: ["circular dependency", "Circular.empty"])
    }

    @Test func ofContainersThatAreMadeAnewEachTime() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onLargeStack { _ = Circular().ofNewContainers() }
        }
        expect(result?.standardErrorContent, toSay: ["circular dependency", "Circular.ofNewContainers"])
    }

    @Test func throughADecorator() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Circular().decorated()
        }
        expect(result?.standardErrorContent, toSay: [step("decorated", line: 17), step("decorated", line: 17)])
    }

    // one                  two
    // builds left
    //                      builds right
    // needs right, waits
    //                      needs left: a circle
    @Test func acrossTwoThreads() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Circular()
            onThreads(2) { number in _ = number == 0 ? container.left() : container.right() }
        }
        // Either thread may be the one that finds it.
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let path = ["left", "middle", "right"]
        let begin = output.contains("building Circular.left") ? 0 : output.contains("building Circular.right") ? 2 : 1
        let steps = (0...3).map { "Circular.\(path[(begin + $0) % 3])<Product>  WiringTests/CircularDependencyTests" }
        expect(result?.standardErrorContent, toSay: ["circular dependency"] + steps)
    }

    @Test func throughTheContainersDecorator() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Forwarding(nil)
            container.decorator { _ in _ = container.kept() }
            _ = container.kept()
        }
        expect(result?.standardErrorContent, toSay: ["circular dependency", "Forwarding.kept", "Forwarding.kept"])
    }

    // one                                  two
    // begins left's autoRegister
    //                                      begins right's autoRegister
    // needs right, which is registering
    //                                      needs left, which is registering
    @Test func ofContainersThatRegisterByThemselvesIsNone() {
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

    @Test func aContainerThatForwardsToAnotherOfTheSameNameIsNone() {
        let inner = Forwarding(nil)
        let outer = Forwarding(inner)
        #expect(outer.product().name == "inner")
        #expect(outer.kept() === inner.kept())
    }

    @Test func aRecursionOverParametersIsNone() {
        #expect(Forwarding(nil).chain(300).name == "0")
    }
}

final class Forwarding: ManagedContainer {
    let manager = ContainerManager()
    let next: Forwarding?

    init(_ next: Forwarding?) { self.next = next }

    var product: Factory<Product> { self { self.next?.product() ?? Product("inner") } }
    var kept: Factory<Product> { self { self.next?.kept() ?? Product("inner") }.cached }
    var chain: ParameterFactory<Int, Product> { self { $0 == 0 ? Product("0") : self.chain($0 - 1) } }
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
