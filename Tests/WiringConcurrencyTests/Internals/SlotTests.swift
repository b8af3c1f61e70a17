#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite struct SlotTests {
        /// A change after which `autoRegister()` runs again.
        enum Restart: CaseIterable {
            case resetOfAll
            case resetOfRegistrations
            case pop

            func run(on slot: Slot) {
                _ =
                    switch self {
                    case .resetOfAll: slot.reset(.all)
                    case .resetOfRegistrations: slot.reset(.registration)
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

        @Test(arguments: Restart.allCases)
        func aSlotIsOnTheSlowPathUntilAutoRegisterHasRunAgain(_ restart: Restart) {
            var layer = SlotState.Layer()
            layer.set(replacement, as: .registration)
            slot.setAutomatic(layer)
            #expect(slot.currentFlags == .automatic)
            _ = slot.change(once: false, clearing: .everything) { $0.set(replacement, as: .registration) }
            #expect(slot.currentFlags == Slot.Flags.automatic | .replacement)
            restart.run(on: slot)
            #expect(slot.currentFlags == .automatic)
            slot.setAutomatic(nil)
            #expect(slot.currentFlags == Slot.Flags())
        }

        @Test func whatAutoRegisterSetsBesidesClosuresMattersToHits() {
            var layer = SlotState.Layer()
            layer.modifiers.set(Modifier(TimeToLive(seconds: 1, isSliding: true)))
            slot.setAutomatic(layer)
            #expect(!slot.currentFlags.allowsHit(for: .unspecified))
        }
    }
#endif
