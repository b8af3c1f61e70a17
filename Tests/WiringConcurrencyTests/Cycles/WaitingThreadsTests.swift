import Foundation
import Testing
import WiringTestSupport
import WiringTesting

/// Threads that wait for each other: in a cycle, which fails, or in a chain, which does not.
@Suite(.timeLimit(.minutes(10)), .container) struct WaitingThreadsTests {
    /// The names of the declarations that an error lists, in its order.
    private func path(in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            guard line.contains("WaitingThreads.swift:"), !line.contains("circular dependency") else { return nil }
            return ["first", "second", "third", "outside"].first { line.contains("Meeting.\($0)<") }
        }
    }

    // one                  two                     three
    // builds first
    //                      builds second
    //                                              builds third
    // needs second, waits
    //                      needs third, waits
    //                                              needs first: a cycle
    @Test func aCycleAcrossThreeThreadsFailsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let meeting = Meeting(3)
            onThreads(3) { number in
                _ = [meeting.first, meeting.second, meeting.third][number]()
            }
        }
        let text = standardError(of: result)
        #expect(text.contains("circular dependency"))
        // Any of the threads may detect the cycle.
        let path = path(in: text)
        let cycle = ["first", "second", "third"]
        let begin = path.first.flatMap { cycle.firstIndex(of: $0) } ?? 0
        #expect(path == (0...3).map { cycle[(begin + $0) % 3] })
    }

    // one                  two                     three                   four
    // builds first
    //                      builds second
    //                                              builds third
    //                                                                      builds outside
    // needs second, waits
    //                      needs third, waits
    //                                                                      needs first, waits
    //                                              needs first: a cycle
    @Test func aThreadThatWaitsForACycleIsNotPartOfItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let meeting = Meeting(4)
            onThreads(4) { number in
                _ = [meeting.first, meeting.second, meeting.third, meeting.outside][number]()
            }
        }
        let text = standardError(of: result)
        #expect(text.contains("circular dependency"))
        #expect(path(in: text).count == 4)
        #expect(!path(in: text).contains("outside"))
    }

    // one                  two                     three
    // builds tail
    //                      builds middle
    //                      needs tail, waits
    //                                              builds head
    //                                              needs middle, waits
    // ends
    //                      ends
    //                                              ends
    @Test func aChainOfWaitingThreadsIsNotACycle() {
        let meeting = Meeting(0)
        let scope = Scope.singleton
        let (begun, finish) = (Gate(), Gate())
        let (middle, head) = (WaitingThread(), WaitingThread())
        let calls = Counter()
        meeting.beforeLast.withLock {
            $0 = {
                guard calls.increment() == 1 else { return }
                begun.open()
                finish.pass()
            }
        }
        let products = Collection<Product>()
        onThreads(4) { number in
            Scope.$singleton.withValue(scope) {
                switch number {
                case 0: products.add(meeting.tail())
                case 1:
                    begun.pass()
                    products.add(middle.run { meeting.middle() })
                case 2:
                    middle.waitUntilWaiting()
                    products.add(head.run { meeting.head() })
                default:
                    head.waitUntilWaiting()
                    finish.open()
                }
            }
        }
        #expect(Set(products.values.map(\.name)) == ["head", "middle", "tail"])
        #expect(meeting.built.count == 3)
        #expect(meeting.head().needs[0].needs[0] === meeting.tail())
    }

    @Test func aChainOfWaitingThreadsIsNotACycleUnderStress() {
        let scope = Scope.singleton
        for round in 0..<200 {
            let meeting = Meeting(0)
            scope.reset()
            let barrier = Barrier(3)
            meeting.beforeLast.withLock { $0 = { sched_yield() } }
            onThreads(3) { number in
                Scope.$singleton.withValue(scope) {
                    barrier.arrive()
                    _ = [meeting.head, meeting.middle, meeting.tail][(number + round) % 3]()
                }
            }
            #expect(meeting.built.count == 3)
        }
    }
}
