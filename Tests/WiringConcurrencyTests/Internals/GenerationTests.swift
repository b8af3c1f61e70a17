#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite struct GenerationTests {
        private let scope = Scope.cached.id
        private let other = Scope.shared.id

        @Test func aChangeOutdatesEarlierStamps() {
            let generation = Generation()
            let before = generation.stamp(for: scope)
            generation.change {}
            #expect(before.isQuiet)
            #expect(generation.stamp(for: scope) != before)
        }

        @Test func aStampTakenDuringAChangeIsNotQuiet() {
            let generation = Generation()
            generation.change { #expect(!generation.stamp(for: scope).isQuiet) }
            generation.change(scope, of: Scope.cached) { #expect(!generation.stamp(for: scope).isQuiet) }
            #expect(generation.stamp(for: scope).isQuiet)
        }

        @Test func aChangeOfOneScopeDoesNotAffectOthers() {
            let generation = Generation()
            let mine = generation.stamp(for: scope)
            let others = generation.stamp(for: other)
            generation.change(scope, of: Scope.cached) { #expect(generation.stamp(for: other) == others) }
            #expect(generation.stamp(for: scope) != mine)
            #expect(generation.stamp(for: other) == others)
        }

        @Test func scopesThatAreGoneAreForgotten() {
            let generation = Generation()
            let kept = (0..<20).map { _ in Scope.Cached() }
            for _ in 0..<1_000 { for scope in kept + [Scope.Cached()] { generation.change(scope.id, of: scope) {} } }
            #expect(generation.scopes.made?.withLock(\.entries.count) ?? 0 <= 40)
            for scope in kept { #expect(generation.stamp(for: scope.id).ended == 1_000) }
        }

        @Test func anInstanceBuiltDuringAChangeIsNotStored() {
            let cell = Cell()
            let owner = Owner()
            func resolve(_ during: () -> Void) -> Product? {
                let watch = Generation.Watch(source: owner, declaration: .modules)
                switch try? Cell.Reference.cell(cell).claim(Cell.Policy(scope: scope), outdatedBy: watch) {
                case .instance(let stored): return stored.value(Product.self)
                case .build(let flight):
                    during()
                    let product = Product("product")
                    flight.end(with: Cell.Policy(scope: scope).output(product))
                    return product
                default: return nil
                }
            }
            let before = resolve { owner.generation.change {} }
            let within = owner.generation.change { resolve {} }
            let after = resolve {}
            #expect(before !== within)
            #expect(within !== after)
            #expect(resolve {} === after)
        }

        private final class Owner: Generation.Source {
            let generation = Generation()
            func stamp(for scope: ScopeID, of declaration: Declaration) -> Generation.Stamp {
                generation.stamp(for: scope)
            }
            func preserve(_ declaration: Declaration) {}
        }
    }
#endif
