#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite(.timeLimit(.minutes(10))) struct AtomicWordTests {
        private final class Owner: Sendable {
            let word = AtomicWord()
        }

        @Test func turnsBitsOnAndOffWithoutAffectingOthers() {
            let word = AtomicWord(0b0001)
            word.turnOn(0b0110)
            #expect(word.current == 0b0111)
            word.turnOff(0b0011)
            #expect(word.current == 0b0100)
        }

        @Test func turnsOnMissingBitsIfSomeAreAlreadyOn() {
            let word = AtomicWord(0b0010)
            word.turnOn(0b0110)
            #expect(word.current == 0b0110)
        }

        @Test func storesTheValueThatIsSet() {
            let word = AtomicWord()
            #expect(word.current == 0)
            word.set(42)
            #expect(word.current == 42)
        }

        @Test func concurrentUpdatesOfDifferentBitsAreNotLost() {
            let owner = Owner()
            onThreads(8) { index in
                for bit in 0..<8 { owner.word.turnOn(1 << UInt64(index * 8 + bit)) }
            }
            #expect(owner.word.current == .max)
        }
    }
#endif
