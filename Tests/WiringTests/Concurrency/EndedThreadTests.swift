import Foundation
import Testing
import WiringTesting

/// If a closure terminates its thread, another thread takes over the construction.
@Suite(.timeLimit(.minutes(10)), .container)
struct EndedThreadTests {
    /// How a thread terminates itself.
    enum End: CaseIterable, Sendable {
        case pthread, thread

        func end() {
            switch self {
            case .pthread: EndingThread.endCurrent()
            case .thread: Thread.exit()
            }
        }
    }

    /// A container whose first construction terminates its thread.
    final class Ending: ManagedContainer, AutoRegistering {
        let manager = ContainerManager()
        let begun = Counter()
        /// Runs within the first construction that has this name.
        let first = Locked<(name: String, action: @Sendable () -> Void)?>(nil)

        /// Runs in the `deinit` of the graph's part.
        let onPartDeinit = Locked<@Sendable (Ending) -> Void>({ _ in })

        /// Terminates the thread while the graph has an instance.
        func endAfterGraph() {
            _ = part()
            EndingThread.endCurrent()
        }

        func make(_ name: String, needs: [Product] = []) -> Product {
            begun.increment()
            act(name)
            return Product(name, needs: needs)
        }

        func autoRegister() {
            act("autoRegister")
            registered.register { Product("automatic") }
        }

        private func act(_ name: String) {
            let action = first.withLock { first -> (@Sendable () -> Void)? in
                guard let found = first, found.name == name else { return nil }
                first = nil
                return found.action
            }
            action?()
        }

        var cached: Factory<Product> { self { self.make("inner") }.cached }
        var shared: Factory<Product> { self { self.make("inner") }.shared }
        var single: Factory<Product> { self { self.make("inner") }.singleton }
        var each: ParameterFactory<Int, Product> { self { _ in self.make("inner") }.scopeOnParameters.cached }
        var outer: Factory<Product> { self { Product("outer", needs: [self.cached()]) }.cached }
        var outerSingle: Factory<Product> { self { Product("outer", needs: [self.single()]) }.singleton }
        var registered: Factory<Product> { self { Product("declared") } }
        var part: Factory<DeinitAction> {
            self { DeinitAction { [unowned self] in self.onPartDeinit.withLock { $0 }(self) } }.graph
        }
    }

    enum StoredLifetime: CaseIterable, Sendable {
        case cached, shared, single, each

        func resolve(from container: Ending) -> Product {
            switch self {
            case .cached: container.cached()
            case .shared: container.shared()
            case .single: container.single()
            case .each: container.each(1)
            }
        }
    }

    private let container = Ending()
    private let scope = Scope.singleton

    /// Resolves on a thread that terminates meanwhile, and returns when that thread has exited.
    private func resolveOnEndingThread(
        _ name: String = "inner",
        _ end: End = .pthread,
        _ resolve: @escaping @Sendable (Ending) -> Void
    ) {
        container.first.withLock { $0 = (name, { end.end() }) }
        EndingThread { [container, scope] in Scope.$singleton.withValue(scope) { resolve(container) } }.join()
    }

    /// Lets other threads wait for a construction, whose thread terminates once they do.
    ///
    /// - Returns: The products that the waiting threads get.
    private func products(_ resolutions: [@Sendable (Ending) -> Product], _ build: @escaping @Sendable (Ending) -> Void)
        -> [Product]
    {
        let waiters = resolutions.map { _ in WaitingThread() }
        let begun = Gate()
        container.first.withLock {
            $0 = (
                "inner",
                {
                    begun.open()
                    waiters.forEach { $0.waitUntilWaiting() }
                    EndingThread.endCurrent()
                }
            )
        }
        let builder = EndingThread { [container, scope] in Scope.$singleton.withValue(scope) { build(container) } }
        let products = Collection<Product>()
        onThreads(resolutions.count) { [container, scope] number in
            Scope.$singleton.withValue(scope) {
                begun.pass()
                products.add(waiters[number].run { resolutions[number](container) })
            }
        }
        builder.join()
        return products.values
    }

    // builder              others
    // begins to build
    //                      resolve, wait
    // ends its thread
    //                      one of them builds again
    //                      all get that instance
    @Test(arguments: StoredLifetime.allCases)
    func aWaitingThreadTakesOverTheConstruction(_ lifetime: StoredLifetime) {
        let products = products(Array(repeating: { lifetime.resolve(from: $0) }, count: 3)) {
            _ = lifetime.resolve(from: $0)
        }
        #expect(products.count == 3)
        #expect(products.allSatisfy { $0 === products[0] })
        #expect(container.begun.count == 2)
        #expect(lifetime.resolve(from: container) === products[0])
    }

