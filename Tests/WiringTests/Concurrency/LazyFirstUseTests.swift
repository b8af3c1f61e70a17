import Foundation
import Testing
import WiringTesting

/// Many first uses of a lazily injected dependency: of copies, each its owner's, or of one that its owner guards.
@Suite struct LazyFirstUseTests {
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

    /// A value that is copied for each thread.
    struct Customer: Sendable {
        @LazyInjected(\Shop.cached) var product
    }

    /// An owner that guards its dependencies by a lock of its own.
    final class Counterman: @unchecked Sendable {
        // Holds because the dependencies are only touched under the lock.
        private let lock = NSLock()
        @LazyInjected(\Shop.cached) private var cached
        @LazyInjected(\Shop.plain) private var plain

        var products: (cached: Product, plain: Product) {
            lock.lock()
            defer { lock.unlock() }
            return (cached, plain)
        }
    }

    actor Clerk {
        @LazyInjected(\Shop.cached) private var cached
        @LazyInjected(\Shop.plain) private var plain

        var products: (cached: Product, plain: Product) { (cached, plain) }
    }

    private let shop = Shop()

    // one                          another, with a copy
    // uses it: begins to build
    //                              uses it: waits
    // ends
    //                              gets the instance
    @Test func copiesGetTheOneInstance() {
        let (begun, finish) = (Gate(), Gate())
        let products = Collection<Product>()
        shop.building.withLock {
            $0 = {
                begun.open()
                finish.pass()
            }
        }
        let original = Customer()
        onThreads(3) { [shop] number in
            Shop.$shared.withValue(shop) {
                var copy = original
                if number > 0 { begun.pass() }
                if number == 2 { finish.open() } else { products.add(copy.product) }
            }
        }
        #expect(products.values.count == 2)
        #expect(products.values[0] === products.values[1])
        #expect(shop.built.count == 1)
    }

    @Test func copiesGetTheOneInstanceHoweverTheyMeet() {
        for _ in 0..<200 {
            let shop = Shop()
            let original = Customer()
            let barrier = Barrier(4)
            let products = Collection<ObjectIdentifier>()
            onThreads(4) { _ in
                Shop.$shared.withValue(shop) {
                    var copy = original
                    barrier.arrive()
                    products.add(ObjectIdentifier(copy.product))
                }
            }
            #expect(products.values.count == 4)
            #expect(Set(products.values).count == 1)
            #expect(shop.built.count == 1)
        }
    }

    @Test func anOwnersLockMakesItOneUse() {
        for _ in 0..<100 {
            let shop = Shop()
            let owner = Counterman()
            let barrier = Barrier(4)
            let products = Collection<[ObjectIdentifier]>()
            onThreads(4) { _ in
                Shop.$shared.withValue(shop) {
                    barrier.arrive()
                    let (cached, plain) = owner.products
                    products.add([ObjectIdentifier(cached), ObjectIdentifier(plain)])
                }
            }
            #expect(products.values.count == 4)
            #expect(Set(products.values).count == 1)
            #expect(shop.built.count == 2)
        }
    }

    @Test func aValueBehindALockIsUsedOnce() {
        let customer = Locked(Customer())
        let barrier = Barrier(4)
        let products = Collection<ObjectIdentifier>()
        onThreads(4) { [shop] _ in
            Shop.$shared.withValue(shop) {
                barrier.arrive()
                products.add(ObjectIdentifier(customer.withLock { $0.product }))
            }
        }
        #expect(products.values.count == 4)
        #expect(Set(products.values).count == 1)
        #expect(shop.built.count == 1)
        #expect(customer.withLock { $0.$product.resolvedOrNil() } != nil)
    }

    @Test func anActorUsesItOnce() async {
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

    @Test func actorsShareTheOneInstance() async {
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
