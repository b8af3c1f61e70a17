import Foundation
import Testing
import WiringTestSupport
import WiringTesting

@Suite(.timeLimit(.minutes(10)), .container)
struct BuiltAtMostOnceTests {
    @Test(arguments: Lifetime.allCases)
    func everyThreadGetsTheSameInstance(_ lifetime: Lifetime) {
        let scope = Scope.singleton
        for _ in 0..<200 {
            let stage = Stage()
            scope.reset()
            let built = Counter()
            let resolved = Collection<Product>()
            let barrier = Barrier(4)
            stage.whileBuilding { _ in built.increment() }
            onThreads(4) { _ in
                Scope.$singleton.withValue(scope) {
                    barrier.arrive()
                    resolved.add(lifetime.resolve(from: stage))
                }
            }
            #expect(built.count == 1)
            #expect(Set(resolved.values.map(ObjectIdentifier.init)).count == 1)
            #expect(resolved.values.count == 4)
        }
    }

    // builder              waiter
    // claims
    // begins to build
    //                      resolves, waits
    // ends
    //                      gets the instance
    @Test(arguments: Lifetime.allCases)
    func aThreadThatResolvesDuringTheConstructionWaitsForIt(_ lifetime: Lifetime) {
        let stage = Stage()
        let scope = Scope.singleton
        let (begun, finish, built) = stage.holdFirstConstruction()
        let waiter = WaitingThread()
        let resolved = Collection<Product>()
        onThreads(3) { number in
            Scope.$singleton.withValue(scope) {
                switch number {
                case 0: resolved.add(lifetime.resolve(from: stage))
                case 1:
                    begun.pass()
                    resolved.add(waiter.run { lifetime.resolve(from: stage) })
                default:
                    waiter.waitUntilWaiting()
                    finish.open()
                }
            }
        }
        #expect(built.count == 1)
        #expect(resolved.values.count == 2)
        #expect(resolved.values[0] === resolved.values[1])
    }

    // builder              another
    // begins to build
    //                      resolves another key
    //                      resolves another parameter
    //                      changes and reads the container
    // ends
    @Test(arguments: Lifetime.allCases)
    func aThreadThatNeedsAnotherInstanceDoesNotWait(_ lifetime: Lifetime) {
        let stage = Stage()
        let scope = Scope.singleton
        let begun = Gate()
        let finish = Gate()
        let names = Collection<String>()
        stage.whileBuilding { name in
            guard name != "other", name != "2" else { return }
            begun.open()
            finish.pass()
        }
        onThreads(2) { number in
            Scope.$singleton.withValue(scope) {
                if number == 0 {
                    names.add(lifetime.resolve(from: stage).name)
                } else {
                    begun.pass()
                    names.add(stage.other().name)
                    names.add(stage.parameterized(2).name)
                    stage.other.reset()
                    stage.manager.defaultScope = .cached
                    _ = stage.manager.isEmpty(.all)
                    names.add("through")
                    finish.open()
                }
            }
        }
        #expect(names.values.prefix(3) == ["other", "2", "through"])
        #expect(names.values.count == 4)
    }

    @Test func everyTaskGetsTheSameInstance() async {
        let stage = Stage()
        let built = Counter()
        stage.whileBuilding { _ in built.increment() }
        let all = await withTaskGroup(of: Product.self) { group in
            for _ in 0..<100 { group.addTask { stage.cached() } }
            return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert(ObjectIdentifier($1)) }
        }
        #expect(all.count == 1)
        #expect(built.count == 1)
    }

    @Test func aTaskStartedByAFactoryClosureCanWaitForItsInstance() async {
        // The task inherits task-local values but is not part of the resolution, so this is not a cycle.
        let stage = Stage()
        let started = Collection<Task<Product, Never>>()
        stage.whileBuilding { _ in started.add(Task { stage.cached() }) }
        let product = stage.cached()
        let fromTask = await started.values[0].value
        #expect(fromTask === product)
        #expect(started.values.count == 1)
    }

    @Test func eachThreadHasItsOwnGraphInstances() {
        let container = GraphContainer()
        let barrier = Barrier(4)
        let pairs = Collection<(Product, Product)>()
        onThreads(4) { _ in
            barrier.arrive()
            for _ in 0..<100 { pairs.add(container.pair()) }
        }
        #expect(pairs.values.allSatisfy { $0.0 === $0.1 })
        #expect(Set(pairs.values.map { ObjectIdentifier($0.0) }).count == 400)
    }
}

final class GraphContainer: ManagedContainer {
    let manager = ContainerManager()

    var node: Factory<Product> { self { Product("node") }.graph }
    var pair: Factory<(Product, Product)> { self { (self.node(), self.node()) } }
}
