#if DEBUG || TESTS_INTERNALS  // Other release builds do not open their internals to tests.
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
            let owner = Owner()
            func resolve(_ during: () -> Void) -> Product? {
                CellReference.cell(cell).value(
                    KeepingRule(scope: scope),
                    outdatedBy: owner,
                    path: { [] },
                    onCircle: { Failure.circularDependency($0.path) },
                    make: {
                        during()
                        return KeepingRule(scope: scope).built(Product("product"))
                    }
                )?.value(Product.self)
            }
            let before = resolve { owner.epoch.change {} }
            let within = owner.epoch.change { resolve {} }
            let after = resolve {}
            #expect(before !== within)
            #expect(within !== after)
            #expect(resolve {} === after)
        }

        private final class Owner: Changing {
            let epoch = Epoch()
            func stamp(for scope: KeeperID) -> Epoch.Stamp { epoch.stamp(for: scope) }
        }
    }
#endif
