#if DEBUG || TESTS_INTERNALS  // Other release builds do not open their internals to tests.
    import Testing

    @testable import Wiring

    /// What modifiers say about how instances are kept takes a few bits, where it is the same as the slot says.
    @Suite struct RetentionTests {
        private let manager = ContainerManager()
        private let slot: Slot
        private let hashing = ParameterHashing<Int>.Standard()

        init() {
            let site = Declaration.Site(key: "key", fileID: "Module/File.swift", line: 1, column: 1)
            slot = manager.makeSlot(for: Declaration(site, product: Product.self, parameter: Int.self))
        }

        private static let own = Scope.Cached()

        private static var scopes: [Scope?] {
            [nil, .cached, .graph, .shared, .unique, Scope.currentSingleton, own]
        }

        private static var modifiers: [Modifiers] {
            scopes.flatMap { scope in
                [nil, ParameterHashing<Int>.Standard()].map { hashing in
                    var modifiers = Modifiers()
                    (modifiers.scope, modifiers.hashing) = (scope, hashing)
                    return modifiers
                }
            }
        }

        private func expectWay(of modifiers: Modifiers, _ way: Retention, isAll: Bool) {
            let found = slot.retention(of: modifiers)
            #expect(found.retention == way)
            #expect(found.isComplete == isAll)
        }

        @Test func eachCombinationIsAWayOfItsOwnThatSaysWhatItIs() {
            let ways = Self.modifiers.map { slot.retention(of: $0) }
            let (numbers, allSaid) = (Set(ways.map(\.retention.rawValue)), ways.filter(\.isComplete))
            #expect(numbers.count == ways.count)
            #expect(allSaid.count == ways.count)
            for (modifiers, (way, _)) in zip(Self.modifiers, ways) {
                let said = Modifiers(Wiring.SlotReference(.passUnretained(slot), way))
                #expect(said.scope === modifiers.scope)
                #expect((said.hashing != nil) == (modifiers.hashing != nil))
                #expect(Slot.Flags(way).retention == way)
                #expect(Slot.Flags(way).union([.replacement, .contexts]).allowHit(for: way))
                #expect(!Slot.Flags(way).union(.decorator).allowHit(for: way))
                #expect(!Slot.Flags(way).union(.furtherRetention).allowHit(for: way))
            }
        }

        @Test(arguments: [0, 1, Double.nan]) func aTimeToLiveIsNotAllSaid(seconds: Double) {
            for var modifiers in Self.modifiers {
                let way = slot.retention(of: modifiers).retention
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
                expectWay(of: modifiers, .custom, isAll: true)
                let scope = Scope.Cached()
                second = scope
                modifiers.scope = scope
                expectWay(of: modifiers, .unspecified, isAll: false)
                modifiers.scope = Self.own
                expectWay(of: modifiers, .custom, isAll: true)
            }
            #expect(second == nil)
        }

        @Test func aSingletonScopeOfAProgramsOwnHasNoWay() {
            var modifiers = Modifiers()
            modifiers.scope = Scope.Singleton()
            expectWay(of: modifiers, .unspecified, isAll: false)
        }

        @Test func whatIsSaidLastStandsAndTheRestStays() {
            let cached = Retention(.cached)
            #expect(Retention.unspecified.setting(cached) == cached)
            #expect(cached.setting(Retention(.shared)) == Retention(.shared))
            let both = cached.setting(.perParameter)
            #expect(both.standard == .cached && both.isPerParameter)
            #expect(both.setting(Retention(.shared)) == Retention(.shared).setting(.perParameter))
            #expect(both.includes(cached) && both.includes(.perParameter) && !both.includes(Retention(.shared)))
            #expect(!cached.includes(.perParameter))
        }

        @Test func itIsFoundOnlyIfTheContainerKeepsSo() {
            let (cached, shared) = (Retention(.cached), Retention(.shared))
            #expect(slot.retention(cached, after: .unspecified) == nil)
            #expect(slot.set(scope: .cached, orElse: nil, once: false, isAutomatic: false))
            #expect(slot.retention(cached, after: .unspecified) == cached)
            #expect(slot.retention(shared, after: .unspecified) == nil)
            #expect(slot.retention(.perParameter, after: cached) == nil)
            #expect(slot.modify(once: false, isAutomatic: false) { $0.hashing = hashing })
            #expect(slot.retention(.perParameter, after: cached) == cached.setting(.perParameter))
            // What comes from elsewhere is not the value's own.
            #expect(slot.retention(cached, after: .unspecified) == cached)
            #expect(slot.modify(once: false, isAutomatic: false) { $0.timeToLive = 20 })
            #expect(slot.retention(cached, after: .unspecified) == cached)
            #expect(slot.set(scope: .shared, orElse: nil, once: false, isAutomatic: false))
            #expect(slot.retention(cached, after: .unspecified) == nil)
        }
    }
#endif
