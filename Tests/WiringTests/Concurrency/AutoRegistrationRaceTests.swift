import Testing
import WiringTesting

@Suite(.container)
struct AutoRegistrationRaceTests {
    final class Automatic: ManagedContainer, AutoRegistering {
        let manager = ContainerManager()
        let runs = Counter()
        let during = Locked<@Sendable () -> Void>({})

        func autoRegister() {
            runs.increment()
            during.withLock { $0 }()
            product.register { Product("automatic") }
            singleton.register { Product("automatic") }
        }

        var product: Factory<Product> { self { Product("declared") }.cached }
        var singleton: Factory<Product> { self { Product("declared") }.singleton }
    }

    // first                second
    // begins autoRegister
    //                      asks, waits
    // ends it
    //                      gets what it registered
    @Test func runsOnceAndAllWaitForIt() {
        let container = Automatic()
        let begun = Gate()
        let finish = Gate()
        container.during.withLock {
            $0 = {
                begun.open()
                finish.pass()
            }
        }
        let names = Collection<String>()
        onThreads(3) { number in
            switch number {
            case 0: names.add(container.product().name)
            case 1:
                begun.pass()
                names.add(container.product().name)
            default:
                begun.pass()
                finish.open()
            }
        }
        #expect(container.runs.count == 1)
        #expect(names.values == ["automatic", "automatic"])
    }

    @Test func runsOnceHoweverManyComeFirst() {
        for _ in 0..<100 {
            let container = Automatic()
            let barrier = Barrier(4)
            let names = Collection<String>()
            onThreads(4) { number in
                barrier.arrive()
                if number == 0 { container.product.onArg("never") { Product("never") } }
                names.add(container.product().name)
            }
            #expect(container.runs.count == 1)
            #expect(names.values == Array(repeating: "automatic", count: 4))
        }
    }

    @Test func mayResolveFromItsContainer() {
        let container = Automatic()
        container.during.withLock { $0 = { _ = container.product() } }
        #expect(container.product().name == "declared")
        #expect(container.runs.count == 1)
    }

    @Test func dropsNoInstance() {
        let first = Automatic()
        let singleton = first.singleton()
        #expect(singleton.name == "automatic")
        let second = Automatic()
        #expect(second.singleton() === singleton)
        #expect(second.runs.count == 1)
    }

    @Test func aRegistrationFromOutsideOnAFreshContainerWins() {
        let container = Automatic()
        container.product.register { Product("outside") }
        #expect(container.product().name == "outside")
        #expect(container.runs.count == 1)
    }

    @Test(arguments: [FactoryResetOptions.all, .registration])
    func runsAgainAfterAReset(of options: FactoryResetOptions) {
        let container = Automatic()
        _ = container.product()
        container.reset(options: options)
        #expect(container.product().name == "automatic")
        #expect(container.runs.count == 2)
    }

    @Test(arguments: [FactoryResetOptions.none, .scope, .context])
    func doesNotRunAgainAfterAReset(ofOther options: FactoryResetOptions) {
        let container = Automatic()
        _ = container.product()
        container.reset(options: options)
        #expect(container.product().name == "automatic")
        #expect(container.runs.count == 1)
    }
}
