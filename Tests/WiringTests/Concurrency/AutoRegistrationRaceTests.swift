import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(5)), .container)
struct AutoRegistrationRaceTests {
    final class Automatic: ManagedContainer, AutoRegistering {
        let manager = ContainerManager()
        let runs = Counter()
        let during = Locked<@Sendable () -> Void>({})

        func autoRegister() {
            runs.increment()
            during.withLock { $0 }()
            product.register { Product("automatic") }
            hashed.register { _ in Product("automatic") }
            singleton.register { Product("automatic") }
            unscoped.register { Product("automatic") }
        }

        var product: Factory<Product> { self { Product("declared") }.cached }
        var unscoped: Factory<Product> { self { Product("declared") } }
        var hashed: ParameterFactory<Hashed, Product> {
            self { _ in Product("declared") }.scopeOnParameters.cached
        }
        var singleton: Factory<Product> { self { Product("declared") }.singleton }
    }

    /// A parameter that runs a closure when it is hashed.
    struct Hashed: Hashable, @unchecked Sendable {
        // SAFETY: Each is hashed on one thread.
        let action: () -> Void
        static func == (left: Hashed, right: Hashed) -> Bool { true }
        func hash(into hasher: inout Hasher) { action() }
    }

    // one                                  another
    // sees that autoRegister has run
    //                                      resets the container
    // builds the declared instance
    //                                      resolves: autoRegister runs again and applies
    @Test func anInstanceBuiltBetweenAResetAndAutoRegisterIsNotKept() {
        let container = Automatic()
        let resets = Counter()
        _ = container.hashed(Hashed { if resets.increment() == 1 { container.reset() } })
        #expect(container.hashed(Hashed {}).name == "automatic")
    }

    // first                second
    // begins autoRegister
    //                      resolves, waits
    // ends it
    //                      gets what it registered
    @Test func autoRegisterRunsOnceAndOtherThreadsWaitForIt() {
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

    @Test func autoRegisterRunsOnceForConcurrentFirstUses() {
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

    @Test func anInstanceResolvedWithinAutoRegisterIsKept() {
        let container = Automatic()
        container.during.withLock { $0 = { _ = container.product() } }
        #expect(container.product().name == "declared")
        #expect(container.runs.count == 1)
    }

    /// A change after which `autoRegister()` runs again.
    enum Restart: CaseIterable {
        case resetOfAll
        case resetOfRegistrations
        case pop

        func run(on container: Automatic) {
            switch self {
            case .resetOfAll: container.reset()
            case .resetOfRegistrations: container.reset(options: .registration)
            case .pop:
                container.manager.push()
                container.manager.pop()
            }
        }
    }

    // one                                  another
    // clears what autoRegister has set
    //                                      resolves: waits, and runs autoRegister again
    // runs autoRegister again
    @Test(arguments: Restart.allCases) func noThreadSeesAnIncompleteRestart(_ restart: Restart) {
        let container = Automatic()
        let barrier = Barrier(3)
        let declared = Counter()
        onThreads(3) { number in
            barrier.arrive()
            for _ in 0..<5_000 {
                if number == 0 { restart.run(on: container) }
                if container.unscoped().name == "declared" { declared.increment() }
                if container.product().name == "declared" { declared.increment() }
            }
        }
        #expect(declared.count == 0)
    }

    @Test(arguments: Restart.allCases) func autoRegisterCanRestartItself(_ restart: Restart) {
        let container = Automatic()
        container.during.withLock { $0 = { restart.run(on: container) } }
        #expect(container.product().name == "automatic")
        #expect(container.unscoped().name == "automatic")
    }
}
