#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct SlotTests {
        /// A change that clears what `autoRegister()` has set.
        enum Clearing: CaseIterable {
            case endOfOperation
            case resetOfAll
            case resetOfRegistrations
            case pop

            func run(on slot: Slot) {
                _ =
                    switch self {
                    case .endOfOperation: slot.clearAutomaticRegistration()
                    case .resetOfAll: slot.reset(.all, isRestarting: true)
                    case .resetOfRegistrations: slot.reset(.registration, isRestarting: true)
                    case .pop: slot.restore(Slot.Snapshot())
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
            closure: ErasedClosure { (_: Void) in Product("replacement") },
            call: nil,
            isAutomatic: true
        )

        @Test(arguments: Clearing.allCases)
        func aSlotAwaitsAutoRegisterUntilItHasRunAgain(_ clearing: Clearing) {
            _ = slot.register(replacement, once: false, isAutomatic: true)
            #expect(slot.currentFlags == .replacement)
            clearing.run(on: slot)
            #expect(slot.currentFlags == .awaitsAutoRegister)
            // An external registration does not set it again.
            _ = slot.register(replacement, once: false, isAutomatic: false)
            #expect(slot.currentFlags == .awaitsAutoRegister)
            #expect(slot.replacement == nil)
            clearing.run(on: slot)
            #expect(slot.currentFlags.contains(.awaitsAutoRegister))
            // It may set more about the declaration.
            _ = slot.register(replacement, once: false, isAutomatic: true)
            #expect(slot.currentFlags == .awaitsAutoRegister)
            slot.endRestart()
            #expect(slot.currentFlags == .replacement)
            #expect(slot.replacement != nil)
        }

        @Test(arguments: Clearing.allCases)
        func aSlotWithoutAutomaticRegistrationsDoesNotAwaitAutoRegister(_ clearing: Clearing) {
            clearing.run(on: slot)
            #expect(slot.currentFlags == [])
        }
    }
#endif
