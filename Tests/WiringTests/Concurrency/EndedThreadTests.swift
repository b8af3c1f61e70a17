import Foundation
import Testing
import WiringTesting

/// A closure that ends its thread builds nothing: somebody else takes over.
@Suite(.timeLimit(.minutes(5)), .container)
struct EndedThreadTests {
    /// How a thread ends itself.
    enum End: CaseIterable, Sendable {
        case pthread, thread

        func end() {
            switch self {
            case .pthread: EndingThread.endCurrent()
            case .thread: Thread.exit()
            }
        }
    }

    /// A container whose first construction ends its thread.
    final class Ending: ManagedContainer, AutoRegistering {
        let manager = ContainerManager()
        let begun = Counter()
        /// What the first construction of some name does.
        let first = Locked<(name: String, action: @Sendable () -> Void)?>(nil)

        /// What the graph's part does when it goes.
        let left = Locked<@Sendable (Ending) -> Void>({ _ in })

        /// Ends the thread while the graph has an instance.
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
        var part: Factory<Part> { self { Part { [unowned self] in self.left.withLock { $0 }(self) } }.graph }
    }

    final class Part: Sendable {
        private let action: @Sendable () -> Void
        init(_ action: @escaping @Sendable () -> Void) { self.action = action }
        deinit { action() }
    }

    enum Kept: CaseIterable, Sendable {
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

    /// Resolves on a thread that ends within it, and returns when that thread is gone.
    private func resolveOnEndingThread(
        _ name: String = "inner",
        _ end: End = .pthread,
        _ resolve: @escaping @Sendable (Ending) -> Void
    ) {
        container.first.withLock { $0 = (name, { end.end() }) }
        EndingThread { [container, scope] in Scope.$singleton.withValue(scope) { resolve(container) } }.join()
    }

    /// Lets others wait for a construction, whose thread ends when they do.
    ///
    /// - Returns: What they get.
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
                waiters[number].begin()
                products.add(resolutions[number](container))
            }
        }
        builder.join()
        return products.values
    }

    // builder              others
    // begins to build
    //                      ask, wait
    // ends its thread
    //                      one of them builds anew
    //                      all get that instance
    @Test(arguments: Kept.allCases)
    func whoWaitsTakesOver(_ kept: Kept) {
        let products = products(Array(repeating: { kept.resolve(from: $0) }, count: 3)) { _ = kept.resolve(from: $0) }
        #expect(products.count == 3)
        #expect(products.allSatisfy { $0 === products[0] })
        #expect(container.begun.count == 2)
        #expect(kept.resolve(from: container) === products[0])
    }

    // builder              one                 another
    // begins outer
    // begins inner
    //                      asks for outer,
    //                      waits
    //                                          asks for inner,
    //                                          waits
    // ends its thread
    //                      both are built anew, once
    @Test func whoWaitsForEitherOfTwoTakesOver() {
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
    //                      asks for outer, waits
    // ends its thread
    //                      builds both anew
    @Test func whoWaitsForTheOuterFindsTheInnerFree() {
        let products = products([{ $0.outer() }]) { _ = $0.outer() }
        #expect(products.map(\.name) == ["outer"])
        #expect(container.begun.count == 2)
        #expect(products[0].needs[0] === container.cached())
    }

    // builder              another
    // begins to build
    // ends its thread
    //                      asks: builds anew
    @Test(arguments: Kept.allCases, End.allCases)
    func whoComesLaterBuildsAnew(_ kept: Kept, _ end: End) {
        resolveOnEndingThread("inner", end) { _ = kept.resolve(from: $0) }
        let product = kept.resolve(from: container)
        #expect(product === kept.resolve(from: container))
        #expect(container.begun.count == 2)
    }

    // builder              another
    // begins outer
    // begins inner
    // ends its thread
    //                      asks for either: builds anew
    @Test func bothOfTwoAreFreeLater() {
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
    //                      asks: builds by what was registered
    @Test func theContainerChangesAfterwardsAsEver() {
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
    // begins outer
    // gets a part that lives as long as the whole resolution
    // ends its thread: the part goes
    //   its deinit asks for outer: builds anew
    @Test func whatGoesWithTheThreadFindsItsConstructionsEnded() {
        let found = Collection<Product>()
        container.left.withLock { $0 = { found.add($0.cached()) } }
        container.first.withLock { $0 = ("inner", { [container] in container.endAfterGraph() }) }
        EndingThread { [container] in _ = container.cached() }.join()
        #expect(found.values.count == 1)
        #expect(found.values.first === container.cached())
        #expect(container.begun.count == 2)
    }

    // builder              another
    // begins autoRegister
    // ends its thread
    //                      asks: runs autoRegister anew
    @Test func autoRegisterRunsAnew() {
        resolveOnEndingThread("autoRegister") { _ = $0.registered() }
        #expect(container.registered().name == "automatic")
        container.reset()
        resolveOnEndingThread("autoRegister") { $0.registered.register { Product("outside") } }
        #expect(container.registered().name == "automatic")
    }

    @Test func somebodyTakesOverHoweverTheyMeet() {
        for round in 0..<100 {
            let (container, kept) = (Ending(), Kept.allCases[round % 4])
            scope.reset()
            container.first.withLock { $0 = ("inner", { EndingThread.endCurrent() }) }
            let barrier = Barrier(5)
            let products = Collection<Product>()
            let threads = (0..<5).map { _ in
                EndingThread { [scope] in
                    barrier.arrive()
                    Scope.$singleton.withValue(scope) { products.add(kept.resolve(from: container)) }
                }
            }
            threads.forEach { $0.join() }
            // Whichever of them was first.
            #expect(products.values.count == 4)
            #expect(products.values.allSatisfy { $0 === products.values[0] })
            #expect(kept.resolve(from: container) === products.values[0])
            #expect(container.begun.count == 2)
        }
    }
}
