#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    private enum NoFollowing: Following {
        static func follower(
            of step: PathStep,
            in containers: [UInt64],
            dependencies: [FollowerHandle]
        ) -> any Follower { fatalError("nothing is followed") }

        static func reject(_ path: [PathStep], isShared: Bool, at call: CallSite?) -> Never {
            fatalError("nothing is resolved")
        }
    }

    /// A retention encodes a factory value's modifiers in a few bits, if its slot specifies the same.
    @Suite struct RetentionTests {
        private let manager = ContainerManager()
        private let slot: Slot
        private let hashing = ParameterHashing<Int>.Standard()

        init() {
            let site = Declaration.Site(key: "key", fileID: "Module/File.swift", line: 1, column: 1)
            slot = manager.makeSlot(for: Declaration(site, product: Product.self, parameter: Int.self))
        }

        private static let custom = Scope.Cached()

        private static var scopes: [Scope?] {
            [nil, .cached, .graph, .shared, .unique, Scope.singletonPlaceholder, custom]
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

        private func expectRetention(of modifiers: Modifiers, _ retention: Retention, isComplete: Bool) {
            let found = slot.retention(of: modifiers)
            #expect(found.retention == retention)
            #expect(found.isComplete == isComplete)
        }

        @Test func eachCombinationHasADistinctRetentionThatDecodesToIt() {
            let retentions = Self.modifiers.map { slot.retention(of: $0) }
            let (numbers, complete) = (Set(retentions.map(\.retention.rawValue)), retentions.filter(\.isComplete))
            #expect(numbers.count == retentions.count)
            #expect(complete.count == retentions.count)
            for index in retentions.indices {
                let (scope, hashing) = (Self.modifiers[index].scope, Self.modifiers[index].hashing)
                let retention = retentions[index].retention
                let decoded = Modifiers(Wiring.SlotReference(Borrowed(slot), retention))
                #expect(decoded.scope === scope)
                #expect((decoded.hashing != nil) == (hashing != nil))
                #expect(Slot.Flags(retention).retention == retention)
                #expect((Slot.Flags(retention) | .replacement | .contexts).allowsHit(for: retention))
                #expect(!(Slot.Flags(retention) | .decorator).allowsHit(for: retention))
                #expect(!(Slot.Flags(retention) | .furtherRetention).allowsHit(for: retention))
            }
        }

        @Test(arguments: [0, 1, Double.nan]) func aTimeToLiveIsNotPartOfTheRetention(seconds: Double) {
            for var modifiers in Self.modifiers {
                let retention = slot.retention(of: modifiers).retention
                modifiers.set(Modifier(TimeToLive(seconds: seconds, isSliding: true)))
                expectRetention(of: modifiers, retention, isComplete: true)
            }
        }

        /// A slot retains only one custom scope, however many a program creates.
        @Test func onlyTheFirstCustomScopeHasARetention() {
            weak var second: Scope?
            do {
                var modifiers = Modifiers()
                modifiers.scope = Self.custom
                expectRetention(of: modifiers, .custom, isComplete: true)
                let scope = Scope.Cached()
                second = scope
                modifiers.scope = scope
                expectRetention(of: modifiers, .unspecified, isComplete: false)
                modifiers.scope = Self.custom
                expectRetention(of: modifiers, .custom, isComplete: true)
            }
            #expect(second == nil)
        }

        @Test func aCustomSingletonScopeHasNoRetention() {
            var modifiers = Modifiers()
            modifiers.scope = Scope.Singleton()
            expectRetention(of: modifiers, .unspecified, isComplete: false)
        }

        @Test func theLastSettingWinsAndTheOthersRemain() {
            let cached = Retention(.cached)
            #expect(Retention.unspecified.setting(cached) == cached)
            #expect(cached.setting(Retention(.shared)) == Retention(.shared))
            let both = cached.setting(.perParameter)
            #expect(both.standard == .cached && both.isPerParameter)
            #expect(both.setting(Retention(.shared)) == Retention(.shared).setting(.perParameter))
            #expect(both.includes(cached) && both.includes(.perParameter) && !both.includes(Retention(.shared)))
            #expect(!cached.includes(.perParameter))
        }

        /// The same function may be set with another limit.
        @Test func aHookIsFoundOnlyWithItsLimit() {
            let (slot, stop) = (Wiring.SlotReference(Borrowed(slot), .unspecified), ErasedClosure { (_: Product) in })
            let hook = Modifier(.stop, stop, .hook(NoFollowing.self, within: .seconds(1)))
            guard case .reference(let hooked) = Modification.Modified.reference(slot).adding(hook) else {
                Issue.record("the closure captures something")
                return
            }
            #expect(hooked.isHooked)
            #expect(slot.addingLast(.stop, stop) { $0.limit == .seconds(1) }?.isHooked == true)
            #expect(slot.addingLast(.stop, stop) { $0.limit == nil } == nil)
            #expect(slot.addingLast(.start, stop) { $0.limit == .seconds(1) } == nil)
            #expect(hooked.addingLast(.stop, stop) { $0.limit == .seconds(1) } == nil)
        }

        @Test func aRetentionIsFoundOnlyIfTheSlotHasTheSameModifiers() {
            let (cached, shared) = (Retention(.cached), Retention(.shared))
            #expect(slot.retention(cached, after: .unspecified) == nil)
            #expect(slot.set(scope: .cached, over: nil, orElse: nil, once: false))
            #expect(slot.retention(cached, after: .unspecified) == cached)
            #expect(slot.retention(shared, after: .unspecified) == nil)
            #expect(slot.retention(.perParameter, after: cached) == nil)
            #expect(slot.change(once: false, clearing: nil) { $0.modifiers.hashing = hashing })
            #expect(slot.retention(.perParameter, after: cached) == cached.setting(.perParameter))
            // A modifier that was set elsewhere is not the factory value's.
            #expect(slot.retention(cached, after: .unspecified) == cached)
            let timeToLive = TimeToLive(seconds: 20, isSliding: true)
            #expect(slot.change(once: false, clearing: nil) { $0.modifiers.set(Modifier(timeToLive)) })
            #expect(slot.retention(cached, after: .unspecified) == cached)
            #expect(slot.set(scope: .shared, over: nil, orElse: nil, once: false))
            #expect(slot.retention(cached, after: .unspecified) == nil)
        }
    }
#endif
