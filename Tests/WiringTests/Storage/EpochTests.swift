#if DEBUG  // The release build of a package does not open its internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct EpochTests {
        private let scope = Scope.cached.keeper
        private let other = Scope.shared.keeper

        @Test func aChangeOutdatesWhatBeganBeforeIt() {
            let epoch = Epoch()
            let before = epoch.mark(for: scope)
            epoch.change {}
            #expect(before != nil)
            #expect(epoch.mark(for: scope) != before)
        }

        @Test func aChangeOutdatesWhatBeginsWithinIt() {
            let epoch = Epoch()
            epoch.change { #expect(epoch.mark(for: scope) == nil) }
            epoch.change(scope: scope) { #expect(epoch.mark(for: scope) == nil) }
            #expect(epoch.mark(for: scope) != nil)
        }

        @Test func aChangeOfOneScopeLeavesTheOthersAlone() {
            let epoch = Epoch()
            let mine = epoch.mark(for: scope)
            let others = epoch.mark(for: other)
            epoch.change(scope: scope) { #expect(epoch.mark(for: other) == others) }
            #expect(epoch.mark(for: scope) != mine)
            #expect(epoch.mark(for: other) == others)
        }

        @Test func whatIsBuiltAcrossAnEpochIsNotKept() {
            let cell = Cell<Product>()
            let epoch = Epoch()
            let rule = KeepingRule(scope: scope, isWeak: false, seconds: nil)
            func resolve(_ during: () -> Void) -> Product? {
                cell.value(
                    rule,
                    epoch: { epoch.mark(for: scope) },
                    path: { [] },
                    make: {
                        during()
                        return Product("product")
                    }
                )
            }
            let before = resolve { epoch.change {} }
            let within = epoch.change { resolve {} }
            let after = resolve {}
            #expect(before !== within)
            #expect(within !== after)
            #expect(resolve {} === after)
        }
    }
#endif
