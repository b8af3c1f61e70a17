#if DEBUG  // The release build of a package does not open its internals to tests.
    import Foundation
    import Synchronization
    import Testing

    @testable import Wiring

    @Suite struct ThreadRecordTests {
        private var record: UInt { UInt(bitPattern: ThreadRecord.current) }

        @Test func aThreadHasARecordAndANumberOfItsOwn() {
            let own = (record, ResolutionStack.threadNumber)
            let others = Collection<(UInt, UInt64)>()
            let barrier = Barrier(4)
            onThreads(4) { _ in
                let first = (record, ResolutionStack.threadNumber)
                // So that none has ended before another begins.
                barrier.arrive()
                #expect(first == (record, ResolutionStack.threadNumber))
                others.add(first)
            }
            #expect(own == (record, ResolutionStack.threadNumber))
            #expect(Set(others.values.map(\.0) + [own.0]).count == 5)
            #expect(Set(others.values.map(\.1) + [own.1]).count == 5)
        }

        @Test func theRecordOfAThreadThatHasEndedIsAnothersUnderAnotherNumber() {
            let seen = Collection<(UInt, UInt64)>()
            for _ in 0..<500 { EndingThread { seen.add((record, ResolutionStack.threadNumber)) }.join() }
            // Other tests take records meanwhile, but not so many at one time.
            #expect(Set(seen.values.map(\.0)).count < 250)
            #expect(Set(seen.values.map(\.1)).count == 500)
        }

        @Test func aThreadThatEndsLetsItsSpareConstructionGo() {
            let box = Locked<WeakConstruction?>(nil)
            EndingThread {
                let construction = Construction.begin()
                box.withLock { $0 = WeakConstruction(construction) }
                Construction.end(consume construction, with: nil)
                #expect(box.withLock { $0?.construction } != nil)
            }.join()
            #expect(box.withLock { $0?.construction } == nil)
        }

        private struct WeakConstruction: Sendable {
            weak let construction: Construction?
            init(_ construction: Construction) { self.construction = construction }
        }

        // reader               another
        // begins to read
        //                      begins to wait
        // ends
        //                      goes on
        @Test func whoWaitsForReadersWaitsForOneThatReads() {
            for _ in 0..<20 {
                let (isReading, isWaiting) = (Gate(), Gate())
                let log = Collection<String>()
                onThreads(2) { number in
                    if number == 0 {
                        ThreadRecord.withReading {
                            isReading.open()
                            isWaiting.pass()
                            for _ in 0..<200 { sched_yield() }
                            log.add("read")
                        }
                    } else {
                        isReading.pass()
                        isWaiting.open()
                        ThreadRecord.waitForReaders()
                        log.add("waited")
                    }
                }
                #expect(log.values == ["read", "waited"])
            }
        }

        // reader               another
        // begins to read
        //                      begins to wait
        // ends, begins again
        //                      goes on
        // ends
        @Test func whoWaitsForReadersDoesNotWaitForOneThatBeganLater() {
            let rounds = 10
            let goneOn = Counter()
            for _ in 0..<rounds {
                let (isReading, isWaiting) = (Gate(), Gate())
                let hasWaited = Locked(false)
                onThreads(2) { number in
                    if number == 0 {
                        ThreadRecord.withReading {
                            isReading.open()
                            isWaiting.pass()
                            for _ in 0..<500 { sched_yield() }
                        }
                        ThreadRecord.withReading {
                            for _ in 0..<5_000 where !hasWaited.withLock({ $0 }) { sched_yield() }
                            if hasWaited.withLock({ $0 }) { goneOn.increment() }
                        }
                    } else {
                        isReading.pass()
                        isWaiting.open()
                        ThreadRecord.waitForReaders()
                        hasWaited.withLock { $0 = true }
                    }
                }
            }
            // Nobody can see when the other has begun to wait: now and then that is within the second reading.
            #expect(goneOn.count > rounds / 2)
        }

        @Test func whoDoesNotReadIsNotWaitedFor() {
            let (isThere, hasWaited) = (Gate(), Gate())
            onThreads(2) { number in
                if number == 0 {
                    ThreadRecord.withReading {}
                    isThere.open()
                    hasWaited.pass()
                } else {
                    isThere.pass()
                    ThreadRecord.waitForReaders()
                    hasWaited.open()
                }
            }
        }

        // reader               another
        // begins to read       takes out what is published
        // looks for it         looks for readers
        //
        // Whichever order the processors see: one of the two sees what the other has done.
        @Test func whoReadsSeesWhatWasTakenOutOrIsWaitedFor() {
            let place = Place()
            let kept = Kept(1, scope: Scope.cached.keeper)
            let readings = Counter()
            onThreads(2) { number in
                if number == 0 {
                    for _ in 0..<20_000 {
                        place.isThere.store(true, ordering: .relaxed)
                        place.published.publish(kept, inPlaceOf: nil)
                        place.published.publish(nil, inPlaceOf: kept)
                        ThreadRecord.waitForReaders()
                        place.isThere.store(false, ordering: .relaxed)
                    }
                    place.isThrough.store(true, ordering: .relaxed)
                } else {
                    while !place.isThrough.load(ordering: .relaxed) {
                        let isDead = ThreadRecord.withReading {
                            guard place.published.memory != nil else { return false }
                            return (0..<4).contains { _ in !place.isThere.load(ordering: .relaxed) }
                        }
                        if isDead { readings.increment() }
                    }
                }
            }
            #expect(readings.count == 0)
        }

        private final class Place: Sendable {
            let published = Published()
            let isThere = Atomic<Bool>(false)
            let isThrough = Atomic<Bool>(false)
        }
    }
#endif