    // builder              one                 another
    // begins outer
    // begins inner
    //                      resolves outer,
    //                      waits
    //                                          resolves inner,
    //                                          waits
    // ends its thread
    //                      both are built again, once
    @Test func waitingThreadsTakeOverNestedConstructions() {
        let products = products([{ $0.outer() }, { $0.cached() }]) { _ = $0.outer() }
        #expect(Set(products.map(\.name)) == ["outer", "inner"])
        #expect(container.begun.count == 2)
        #expect(container.outer().needs[0] === container.cached())
        #expect(products.contains { $0 === container.outer() })
        #expect(products.contains { $0 === container.cached() })
    }

    // builder              another
    // begins outer
    // begins inner
    //                      resolves outer, waits
    // ends its thread
    //                      builds both again
    @Test func aThreadThatTakesOverTheOuterConstructionRebuildsTheInner() {
        let products = products([{ $0.outer() }]) { _ = $0.outer() }
        #expect(products.map(\.name) == ["outer"])
        #expect(container.begun.count == 2)
        #expect(products[0].needs[0] === container.cached())
    }

    // builder              another
    // begins to build
    // ends its thread
    //                      resolves: builds again
    @Test(arguments: StoredLifetime.allCases, End.allCases)
    func aLaterThreadBuildsAgain(_ lifetime: StoredLifetime, _ end: End) {
        resolveOnEndingThread("inner", end) { _ = lifetime.resolve(from: $0) }
        let product = lifetime.resolve(from: container)
        #expect(product === lifetime.resolve(from: container))
        #expect(container.begun.count == 2)
    }

    // builder              another
    // begins outer
    // begins inner
    // ends its thread
    //                      resolves either: builds again
    @Test func aLaterThreadBuildsNestedInstancesAgain() {
        resolveOnEndingThread { _ = $0.outer() }
        #expect(container.cached() === container.outer().needs[0])
        resolveOnEndingThread { _ = $0.outerSingle() }
        #expect(container.outerSingle().needs[0] === container.single())
        #expect(container.begun.count == 4)
    }

    // builder              another
    // begins to build
    // ends its thread
    //                      registers, resets, saves and restores
    //                      resolves: builds with the registered closure
    @Test func theContainerCanBeChangedAfterwards() {
        resolveOnEndingThread { _ = $0.cached() }
        container.cached.register { Product("registered") }
        #expect(container.cached().name == "registered")
        resolveOnEndingThread { container in
            container.reset()
            _ = container.cached()
        }
        container.manager.push()
        container.reset()
        container.manager.pop()
        #expect(container.cached().name == "inner")
        #expect(container.cached() === container.cached())
    }

    // builder
    // begins to build
    // gets a part that lives as long as the whole resolution
    // ends its thread: releases the part
    //   its deinit resolves the same: builds again
    @Test func instancesReleasedWithTheThreadFindItsConstructionsEnded() {
        let found = Collection<Product>()
        container.onPartDeinit.withLock { $0 = { found.add($0.cached()) } }
        container.first.withLock { $0 = ("inner", { [container] in container.endAfterGraph() }) }
        EndingThread { [container] in _ = container.cached() }.join()
        #expect(found.values.count == 1)
        #expect(found.values.first === container.cached())
        #expect(container.begun.count == 2)
    }

    // builder              another
    // begins autoRegister
    // ends its thread
    //                      resolves: runs autoRegister again
    @Test func anotherThreadRunsAutoRegisterAgain() {
        resolveOnEndingThread("autoRegister") { _ = $0.registered() }
        #expect(container.registered().name == "automatic")
        container.reset()
        resolveOnEndingThread("autoRegister") { $0.registered.register { Product("outside") } }
        #expect(container.registered().name == "automatic")
    }

    @Test func anotherThreadTakesOverTheConstructionUnderStress() {
        for round in 0..<100 {
            let (container, lifetime) = (Ending(), StoredLifetime.allCases[round % 4])
            scope.reset()
            container.first.withLock { $0 = ("inner", { EndingThread.endCurrent() }) }
            let barrier = Barrier(5)
            let products = Collection<Product>()
            let threads = (0..<5).map { _ in
                EndingThread { [scope] in
                    barrier.arrive()
                    Scope.$singleton.withValue(scope) { products.add(lifetime.resolve(from: container)) }
                }
            }
            threads.forEach { $0.join() }
            // One of the threads terminated instead.
            #expect(products.values.count == 4)
            #expect(products.values.allSatisfy { $0 === products.values[0] })
            #expect(lifetime.resolve(from: container) === products.values[0])
            #expect(container.begun.count == 2)
        }
    }
}
