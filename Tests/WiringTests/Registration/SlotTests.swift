#if DEBUG || TESTS_INTERNALS  // Other release builds do not open their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct SlotTests {
        /// A way in which what `autoRegister()` has set is let go.
        enum Forgetting: CaseIterable {
            case atTheEndOfItsOperation
            case resetOfAll
            case resetOfRegistrations
            case pop

            func run(on slot: Slot) {
                _ =
                    switch self {
                    case .atTheEndOfItsOperation: slot.forgetAutomaticRegistration()
                    case .resetOfAll: slot.reset(.all, isForgetting: true)
                    case .resetOfRegistrations: slot.reset(.registration, isForgetting: true)
                    case .pop: slot.restore(nil)
                    }
            }
        }

        private let slot = Slot(
            Declaration(
                Site(key: #function, fileID: #fileID, line: #line, column: #column),
                product: Product.self,
                parameter: Void.self
            )
        )
        private let replacement = Replacement(
            closure: Closure<Void, Product> { Product("replacement") },
            call: nil,
            isAutomatic: true
        )

        @Test(arguments: Forgetting.allCases)
        func aSlotTellsThatARegistrationIsForgottenUntilItIsSetAgain(_ forgetting: Forgetting) {
            _ = slot.register(replacement, once: false, isAutomatic: true)
            #expect(slot.currentHint == .replacement)
            forgetting.run(on: slot)
            #expect(slot.currentHint == .forgotten)
            // What others set does not set it again.
            _ = slot.register(replacement, once: false, isAutomatic: false)
            #expect(slot.currentHint == .forgotten)
            #expect(slot.replacement == nil)
            forgetting.run(on: slot)
            #expect(slot.currentHint.contains(.forgotten))
            _ = slot.register(replacement, once: false, isAutomatic: true)
            #expect(slot.currentHint == .replacement)
            #expect(slot.replacement != nil)
        }

        @Test(arguments: Forgetting.allCases)
        func nothingIsForgottenWhereNothingWasSet(_ forgetting: Forgetting) {
            forgetting.run(on: slot)
            #expect(slot.currentHint == [])
        }
    }
#endif
