#if DEBUG  // The release build of a package does not open its internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct EpochTests {
        private let scope = Scope.cached.keeper
        private let other = Scope.shared.keeper

        @Test func aChangeOutdatesWhatBeganBeforeIt() {
            let epoch = Epoch()
            let before = epoch.stamp(for: scope)
            epoch.change {}
            #expect(before.isQuiet)
            #expect(epoch.stamp(for: scope) != before)
        }

        @Test func aChangeOutdatesWhatBeginsWithinIt() {
            let epoch = Epoch()
            epoch.change { #expect(!epoch.stamp(for: scope).isQuiet) }
            epoch.change(scope: scope) { #expect(!epoch.stamp(for: scope).isQuiet) }
            #expect(epoch.stamp(for: scope).isQuiet)
        }

        @Test func aChangeOfOneScopeLeavesTheOthersAlone() {
            let epoch = Epoch()
            let mine = epoch.stamp(for: scope)
            let others = epoch.stamp(for: other)
            epoch.change(scope: scope) { #expect(epoch.stamp(for: other) == others) }
            #expect(epoch.stamp(for: scope) != mine)
            #expect(epoch.stamp(for: other) == others)
        }

        @Test func whatIsBuiltAcrossAnEpochIsNotKept() {
            let cell = Cell()
            let epoch = Epoch()
            let rule = KeepingRule(scope: scope, isWeak: false, seconds: nil)
            func resolve(_ during: () -> Void) -> Product? {
                cell.value(
                    rule,
                    epoch: { epoch.stamp(for: scope) },
                    mayKeep: { true },
                    path: { [] },
                    onCircle: { Failure.circularDependency($0.path) },
                    make: {
                        during()
                        return rule.built(Product("product"))
                    }
                )?.value(Product.self)
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
