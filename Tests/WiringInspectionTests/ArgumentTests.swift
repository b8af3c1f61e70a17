import Testing
import Wiring
import WiringInspection
import WiringTesting

private final class Bench: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()

    func autoRegister() { plain.onArg("mock-plain") { Service() }.onEnvironment("MOCKS", "plain") { Service() } }
}

extension Bench {
    var plain: Factory<Service> { self { Service() } }
    var tested: Factory<Service> { self { Service() }.onTest { Service() }.onArgs(["first", "second"]) { Service() } }
    var bound: Factory<Service> { self { Service() }.onArg("first") { self.plain() } }
    var wired: Factory<Service> { wire({ (service: Service) in service }) { $0.tested } }
    var once: Factory<Service> { self { Service() }.onArg("once") { Service() }.once() }
}

private final class Shop: TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Shop()
    static var taskLocal: TaskLocal<Shop> { $shared }
    let manager = ContainerManager()

    init() {}

    func autoRegister() { plain.onArg("mock-plain") { Service() } }
}

extension Shop {
    fileprivate var plain: Factory<Service> { self { Service() } }
}

private final class Visit: ChildContainer {
    let manager = ContainerManager()
    let parent: Shop

    init(in parent: Shop) { self.parent = parent }
}

private final class Shelf: TaskLocalContainer {
    @TaskLocal static var shared = Shelf()
    static var taskLocal: TaskLocal<Shelf> { $shared }
    let manager = ContainerManager()

    init() {}
}

extension Shelf {
    fileprivate var plain: Factory<Service> { self { Service() } }
}

@Suite(.container) struct ArgumentTests {
    private let bench = Bench()
    private let file = "\(#fileID)"

    init() {
        FactoryContext.current.arguments = ["program"]
        FactoryContext.current.environment = [:]
    }

    @Test func whatSelectsAClosureIsListed() {
        #expect(bench.arguments().map(\.text) == ["mock-plain", "MOCKS=plain"])
        #expect(bench.arguments().map(\.isVariable) == [false, true])
        let all = bench.arguments(\.tested, \.bound)
        #expect(all.map(\.text) == ["first", "mock-plain", "second", "MOCKS=plain"])
        let (tested, bound) = ("tested<Service>, declared at \(file):14", "bound<Service>, declared at \(file):15")
        #expect(all.map(\.dependencies)[0] == [bound, tested])
        #expect(all.map(\.dependencies)[2] == [tested])
    }

    @Test func whatADependencyNeedsThroughWireIsListed() {
        #expect(bench.arguments(\.wired).map(\.text) == bench.arguments(\.tested).map(\.text))
        FactoryContext.current.arguments = ["program", "first"]
        #expect(bench.unusedArguments().map(\.text) == ["first"])
        #expect(bench.unusedArguments(\.wired) == [])
    }

    @Test func aDependencyIsListedOnce() {
        #expect(bench.arguments(\.plain).map(\.dependencies.count) == [1, 1])
    }

    @Test func runtimeArgumentsThatSelectNothingAreInTheOrderOfTheirKeys() {
        for key in ["c", "a", "d", "b"] { FactoryContext.setArg("of \(key)", forKey: key) }
        #expect(bench.unusedArguments().map(\.text) == ["of a", "of b", "of c", "of d"])
    }

    @Test func aGivenArgumentIsMarked() {
        #expect(bench.arguments().map(\.isGiven) == [false, false])
        FactoryContext.current.environment = ["MOCKS": "plain"]
        FactoryContext.setArg("mock-plain", forKey: "plain")
        #expect(bench.arguments().map(\.isGiven) == [true, true])
        let line = "    replaces plain<Service>, declared at \(file):13"
        #expect(bench.arguments()[0].description == "mock-plain  (launch argument, given)\n\(line)")
    }

    @Test func anArgumentThatSelectsNothingIsNamed() {
        FactoryContext.current.arguments = ["program", "mock-plian", "mock-plain", "--port"]
        FactoryContext.current.environment = ["MOCKS": "plan", "PATH": "/"]
        #expect(
            bench.unusedArguments().map(\.description) == [
                "'mock-plian' selects nothing; did you mean 'mock-plain'?", "'--port' selects nothing",
                "'MOCKS=plan' selects nothing; did you mean 'MOCKS=plain'?",
            ]
        )
        FactoryContext.current.environment = ["MOCKS": "plain"]
        FactoryContext.current.arguments = ["program", "mock-plain"]
        #expect(bench.unusedArguments() == [])
    }

    @Test func aChildListsThoseOfItsParent() {
        let shelf = Shelf()
        shelf.plain.onArg("mock") { Service() }
        let child = shelf.child()
        child.plain.onArg("own") { Service() }
        #expect(child.arguments().map(\.text) == ["mock", "own"])
        #expect(shelf.arguments().map(\.text) == ["mock"])
    }

    @Test func anArgumentWhoseClosureWasClearedSelectsNothing() {
        FactoryContext.current.arguments = ["program", "once"]
        #expect(bench.arguments(\.once).map(\.text).contains("once"))
        bench.once.reset(.context)
        #expect(!bench.arguments(\.once).map(\.text).contains("once"))
        #expect(bench.unusedArguments(\.once).map(\.text) == ["once"])
    }

    /// A child registers that itself, and may clear it.
    @Test func aChildDoesNotListWhatItsParentHasRegisteredAutomatically() {
        FactoryContext.current.arguments = ["program", "mock-plain"]
        let shop = Shop()
        let child = shop.child()
        #expect(child.arguments().map(\.text) == ["mock-plain"])
        child.plain.reset(.context)
        #expect(child.arguments() == [])
        #expect(child.unusedArguments().map(\.text) == ["mock-plain"])
        #expect(shop.arguments().map(\.text) == ["mock-plain"])
        // A container of another type resolves its declarations from the parent.
        #expect(Visit(in: shop).arguments().map(\.text) == ["mock-plain"])
    }

    @Test func aProgramCanIgnoreItsArguments() {
        let other = Service()
        bench.plain.onArg("other") { other }.onEnvironment("OTHER", "1") { other }
        FactoryContext.current.arguments = ["program", "other"]
        FactoryContext.setArg("other", forKey: "key")
        FactoryContext.current.environment = ["OTHER": "1"]
        #expect(bench.plain() === other)
        FactoryContext.ignoreArgumentsAndEnvironment()
        #expect(bench.plain() !== other)
    }
}
