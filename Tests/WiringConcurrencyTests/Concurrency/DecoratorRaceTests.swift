import Testing
import WiringTestSupport
import WiringTesting

/// A decorator runs after its instance has been published, so it can resolve whatever other threads build.
@Suite(.timeLimit(.minutes(10)), .container)
struct DecoratorRaceTests {
    final class Decorated: ManagedContainer {
        @TaskLocal static var thread: Int?

        let manager = ContainerManager()
        let built = Counter()
        /// Runs in a decorator, with the name of the decorated instance.
        let decorating = Locked<@Sendable (String) -> Void>({ _ in })

        func make(_ name: String) -> Product {
            built.increment()
            return Product(name)
        }

        var left: Factory<Product> {
            self { self.make("left") }.cached.decorator { [decorating] _ in decorating.withLock { $0 }("left") }
        }
        var right: Factory<Product> {
            self { self.make("right") }.cached.decorator { [decorating] _ in decorating.withLock { $0 }("right") }
        }
        var single: Factory<Product> {
            self { self.make("single") }.singleton.decorator { [decorating] _ in decorating.withLock { $0 }("single") }
        }
    }

    /// Runs two threads whose decorators resolve what the other thread has built.
    private func cross(_ container: Decorated, meeting: @escaping @Sendable () -> Void) -> [Product] {
        container.decorating.withLock {
            $0 = { [unowned container] name in
                switch (Decorated.thread, name) {
                case (0, "left"):
                    meeting()
                    _ = container.right()
                case (1, "right"):
                    meeting()
                    _ = container.left()
                default: break
                }
            }
        }
        let products = Collection<Product>()
        onThreads(2) { number in
            Decorated.$thread.withValue(number) { products.add(number == 0 ? container.left() : container.right()) }
        }
        return products.values
    }

    // one                          another
    // builds left
    //                              builds right
    // left's decorator begins
    //                              right's decorator begins
    //   finds right
    //                                finds left
    @Test func decoratorsCanResolveInstancesThatOtherThreadsDecorate() {
        let container = Decorated()
        let barrier = Barrier(2)
        let products = cross(container) { barrier.arrive() }
        #expect(Set(products.map(\.name)) == ["left", "right"])
        #expect(container.built.count == 2)
    }

    @Test func decoratorsCanResolveFromEachOtherUnderStress() {
        for _ in 0..<200 {
            let container = Decorated()
            #expect(cross(container) {}.count == 2)
            #expect(container.built.count == 2)
        }
    }

    // one                          another
    // builds left
    // its decorator begins
    //                              resolves left, gets it
    // its decorator ends
    @Test func anInstanceIsPublishedBeforeItsDecoratorRuns() {
        let container = Decorated()
        let (begun, finish) = (Gate(), Gate())
        container.decorating.withLock {
            $0 = { _ in
                guard Decorated.thread == 0 else { return }
                begun.open()
                finish.pass()
            }
        }
        let products = Collection<Product>()
        onThreads(2) { number in
            Decorated.$thread.withValue(number) {
                if number == 1 { begun.pass() }
                products.add(container.left())
                finish.open()
            }
        }
        #expect(products.values.count == 2)
        #expect(products.values[0] === products.values[1])
        #expect(container.built.count == 1)
    }

    // one                          another
    // builds the singleton
    // its decorator begins
    //   resets the singleton
    //                              resolves: builds again
    //   resolves, gets that instance
    // ends with its own instance
    @Test func aDecoratorCanResetItsInstance() {
        let container = Decorated()
        let scope = Scope.singleton
        let (reset, rebuilt) = (Gate(), Gate())
        let isFirst = Counter()
        let within = Collection<Product>()
        container.decorating.withLock {
            $0 = { [unowned container] _ in
                guard isFirst.increment() == 1 else { return }
                container.single.reset(.scope)
                reset.open()
                rebuilt.pass()
                within.add(container.single())
            }
        }
        let products = Collection<Product>()
        onThreads(2) { number in
            Scope.$singleton.withValue(scope) {
                if number == 0 {
                    let first = container.single()
                    #expect(first !== within.values[0])
                } else {
                    reset.pass()
                    products.add(container.single())
                    rebuilt.open()
                }
            }
        }
        #expect(within.values[0] === products.values[0])
        #expect(container.built.count == 2)
    }
}
