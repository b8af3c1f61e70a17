#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport
    import WiringTesting

    @testable import Wiring

    /// Hits in a child look at the slots of its parents only if these have modifiers.
    @Suite(.container) struct ChildModifierTests {
        private final class Shop: TaskLocalContainer {
            @TaskLocal static var shared = Shop()
            static var taskLocal: TaskLocal<Shop> { $shared }
            let manager = ContainerManager()
            var clock: Factory<Product> { self { Product("clock") }.cached }
        }

        // one                                  another
        // sets a decorator in the parent
        //                                      pushes, resets
        // finds none to take note of
        //                                      pops
        @Test func aChildSeesTheDecoratorThatAPopRestores() {
            let shop = Shop()
            let shown = Counter()
            shop.clock.decorator { _ in shown.increment() }
            shop.manager.push()
            shop.reset()
            shop.manager.flags.turn(.modifiers, on: false)
            shop.manager.pop()
            let child = shop.child()
            for _ in 0..<3 { _ = child.clock() }
            #expect(shown.count == 3)
        }
    }
#endif
