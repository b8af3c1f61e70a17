#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite struct StoredInstanceTests {
        private let scope = Scope.cached.id

        @Test func aStoredInstanceIsReadUnchanged() {
            let product = Product("product")
            #expect(StoredInstance(product, scope: scope).value(Product.self) === product)
            #expect(
                StoredInstance(product as Product?, scope: scope).value(Product?.self)?.map { $0 === product } == true
            )
            #expect(StoredInstance("text", scope: scope).value(String.self) == "text")
            #expect(StoredInstance((1, product), scope: scope).value((Int, Product).self)?.1 === product)
        }

        @Test func aStoredInstanceIsReleasedWithItsBox() {
            weak var product: Product?
            do {
                let stored = StoredInstance((1, [Product("product")]), scope: scope)
                product = stored.value((Int, [Product]).self)?.1.first
                let isStored = withExtendedLifetime(stored) { product != nil }
                #expect(isStored)
            }
            #expect(product == nil)
        }

        @Test func aStoredInstanceHasTheAlignmentOfItsType() {
            func check<Value: Equatable>(_ value: Value) throws {
                let all = (0..<100).map { _ in StoredInstance(value, scope: scope) }
                for stored in all {
                    let address = try #require(stored.plainAddress)
                    #expect(Int(bitPattern: address) % MemoryLayout<Value>.alignment == 0)
                    #expect(stored.value(Value.self) == value)
                }
            }
            #expect(throws: Never.self) {
                try check(UInt8(1))
                try check("text")
                try check(SIMD4<Int64>(1, 2, 3, 4))
                try check(SIMD8<Double>(1, 2, 3, 4, 5, 6, 7, 8))
            }
        }

        @Test func aWeaklyStoredInstanceIsReadUntilItIsReleased() {
            func check<Value>(_ make: (Product) -> Value, _ type: Value.Type = Value.self) {
                var product: Product? = Product("product")
                // SAFETY: It was set in the line above.
                let stored = StoredInstance(weakly: make(product!), scope: scope)
                func read() -> AnyObject? { (stored?.value(Value.self)).flatMap { object(in: $0) } }
                #expect(read() === product)
                product = nil
                #expect(read() == nil)
                #expect(stored?.keepAlive == nil)
            }
            check { $0 }
            check { $0 as Product? }
            check { $0 as Any }
            check { $0 as AnyObject }
            check { $0 as any Sendable }
            check { $0 as (any Sendable)? }
            check { $0 as Product?? }
        }

        @Test func readingAWeaklyStoredInstanceRetainsItOnce() throws {
            let product = Product("product")
            let stored = try #require(StoredInstance(weakly: product as Any, scope: scope))
            weak var seen: Product?
            do {
                let value = stored.value(Any.self)
                seen = value as? Product
                #expect(seen === product)
            }
            let isStillThere = withExtendedLifetime(product) { seen != nil }
            #expect(isStillThere)
        }

        @Test func aValueCannotBeStoredWeakly() {
            #expect(StoredInstance(weakly: 1, scope: scope) == nil)
            #expect(StoredInstance(weakly: nil as Product?, scope: scope) == nil)
        }
    }
#endif
