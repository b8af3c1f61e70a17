import Foundation
import Testing
import WiringTestSupport
import WiringTesting

/// Concurrent first uses of one lazily injected dependency, through copies, owners and actors.
@Suite(.timeLimit(.minutes(10))) struct LazyFirstUseTests {
    final class Shop: SharedContainer {
        @TaskLocal static var shared = Shop()

        let manager = ContainerManager()
        let built = Counter()
        let building = Locked<@Sendable () -> Void>({})

        func make(_ name: String) -> Product {
            built.increment()
            building.withLock { $0 }()
            return Product(name)
        }

        var cached: Factory<Product> { self { self.make("cached") }.cached }
        var plain: Factory<Product> { self { self.make("plain") } }
    }

    /// A value that is copied for each thread. Its dependencies have no scope, so only the properties share an instance.
    struct Customer: Sendable {
        @LazyInjected(\Shop.plain) var product
        @WeakLazyInjected(\Shop.plain) var borrowed
    }

    final class Counterman: @unchecked Sendable {
        // SAFETY: The wrapper can be used from any thread.
        @LazyInjected(\Shop.plain) private var lazy

        var product: Product { lazy }
    }

    actor Clerk {
        @LazyInjected(\Shop.cached) private var cached
        @LazyInjected(\Shop.plain) private var plain

        var products: (cached: Product, plain: Product) { (cached, plain) }
    }

    /// Which of a customer's properties is used.
    enum Property: CaseIterable {
        case strong, weak

        func read(_ customer: Customer) -> Product? { self == .strong ? customer.product : customer.borrowed }
    }

    private let shop = Shop()

    // one                          another, with a copy
    // uses it: begins to build
    //                              uses it: waits
    // ends
    //                              gets the instance
    @Test(arguments: Property.allCases)
    func aThreadThatReadsDuringTheConstructionGetsItsInstance(_ property: Property) {
        let (begun, finish) = (Gate(), Gate())
        let waiter = WaitingThread()
        let products = Collection<Product?>()
        shop.building.withLock {
            $0 = { [unowned shop] in
                guard shop.built.count == 1 else { return }
                begun.open()
                finish.pass()
            }
        }
        let customer = Customer()
        onThreads(3) { [shop] number in
            Shop.$shared.withValue(shop) {
                switch number {
                case 0: products.add(property.read(customer))
                case 1:
                    begun.pass()
                    products.add(waiter.run { property.read(customer) })
                default:
                    waiter.waitUntilWaiting()
                    finish.open()
                }
            }
        }
        #expect(products.values.count == 2)
        #expect(products.values[0] != nil)
        #expect(products.values[0] === products.values[1])
        #expect(shop.built.count == 1)
    }

    @Test(arguments: Property.allCases)
    func fiftyConcurrentThreadsBuildOneInstance(_ property: Property) {
        for _ in 0..<20 {
            let shop = Shop()
            let customer = Customer()
            let barrier = Barrier(50)
            let products = Collection<Product?>()
            onThreads(50) { _ in
                Shop.$shared.withValue(shop) {
                    let copy = customer
                    barrier.arrive()
                    products.add(property.read(copy))
                }
            }
            #expect(products.values.count == 50)
            #expect(products.values.allSatisfy { $0 != nil && $0 === products.values[0] })
            #expect(shop.built.count == 1)
        }
    }

    // reader                       another
    // uses it: begins to build
    //                              sets it
    // ends, gets what it has built
    // uses it: gets what was set
    @Test func aValueSetDuringTheConstructionPersists() {
        let (begun, finish) = (Gate(), Gate())
        let products = Collection<Product>()
        shop.building.withLock {
            $0 = {
                begun.open()
                finish.pass()
            }
        }
        let customer = Customer()
        onThreads(2) { [shop] number in
            Shop.$shared.withValue(shop) {
                if number == 0 {
                    products.add(customer.product)
                    products.add(customer.product)
                } else {
                    begun.pass()
                    customer.product = Product("set")
                    finish.open()
                }
            }
        }
        #expect(products.values.map(\.name) == ["plain", "set"])
    }

    // reader                       another
    //                              resolves again: begins to build
    // uses it: gets the old
    //                              ends
    // uses it: gets the new
    @Test func readersGetTheOldInstanceWhileItIsResolvedAgain() {
        let (begun, finish, ended) = (Gate(), Gate(), Gate())
        let customer = Customer()
        let old = Shop.$shared.withValue(shop) { customer.product }
        shop.building.withLock {
            $0 = {
                begun.open()
                finish.pass()
            }
        }
        let products = Collection<Product>()
        onThreads(2) { [shop] number in
            Shop.$shared.withValue(shop) {
                if number == 0 {
                    begun.pass()
                    products.add(customer.product)
                    finish.open()
                    ended.pass()
                    products.add(customer.product)
                } else {
                    customer.$product.resolve()
                    ended.open()
                }
            }
        }
        #expect(products.values[0] === old)
        #expect(products.values[1] !== old)
        #expect(shop.built.count == 2)
    }

    @Test func concurrentReadersAndWritersSeeValidValues() {
        let customer = Customer()
        let barrier = Barrier(4)
        let products = Collection<Product?>()
        onThreads(4) { [shop] number in
            Shop.$shared.withValue(shop) {
                barrier.arrive()
                for _ in 0..<200 {
                    switch number {
                    case 0: customer.product = Product("set")
                    case 1: customer.$product.resolve()
                    default: products.add(customer.product)
                    }
                    _ = customer.$product.resolvedOrNil()
                }
            }
        }
        #expect(products.values.allSatisfy { $0?.name == "set" || $0?.name == "plain" })
    }

    @Test func anUncheckedSendableOwnerNeedsNoLock() {
        for _ in 0..<100 {
            let shop = Shop()
            let owner = Counterman()
            let barrier = Barrier(4)
            let products = Collection<ObjectIdentifier>()
            onThreads(4) { _ in
                Shop.$shared.withValue(shop) {
                    barrier.arrive()
                    products.add(ObjectIdentifier(owner.product))
                }
            }
            #expect(products.values.count == 4)
            #expect(Set(products.values).count == 1)
            #expect(shop.built.count == 1)
        }
    }

    @Test func anActorResolvesItsPropertiesOnce() async {
        await Shop.$shared.withValue(shop) {
            let clerk = Clerk()
            let products = await withTaskGroup(of: [ObjectIdentifier].self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        let (cached, plain) = await clerk.products
                        return [ObjectIdentifier(cached), ObjectIdentifier(plain)]
                    }
                }
                return await group.reduce(into: Set<[ObjectIdentifier]>()) { $0.insert($1) }
            }
            #expect(products.count == 1)
        }
        #expect(shop.built.count == 2)
    }

    @Test func actorsShareACachedInstance() async {
        let products = await Shop.$shared.withValue(shop) {
            await withTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<50 { group.addTask { ObjectIdentifier(await Clerk().products.cached) } }
                return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
            }
        }
        #expect(products.count == 1)
        #expect(shop.built.count == 51)
    }
}
