#if DEBUG  // The release build of a package does not open its internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct ConstructionTests {
        private var innermost: Construction? { ThreadRecord.current.pointee.constructions?.takeUnretainedValue() }
        private var spare: Construction? { ThreadRecord.current.pointee.spare?.takeUnretainedValue() }

        @Test func oneThatNobodyKnowsIsUsedAgain() {
            let first = Construction.begin()
            weak let seen = first
            Construction.end(consume first, with: nil)
            #expect(seen != nil)
            #expect(spare === seen)
            let second = Construction.begin()
            #expect(second === seen)
            #expect(!second.isFinished)
            #expect(second.builder == ResolutionStack.threadNumber)
            Construction.end(consume second, with: nil)
        }

        @Test func oneThatSomebodyKnowsIsNotUsedAgain() {
            let first = Construction.begin()
            let known = first
            let kept = Kept(1, scope: Scope.cached.keeper)
            Construction.end(consume first, with: kept)
            #expect(known.isFinished)
            #expect(spare !== known)
            let second = Construction.begin()
            #expect(second !== known)
            #expect(known.wait() == kept)
            Construction.end(consume second, with: nil)
            #expect(known.wait() == kept)
        }

        // builder              another
        // begins
        //                      waits
        // ends
        //                      gets what was built
        @Test func whoWaitsGetsWhatWasBuilt() {
            let kept = Kept("built", scope: Scope.cached.keeper)
            let known = Locked<Construction?>(nil)
            let begun = Gate()
            let waiter = SleepingThread()
            onThreads(2) { number in
                if number == 0 {
                    let construction = Construction.begin()
                    known.withLock { $0 = construction }
                    begun.open()
                    waiter.waitUntilAsleep()
                    #expect(!construction.isFinished)
                    Construction.end(construction, with: kept)
                } else {
                    begun.pass()
                    let construction = known.withLock { $0 }
                    waiter.begin()
                    #expect(construction?.wait() == kept)
                }
            }
        }

        @Test func oneIsPartOfAnother() {
            #expect(innermost == nil)
            let outer = Construction.begin()
            #expect(innermost === outer)
            let inner = Construction.begin()
            #expect(inner !== outer)
            #expect(innermost === inner)
            Construction.end(consume inner, with: nil)
            #expect(innermost === outer)
            Construction.end(consume outer, with: nil)
            #expect(innermost == nil)
        }

        // builder              another
        // begins one
        // begins another
        // ends its thread
        //                      waits for neither
        @Test func theEndOfAThreadEndsAllOfThem() {
            let known = Collection<Construction>()
            EndingThread {
                known.add(.begin())
                known.add(.begin())
                EndingThread.endCurrent()
            }.join()
            #expect(known.values.count == 2)
            #expect(known.values.allSatisfy { $0.isFinished && $0.wait() == nil })
        }
    }
#endif
