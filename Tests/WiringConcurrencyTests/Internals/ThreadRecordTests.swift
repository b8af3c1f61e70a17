#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite(.timeLimit(.minutes(10))) struct ThreadRecordTests {
        private var record: UInt { UInt(bitPattern: ThreadRecord.current) }

        @Test func eachThreadHasItsOwnRecordAndNumber() {
            let own = (record, ResolutionStack.threadNumber)
            let others = Collection<(UInt, UInt64)>()
            let barrier = Barrier(4)
            onThreads(4) { _ in
                let first = (record, ResolutionStack.threadNumber)
                // Prevents a thread from ending before another begins.
                barrier.arrive()
                #expect(first == (record, ResolutionStack.threadNumber))
                others.add(first)
            }
            #expect(own == (record, ResolutionStack.threadNumber))
            #expect(Set(others.values.map(\.0) + [own.0]).count == 5)
            #expect(Set(others.values.map(\.1) + [own.1]).count == 5)
        }

        @Test func successiveThreadsHaveDistinctNumbers() {
            let seen = Collection<UInt64>()
            for _ in 0..<500 { EndingThread { seen.add(ResolutionStack.threadNumber) }.join() }
            #expect(Set(seen.values).count == 500)
        }

        @Test func anEndingThreadReleasesItsSpareFlight() {
            let box = Locked<WeakCompletion?>(nil)
            EndingThread {
                let flight = Flight.make()
                box.withLock { $0 = WeakCompletion(flight) }
                flight.recycle()
                #expect(ThreadRecord.current.pointee.spareFlight != nil)
            }.join()
            #expect(box.withLock { $0?.completion } == nil)
        }

        @Test func theResolutionStackSupportsAnyDepth() {
            onThreads(1) { _ in
                let abandoned = Counter()
                for depth in 0..<1_000 {
                    #expect(ResolutionStack.depth == depth)
                    ResolutionStack.push(Frame(depth.isMultiple(of: 3) ? CountedCompletion(abandoned) : nil))
                }
                #expect(ThreadRecord.current.pointee.limit == ResolutionStack.cycleCheckDepth)
                #expect(ThreadRecord.current.pointee.pendingCompletions == 334)
                #expect(ResolutionStack.frames.count == 1_000)
                for _ in 0..<1_000 { ResolutionStack.pop() }
                #expect(ThreadRecord.current.pointee.pendingCompletions == 0)
                #expect(ResolutionStack.depth == 0)
            }
        }

        private struct WeakCompletion: @unchecked Sendable {
            // SAFETY: It is read after the thread that set it has exited.
            weak let completion: Frame.Completion?
            init(_ completion: Frame.Completion) { self.completion = completion }
        }

        private final class CountedCompletion: Frame.Completion {
            private let abandoned: Counter
            init(_ abandoned: Counter) { self.abandoned = abandoned }
            override func abandon() { abandoned.increment() }
        }
    }

    extension Frame {
        fileprivate init(_ completion: Frame.Completion?) {
            let step = PathStep(declaration: .autoRegistration, container: Counter.self, number: 1)
            self.init(step: step, completion: completion)
        }
    }
#endif
