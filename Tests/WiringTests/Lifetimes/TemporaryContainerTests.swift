import Testing
import Wiring
import WiringTestSupport

/// A container without other owners lives as long as a resolution needs it, and no longer.
@Suite struct TemporaryContainerTests {
    private final class Tent: SharedContainer {
        @TaskLocal static var shared = Tent()
        let manager = ContainerManager()
        /// Released with the container.
        let tracked: Tracked?

        init(_ tracker: Tracker? = nil) { tracked = tracker.map(Tracked.init) }

        var plain: Factory<Product> { self { Product("plain") } }
        var cached: Factory<Product> { self { Product("cached") }.cached }
        var shared: Factory<Product> { self { Product("shared") }.shared }
        var graph: Factory<Product> { self { Product("graph") }.graph }
        var single: Factory<Product> { self { Product("single") }.singleton }
        var each: ParameterFactory<String, Product> { self { Product($0) }.scopeOnParameters.cached }
        var whole: Factory<Product> {
            self { Product("whole", needs: [self.cached(), self.shared(), self.graph(), self.plain()]) }.cached
        }
    }

    /// A container that lives for one resolution. The next one may have the same address.
    private final class Node: ManagedContainer {
        let manager = ContainerManager()

        /// A factory whose closure runs when its container has no other owner.
        private static func makeFactory(_ depth: Int) -> Factory<Int> { Node().depth(depth) }
        private func depth(_ depth: Int) -> Factory<Int> { self { depth == 0 ? 0 : Self.resolve(depth - 1) + 1 } }

        static func resolve(_ depth: Int) -> Int { makeFactory(depth)() }

        func running(_ body: @escaping () -> Bool) -> Factory<Bool> { self { body() } }
    }

    private let tracker = Tracker()

    // Each resolution is nested in another one of the same declaration, whose container may have been released by then. A new
    // container at the same address is a different one.
    @Test func aContainerAtAReusedAddressIsNotACycle() {
        #expect(Node.resolve(260) == 260)
    }

    // The outer resolution creates and drops containers until one has the address of an earlier one. Each of them resolves the
    // same declaration, within the outer resolution.
    @Test func aContainerAtTheAddressOfAnEarlierOneIsNotACycle() throws {
        var addresses: Set<ObjectIdentifier> = []
        let outer = Node().running {
            for _ in 0..<10_000 {
                let node = Node()
                let isNew = addresses.insert(ObjectIdentifier(node)).inserted
                if !node.running({ isNew })() { return true }
            }
            return false
        }
        let isReused = outer()
        try #require(isReused)
    }

    @Test func aResolutionRetainsItsContainer() {
        Scope.$singleton.withValue(Scope.Singleton()) {
            for _ in 0..<200 {
                #expect(Tent(tracker).plain().name == "plain")
                #expect(Tent(tracker).cached().name == "cached")
                #expect(Tent(tracker).shared().name == "shared")
                #expect(Tent(tracker).graph().name == "graph")
                #expect(Tent(tracker).single().name == "single")
                #expect(Tent(tracker).each("each").name == "each")
                #expect(Tent(tracker).whole().needs.count == 4)
                #expect(tracker.alive == 0)
            }
        }
    }

    @Test func aFactoryValueRetainsItsContainer() {
        for _ in 0..<200 {
            let (cached, each) = (Tent(tracker).cached, Tent(tracker).each)
            #expect(cached() === cached())
            #expect(each("each") === each("each"))
            #expect(cached.register { Product("registered") }().name == "registered")
            withExtendedLifetime((cached, each)) { #expect(tracker.alive == 2) }
        }
        #expect(tracker.alive == 0)
    }

    // The second resolution is a hit, after which nothing needs the container.
    @Test func aHitCanBeTheLastUseOfAContainer() {
        for _ in 0..<200 {
            let tent = Tent(tracker)
            let cached = tent.cached()
            #expect(tent.cached() === cached)
        }
        for _ in 0..<200 {
            let tent = Tent(tracker)
            let each = tent.each("each")
            #expect(tent.each("each") === each)
        }
        #expect(tracker.alive == 0)
    }

    @Test func aBoundContainerLivesForItsBinding() {
        for _ in 0..<200 {
            let product = Tent.$shared.withValue(Tent(tracker)) {
                let first = Tent.shared.cached()
                #expect(Tent.shared.cached() === first)
                #expect(Tent.shared.whole().needs[0] === first)
                #expect(Tent.shared.plain().name == "plain")
                return Tent.shared.shared()
            }
            #expect(product.name == "shared")
            #expect(tracker.alive == 0)
        }
    }

    // The closure releases the container that it is being resolved from.
    @Test func aClosureCanReleaseItsContainer() {
        for _ in 0..<200 {
            let held = Locked<Tent?>(Tent(tracker))
            // SAFETY: It was set in the line above.
            let factory = held.withLock { $0! }.cached.register {
                held.withLock { $0.take() } == nil ? Product("again") : Product("last")
            }
            #expect(factory().name == "last")
            #expect(factory().name == "last")
        }
        #expect(tracker.alive == 0)
    }
}
