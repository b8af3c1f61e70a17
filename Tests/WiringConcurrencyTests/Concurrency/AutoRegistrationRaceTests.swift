import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

private final class Branch: TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Branch()
    static var taskLocal: TaskLocal<Branch> { $shared }
    let manager = ContainerManager()
    var name: Factory<String> { self { "declared" } }
    func autoRegister() { name.register { "automatic" } }
}

@Suite(.timeLimit(.minutes(10)), .container)
struct AutoRegistrationRaceTests {
    final class Automatic: ManagedContainer, AutoRegistering {
        let manager = ContainerManager()
        let runs = Counter()
        /// Runs at the beginning of `autoRegister()`.
        let during = Locked<@Sendable () -> Void>({})
        /// Runs at its end.
        let afterwards = Locked<@Sendable () -> Void>({})

        func autoRegister() {
            defer { afterwards.withLock { $0 }() }
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
        let waiter = WaitingThread()
        container.during.withLock {
            $0 = { [unowned container] in
                guard container.runs.count == 1 else { return }
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
                names.add(waiter.run { container.product().name })
            default:
                waiter.waitUntilWaiting()
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

        func run(on container: some ManagedContainer) {
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
    // resolves: runs autoRegister
    //                                      resets or pops
    // runs autoRegister again
    @Test(arguments: Restart.allCases) func aResolutionNoticesARestart(_ restart: Restart) {
        for resolve in [{ $0.unscoped() }, { $0.product() }, { $0.hashed(Hashed {}) }] as [(Automatic) -> Product] {
            let container = Automatic()
            container.afterwards.withLock {
                $0 = { [unowned container] in
                    guard container.runs.count == 1 else { return }
                    onThreads(1) { _ in restart.run(on: container) }
                }
            }
            #expect(resolve(container).name == "automatic")
            #expect(container.runs.count == 2)
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
            for _ in 0..<1_000 * stress {
                if number == 0 { restart.run(on: container) }
                if container.unscoped().name == "declared" { declared.increment() }
                if container.product().name == "declared" { declared.increment() }
            }
        }
        #expect(declared.count == 0)
    }

    // one                                  another                         a third
    // makes a child, which sees that
    // autoRegister has run
    //                                      resets or pops
    // sees nothing that autoRegister has set
    //                                                                      resolves: runs autoRegister again
    // runs the child's autoRegister
    @Test(arguments: Restart.allCases) func aRestartDoesNotPreventTheAutoRegisterOfAChild(_ restart: Restart) {
        let parent = Branch()
        let barrier = Barrier(3)
        let declared = Counter()
        onThreads(3) { number in
            barrier.arrive()
            for _ in 0..<1_000 * stress {
                switch number {
                case 0: restart.run(on: parent)
                case 1: _ = parent.name()
                default: if parent.child().name() == "declared" { declared.increment() }
                }
            }
        }
        #expect(declared.count == 0)
    }

    @Test(arguments: Restart.allCases) func aRestartWithinAutoRegisterContinuesTheRun(_ restart: Restart) {
        let container = Automatic()
        container.during.withLock { $0 = { restart.run(on: container) } }
        #expect(container.product().name == "automatic")
        #expect(container.unscoped().name == "automatic")
        #expect(container.product() === container.product())
        #expect(container.singleton() === container.singleton())
        #expect(container.runs.count == 1)
    }

    /// A container without `autoRegister()`.
    final class Plain: ManagedContainer {
        let manager = ContainerManager()
        let during = Locked<@Sendable () -> Void>({})

        var timed: Factory<Product> {
            self {
                self.during.withLock { $0 }()
                return Product("declared")
            }.cached.timeToLive(60)
        }
        var singleton: Factory<Product> { self { Product("declared") }.singleton }
    }

    // builder              waiting thread               third
    // begins to build
    //                      waits for it
    //                                                   resets or pops
    // ends
    //                      gets the instance
    @Test(arguments: Restart.allCases) func aWaitingThreadGetsTheInstanceDespiteAReset(_ restart: Restart) {
        let container = Plain()
        let begun = Gate()
        let finish = Gate()
        let built = Counter()
        let waiting = WaitingThread()
        let products = Collection<Product>()
        container.during.withLock {
            $0 = {
                guard built.increment() == 1 else { return }
                begun.open()
                finish.pass()
            }
        }
        onThreads(3) { number in
            if number > 0 { begun.pass() }
            switch number {
            case 0: products.add(container.timed())
            case 1:
                products.add(waiting.run { container.timed() })
            default:
                waiting.waitUntilWaiting()
                restart.run(on: container)
                finish.open()
            }
        }
        #expect(built.count == 1)
        #expect(products.values[0] === products.values[1])
    }

    @Test(arguments: Restart.allCases) func aRestartDoesNotAffectSingletons(_ restart: Restart) {
        for container in [Automatic() as any ManagedContainer, Plain()] {
            let mismatches = Counter()
            for _ in 0..<250 {
                let scope = Scope.Singleton()
                let barrier = Barrier(3)
                let products = Collection<Product>()
                onThreads(3) { number in
                    Scope.$singleton.withValue(scope) {
                        barrier.arrive()
                        if number == 0 {
                            restart.run(on: container)
                        } else if let container = container as? Automatic {
                            products.add(container.singleton())
                        } else if let container = container as? Plain {
                            products.add(container.singleton())
                        }
                    }
                }
                if products.values[0] !== products.values[1] { mismatches.increment() }
            }
            #expect(mismatches.count == 0)
        }
    }

    // one                                          another
    // resets a declaration: clears its instances
    //                                              builds one with what autoRegister has registered
    // clears what autoRegister has registered
    @Test func aResetOfADeclarationKeepsNoInstanceOfWhatItClears() {
        for _ in 0..<100 {
            let container = Automatic()
            _ = container.product()
            let (barrier, isDone) = (Barrier(4), Locked(false))
            onThreads(4) { number in
                barrier.arrive()
                guard number > 0 else {
                    container.product.reset()
                    return isDone.withLock { $0 = true }
                }
                while !isDone.withLock({ $0 }) {
                    // Others change what autoRegister has registered, so that the reset waits between its steps.
                    if number == 1 { _ = container.product() } else { container.unscoped.reset() }
                }
            }
            #expect(container.product().name == "declared")
        }
    }

    /// Resets its container when it is released.
    final class Resetting: Sendable {
        private let manager: ContainerManager
        init(_ manager: ContainerManager) { self.manager = manager }
        deinit { manager.reset(options: .scope) }
    }

    final class Decorated: ManagedContainer, AutoRegistering {
        let manager = ContainerManager()

        var plain: Factory<Int> { self { 1 } }

        func autoRegister() {
            let object = Resetting(manager)
            decorator { _ in _ = object }
        }
    }

    // one                                          another
    // push() reads the settings
    //                                              replaces the decorator
    // push() holds the last reference to it
    @Test func pushReleasesSettingsWithoutALock() {
        for _ in 0..<1_500 {
            let container = Decorated()
            #expect(container.plain() == 1)
            let barrier = Barrier(2)
            onThreads(2) { number in
                barrier.arrive()
                if number == 0 { container.manager.push() } else { container.decorator(nil) }
            }
        }
    }
}
