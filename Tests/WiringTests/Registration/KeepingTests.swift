#if DEBUG  // The release build of a package does not open its internals to tests.
    import Testing

    @testable import Wiring

    /// There is one object for each way of keeping instances, so that two are the same if they are one object.
    @Suite struct KeepingTests {
        private let manager = ContainerManager()
        private let slot: Slot
        private let keying = ParameterKeying(hashing: Int.self)

        init() {
            let site = Site(key: "key", fileID: "Module/File.swift", line: 1, column: 1)
            slot = manager.makeSlot(for: Declaration(site, product: Product.self, parameter: Int.self))
        }

        private func address(_ scope: Scope?, _ timeToLive: Double?, _ keying: AnyParameterKeying?)
            -> UnsafeMutableRawPointer
        {
            slot.keeping(scope, timeToLive: timeToLive, keying: keying).toOpaque()
        }

        private var combinations: [(scope: Scope?, timeToLive: Double?, keying: AnyParameterKeying?)] {
            [nil, .cached, .shared, .unique, Scope.currentSingleton].flatMap { scope in
                [nil, 0, -0.0, 1, .nan, .infinity].flatMap { timeToLive in
                    [nil, keying].map { (scope, timeToLive, $0) }
                }
            }
        }

        @Test func thereIsOneForEachCombination() {
            let first = combinations.map { address($0.scope, $0.timeToLive, $0.keying) }
            #expect(Set(first).count == combinations.count)
            #expect(combinations.map { address($0.scope, $0.timeToLive, $0.keying) } == first)
            // Another object that says the same.
            #expect(address(.cached, .nan, ParameterKeying(hashing: Int.self)) == address(.cached, .nan, keying))
            #expect(address(Scope.Cached(), nil, nil) != address(.cached, nil, nil))
        }

        @Test func itSaysWhatItIs() {
            for (scope, timeToLive, keying) in combinations {
                let keeping = slot.keeping(scope, timeToLive: timeToLive, keying: keying).takeUnretainedValue()
                #expect(keeping.scope === scope)
                #expect(keeping.timeToLive?.bitPattern == timeToLive?.bitPattern)
                #expect((keeping.keying != nil) == (keying != nil))
                let hasHome = timeToLive == nil && (scope === Scope.cached || scope === Scope.shared)
                #expect((keeping.home != nil) == hasHome)
            }
        }

        @Test func aScopeIsFoundOnlyAfterTheSame() {
            for (_, timeToLive, keying) in combinations {
                let earlier: Unmanaged<Wiring.Keeping>? =
                    timeToLive == nil && keying == nil
                    ? nil : slot.keeping(nil, timeToLive: timeToLive, keying: keying)
                for other in combinations {
                    let candidate = slot.keeping(other.scope, timeToLive: other.timeToLive, keying: other.keying)
                    let isSame = candidate.takeUnretainedValue().isSame(as: earlier, andScope: .cached)
                    let isExpected =
                        other.scope === Scope.cached && other.timeToLive?.bitPattern == timeToLive?.bitPattern
                        && (other.keying != nil) == (keying != nil)
                    #expect(isSame == isExpected)
                }
            }
        }

        @Test func keepingPerParameterIsFoundOnlyAfterTheSame() {
            for (scope, timeToLive, _) in combinations {
                let earlier: Unmanaged<Wiring.Keeping>? =
                    timeToLive == nil && scope == nil
                    ? nil : slot.keeping(scope, timeToLive: timeToLive, keying: nil)
                for other in combinations {
                    let candidate = slot.keeping(other.scope, timeToLive: other.timeToLive, keying: other.keying)
                    let isSame = candidate.takeUnretainedValue().isSamePerParameter(as: earlier)
                    let isExpected =
                        other.keying != nil && other.timeToLive?.bitPattern == timeToLive?.bitPattern
                        && other.scope === scope
                    #expect(isSame == isExpected)
                }
            }
        }

        @Test func itIsFoundOnlyIfTheContainerKeepsBySuchAScope() {
            #expect(slot.keeping(by: .cached, after: nil) == nil)
            #expect(slot.set(scope: .cached, orElse: nil, once: false))
            #expect(slot.keeping(by: .cached, after: nil)?.toOpaque() == address(.cached, nil, nil))
            #expect(slot.keeping(by: .shared, after: nil) == nil)
            #expect(slot.keepingPerParameter(after: slot.keeping(by: .cached, after: nil)) == nil)
            // A time to live from elsewhere is not the value's own.
            #expect(slot.modify(once: false) { $0.timeToLive = 20 })
            #expect(slot.keeping(by: .cached, after: nil)?.toOpaque() == address(.cached, nil, nil))
            #expect(slot.set(scope: .shared, orElse: nil, once: false))
            #expect(slot.keeping(by: .cached, after: nil) == nil)
        }
    }
#endif
