import Testing
import WiringTestSupport
import WiringTesting

/// Parameters are hashed and compared between the lookup of an instance and the claim of a construction.
@Suite(.timeLimit(.minutes(10)), .container)
struct ParameterRaceTests {
    /// A parameter that runs closures when it is hashed or compared. All have the same hash.
    private struct Active: Hashable, @unchecked Sendable {
        // SAFETY: The actions are safe on any thread.
        let number: Int
        var whenHashed: () -> Void = {}
        var whenCompared: () -> Void = {}

        static func == (left: Active, right: Active) -> Bool {
            left.whenCompared()
            right.whenCompared()
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) { whenHashed() }
    }

    private final class Store: ManagedContainer {
        let manager = ContainerManager()
        let built = Counter()

        var product: ParameterFactory<Active, Product> {
            self { _ in
                self.built.increment()
                return Product("declared")
            }.scopeOnParameters.cached
        }
    }

    // one                                  another
    // finds no equal parameter
    //                                      finds no equal parameter
    // adds its own, builds
    //                                      looks again: finds it
    @Test func twoThreadsThatAddTheSameParameterGetOneInstance() {
        let store = Store()
        _ = store.product(Active(number: 1))
        let barrier = Barrier(2)
        let isMet = Locked<Set<Int>>([])
        let products = Collection<Product>()
        onThreads(2) { number in
            let compared: @Sendable () -> Void = {
                // The first comparison of each thread is with the existing parameter.
                if isMet.withLock({ $0.insert(number).inserted }) { barrier.arrive() }
            }
            products.add(store.product(Active(number: 2, whenCompared: compared)))
        }
        #expect(products.values[0] === products.values[1])
        #expect(store.built.count == 2)
    }

    // one                                  another
    // finds the registration
    //                                      registers
    // builds with the new registration
    @Test func aRegistrationBeforeTheClaimIsUsed() {
        let store = Store()
        let first = Active(
            number: 1,
            whenHashed: { [unowned store] in onThreads(1) { _ in store.product.register { _ in Product("new") } } }
        )
        #expect(store.product(first).name == "new")
        #expect(store.product(Active(number: 1)).name == "new")
        let second = Active(
            number: 2,
            whenHashed: { [unowned store] in onThreads(1) { _ in store.product.override { _ in Product("over") } } }
        )
        #expect(store.product(second).name == "over")
        #expect(store.product(Active(number: 2)).name == "over")
    }
}
