#if DEBUG || TESTS_INTERNALS  // Other release builds do not open their internals to tests.
    import Testing

    @testable import Wiring

    /// What modifiers say about how instances are kept takes a few bits, where it is the same as the slot says.
    @Suite struct KeepingTests {
        private let manager = ContainerManager()
        private let slot: Slot
        private let keying = HashableKeying<Int>()

        init() {
            let site = Site(key: "key", fileID: "Module/File.swift", line: 1, column: 1)
            slot = manager.makeSlot(for: Declaration(site, product: Product.self, parameter: Int.self))
        }

        private static let own = Scope.Cached()

        private static var scopes: [Scope?] {
            [nil, .cached, .graph, .shared, .unique, Scope.currentSingleton, own]
        }

        private static var modifiers: [Modifiers] {
            scopes.flatMap { scope in
                [nil, HashableKeying<Int>()].map { keying in
                    var modifiers = Modifiers()
                    (modifiers.scope, modifiers.keying) = (scope, keying)
                    return modifiers
                }
            }
        }

        private func expectWay(of modifiers: Modifiers, _ way: KeepingWay, isAll: Bool) {
            let found = slot.way(of: modifiers)
            #expect(found.way == way)
            #expect(found.isAll == isAll)
        }

        @Test func eachCombinationIsAWayOfItsOwnThatSaysWhatItIs() {
            let ways = Self.modifiers.map { slot.way(of: $0) }
            let (numbers, allSaid) = (Set(ways.map(\.way.rawValue)), ways.filter(\.isAll))
            #expect(numbers.count == ways.count)
            #expect(allSaid.count == ways.count)
            for (modifiers, (way, _)) in zip(Self.modifiers, ways) {
                let said = Modifiers(Wiring.Keeping(.passUnretained(slot), way))
                #expect(said.scope === modifiers.scope)
                #expect((said.keying != nil) == (modifiers.keying != nil))
                #expect(Hint(way).way == way)
                #expect(Hint(way).union([.replacement, .contexts]).isSimple(for: way))
                #expect(!Hint(way).union(.decorator).isSimple(for: way))
                #expect(!Hint(way).union(.further).isSimple(for: way))
            }
        }

        @Test(arguments: [0, 1, Double.nan]) func aTimeToLiveIsNotAllSaid(seconds: Double) {
            for var modifiers in Self.modifiers {
                let way = slot.way(of: modifiers).way
                modifiers.timeToLive = seconds
                expectWay(of: modifiers, way, isAll: false)
            }
        }

        /// However many scopes of its own a program makes, a slot keeps one.
        @Test func ofAProgramsOwnScopesTheFirstHasAWay() {
            weak var second: Scope?
            do {
                var modifiers = Modifiers()
                modifiers.scope = Self.own
                expectWay(of: modifiers, .own, isAll: true)
                let scope = Scope.Cached()
                second = scope
                modifiers.scope = scope
                expectWay(of: modifiers, .unsaid, isAll: false)
                modifiers.scope = Self.own
                expectWay(of: modifiers, .own, isAll: true)
            }
            #expect(second == nil)
        }

        @Test func aSingletonScopeOfAProgramsOwnHasNoWay() {
            var modifiers = Modifiers()
            modifiers.scope = Scope.Singleton()
            expectWay(of: modifiers, .unsaid, isAll: false)
        }

        @Test func whatIsSaidLastStandsAndTheRestStays() {
            let cached = KeepingWay(.cached)
            #expect(KeepingWay.unsaid.setting(cached) == cached)
            #expect(cached.setting(KeepingWay(.shared)) == KeepingWay(.shared))
            let both = cached.setting(.perParameter)
            #expect(both.standard == .cached && both.isPerParameter)
            #expect(both.setting(KeepingWay(.shared)) == KeepingWay(.shared).setting(.perParameter))
            #expect(both.says(cached) && both.says(.perParameter) && !both.says(KeepingWay(.shared)))
            #expect(!cached.says(.perParameter))
        }

        @Test func itIsFoundOnlyIfTheContainerKeepsSo() {
            let (cached, shared) = (KeepingWay(.cached), KeepingWay(.shared))
            #expect(slot.keeping(cached, after: .unsaid) == nil)
            #expect(slot.set(scope: .cached, orElse: nil, once: false, isAutomatic: false))
            #expect(slot.keeping(cached, after: .unsaid) == cached)
            #expect(slot.keeping(shared, after: .unsaid) == nil)
            #expect(slot.keeping(.perParameter, after: cached) == nil)
            #expect(slot.modify(once: false, isAutomatic: false) { $0.keying = keying })
            #expect(slot.keeping(.perParameter, after: cached) == cached.setting(.perParameter))
            // What comes from elsewhere is not the value's own.
            #expect(slot.keeping(cached, after: .unsaid) == cached)
            #expect(slot.modify(once: false, isAutomatic: false) { $0.timeToLive = 20 })
            #expect(slot.keeping(cached, after: .unsaid) == cached)
            #expect(slot.set(scope: .shared, orElse: nil, once: false, isAutomatic: false))
            #expect(slot.keeping(cached, after: .unsaid) == nil)
        }
    }
#endif
