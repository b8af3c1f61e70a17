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
                    case .atTheEndOfItsOperation: slot.clearAutomaticRegistration()
                    case .resetOfAll: slot.reset(.all, isRestarting: true)
                    case .resetOfRegistrations: slot.reset(.registration, isRestarting: true)
                    case .pop: slot.restore(nil)
                    }
            }
        }

        private let slot = Slot(
            Declaration(
                Declaration.Site(key: #function, fileID: #fileID, line: #line, column: #column),
                product: Product.self,
                parameter: Void.self
            )
        )
        private let replacement = SlotState.Replacement(
            closure: Closure<Void, Product> { Product("replacement") },
            call: nil,
            isAutomatic: true
        )

        @Test(arguments: Forgetting.allCases)
        func aSlotTellsThatARegistrationIsForgottenUntilItIsSetAgain(_ forgetting: Forgetting) {
            _ = slot.register(replacement, once: false, isAutomatic: true)
            #expect(slot.currentFlags == .replacement)
            forgetting.run(on: slot)
            #expect(slot.currentFlags == .awaitsAutoRegister)
            // What others set does not set it again.
            _ = slot.register(replacement, once: false, isAutomatic: false)
            #expect(slot.currentFlags == .awaitsAutoRegister)
            #expect(slot.replacement == nil)
            forgetting.run(on: slot)
            #expect(slot.currentFlags.contains(.awaitsAutoRegister))
            _ = slot.register(replacement, once: false, isAutomatic: true)
            #expect(slot.currentFlags == .replacement)
            #expect(slot.replacement != nil)
        }

        @Test(arguments: Forgetting.allCases)
        func nothingIsForgottenWhereNothingWasSet(_ forgetting: Forgetting) {
            forgetting.run(on: slot)
            #expect(slot.currentFlags == [])
        }
    }
#endif
