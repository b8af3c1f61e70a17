#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite struct CellStateTests {
        private let scope = Scope.cached.id
        private let otherScope = Scope.shared.id

        private let claimed = Flight.Start(stamp: Generation.Stamp(), mayPublish: true)

        private func build() -> Flight { Flight(builder: 1) }

        private func stored(_ product: Product) -> StoredInstance { StoredInstance(product, scope: scope) }

        /// The state of a cell that stores a product.
        private func full(_ product: Product, used: Int64? = nil) -> CellState {
            var state = CellState()
            let build = build()
            _ = state.claim(build, scope: scope, expiry: nil, at: claimed)
            state.end(build, with: stored(product), used: used)
            return state
        }

        @Test func theFirstClaimBuildsAndTheNextWaitsForIt() {
            var state = CellState()
            let first = build()
            guard case .build = state.claim(first, scope: scope, expiry: nil, at: claimed) else {
                Issue.record("no build"); return
            }
            guard case .wait(let awaited) = state.claim(build(), scope: scope, expiry: nil, at: claimed) else {
                Issue.record("no wait")
                return
            }
            #expect(awaited === first)
        }

        @Test func aPublishedInstanceIsHitOnlyByItsScope() {
            let product = Product("product")
            var state = full(product)
            let mine = state.hit(scope: scope, expiry: nil)?.value(Product.self)
            #expect(mine === product)
            let others = state.hit(scope: otherScope, expiry: nil)?.value(Product.self)
            #expect(others == nil)
        }

        @Test func aClearedConstructionIsNotPublished() {
            var state = CellState()
            let build = build()
            _ = state.claim(build, scope: scope, expiry: nil, at: claimed)
            _ = state.replace(with: .empty)
            state.end(build, with: stored(Product("outdated")), used: nil)
            #expect(state.content.isEmpty)
        }

        @Test func aConstructionForAnotherScopeIsSuperseded() {
            var state = CellState()
            let first = build()
            let second = build()
            _ = state.claim(first, scope: otherScope, expiry: nil, at: claimed)
            guard case .build = state.claim(second, scope: scope, expiry: nil, at: claimed) else {
                Issue.record("no build")
                return
            }
            state.end(first, with: stored(Product("superseded")), used: nil)
            #expect(state.content.isEmpty)
            state.end(second, with: stored(Product("second")), used: nil)
            #expect(!state.content.isEmpty)
        }

        @Test func anOutdatedConstructionIsNotAwaited() {
            var state = CellState()
            _ = state.claim(build(), scope: scope, expiry: nil, at: claimed)
            let later = Flight.Start(stamp: Generation.Stamp(begun: 1, ended: 1), mayPublish: true)
            guard case .build = state.claim(build(), scope: scope, expiry: nil, at: later) else {
                Issue.record("no build")
                return
            }
        }

        // one                          another
        // reads the generation
        //                              a change ends: claims and builds
        // claims: waits
        @Test func aDelayedClaimWaitsForAConstructionThatBeganMeanwhile() {
            var state = CellState()
            let other = build()
            let afterAChange = Flight.Start(stamp: Generation.Stamp(begun: 1, ended: 1), mayPublish: true)
            _ = state.claim(other, scope: scope, expiry: nil, at: afterAChange)
            guard case .wait(let awaited) = state.claim(build(), scope: scope, expiry: nil, at: claimed) else {
                Issue.record("no wait")
                return
            }
            #expect(awaited === other)
            state.end(other, with: stored(Product("of the other")), used: nil)
            #expect(!state.content.isEmpty)
        }

        @Test func aConstructionThatMayNotPublishIsAwaitedOnlyByClaimsThatMayNotEither() {
            var state = CellState()
            let premature = Flight.Start(stamp: Generation.Stamp(), mayPublish: false)
            _ = state.claim(build(), scope: scope, expiry: nil, at: premature)
            guard case .wait = state.claim(build(), scope: scope, expiry: nil, at: premature) else {
                Issue.record("no wait")
                return
            }
            guard case .build = state.claim(build(), scope: scope, expiry: nil, at: claimed) else {
                Issue.record("no build")
                return
            }
        }

        @Test func abandoningAConstructionDoesNotAffectItsSuccessor() {
            var state = CellState()
            let first = build()
            let second = build()
            _ = state.claim(first, scope: scope, expiry: nil, at: claimed)
            _ = state.replace(with: .empty)
            _ = state.claim(second, scope: scope, expiry: nil, at: claimed)
            state.end(first)
            state.end(second, with: stored(Product("second")), used: nil)
            #expect(!state.content.isEmpty)
        }

        @Test func aRetiredCellRejectsClaims() {
            var state = CellState()
            _ = state.replace(with: .retired)
            guard case .retired = state.claim(build(), scope: scope, expiry: nil, at: claimed) else {
                Issue.record("not retired")
                return
            }
        }

        @Test func aHitRenewsTheTimeToLive() {
            let start: Int64 = 1_000_000_000_000
            let product = Product("product")
            var state = full(product, used: start)
            func expiry(after seconds: Int64) -> TimeToLive.Expiry {
                TimeToLive.Expiry(TimeToLive(seconds: 10, isSliding: true), now: start + seconds * 1_000_000_000)
            }
            let early = state.hit(scope: scope, expiry: expiry(after: 9))?.value(Product.self)
            #expect(early === product)
            let renewed = state.hit(scope: scope, expiry: expiry(after: 18))?.value(Product.self)
            #expect(renewed === product)
            let late = state.hit(scope: scope, expiry: expiry(after: 28))?.value(Product.self)
            #expect(late == nil)
            guard
                case .evicted(.full) = state.claim(
                    build(),
                    scope: scope,
                    expiry: expiry(after: 28),
                    at: claimed
                )
            else {
                Issue.record("not expired")
                return
            }
        }

        @Test(arguments: [0, -1, Double.nan])
        func aTimeToLiveThatIsNotPositiveExpiresImmediately(_ seconds: Double) {
            let now: Int64 = 1_000_000_000_000
            #expect(!TimeToLive.Expiry(TimeToLive(seconds: seconds, isSliding: true), now: now).isAlive(since: now))
        }

        @Test func anInfiniteTimeToLiveNeverExpires() {
            let (now, forever) = (Int64(1_000_000_000_000), TimeToLive(seconds: .infinity, isSliding: true))
            #expect(TimeToLive.Expiry(forever, now: now + 1_000_000_000_000_000).isAlive(since: now))
        }
    }
#endif
