import Testing
import WiringFixtures
import WiringTesting

/// Tests that import an interface, without a program that installs an implementation.
@Suite(.container(.strict, for: DeliveryContainer.self)) struct InterfaceTests {
    @Test(.modify(\DeliveryContainer.delivery) { $0.price = { $0.count } })
    func aStrictTestNeedsNoImplementation() {
        #expect(DeliveryContainer.shared.delivery().price("order") == 5)
    }
}
