import Foundation
import Testing
import Wiring
import WiringLifecycle
import WiringTestSupport

/// An async function may resolve on one thread, suspend, and resolve on another.
@Suite(.timeLimit(.minutes(10))) struct SuspensionTests {
    private let traveller = Traveller()

    @Test func unscopedDependenciesResolveOnTheCurrentThread() async {
        #expect(await traveller.unscoped())
    }

    @Test func aGraphInstanceIsNotReusedAfterASuspension() async {
        #expect(await traveller.graph())
    }

    @Test func storedInstancesAreTheSameOnEachThread() async {
        #expect(await traveller.cached())
        #expect(await traveller.shared())
        #expect(await traveller.single())
        #expect(await traveller.parameterized())
    }

    @Test func noResolutionRemainsInProgressOnAnyThread() async {
        _ = await traveller.unscoped()
        _ = await traveller.cached()
        #expect(await traveller.isIdle())
    }
}

/// An actor whose functions continue on another thread after each suspension.
private actor Traveller {
    private let executor = Threads(4)
    private let stage = Stage()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

    func unscoped() async -> Bool {
        let first = stage.pair()
        let thread = thread
        await Task.yield()
        let hasMoved = self.thread != thread
        let second = stage.pair()
        var areConsistent = hasMoved && first[0] === first[1] && second[0] === second[1] && first[0] !== second[0]
        for _ in 0..<20 {
            let pair = stage.pair()
            await Task.yield()
            let next = stage.pair()
            if pair[0] !== pair[1] || next[0] !== next[1] || pair[0] === next[0] { areConsistent = false }
        }
        return areConsistent
    }

    func graph() async -> Bool {
        var areNew = true
        for _ in 0..<20 {
            let one = stage.part()
            await Task.yield()
            let other = stage.part()
            if one === other { areNew = false }
        }
        return areNew
    }

    func cached() async -> Bool { await isKept { _ in stage.cached() } }

    func shared() async -> Bool {
        let held = stage.shared()
        let isKept = await isKept { _ in stage.shared() }
        return withExtendedLifetime(held) { isKept }
    }

    func single() async -> Bool {
        await Scope.$singleton.withValue(Scope.Singleton()) { await isKept { _ in stage.singleton() } }
    }

    func parameterized() async -> Bool { await isKept { stage.parameterized($0) } }

    /// Whether an instance that is resolved before a suspension is also found after it, for each of some numbers.
    private func isKept(_ resolve: (Int) -> Product) async -> Bool {
        var isKept = true
        for number in 0..<20 {
            let one = resolve(number)
            await Task.yield()
            if resolve(number) !== one { isKept = false }
        }
        return isKept
    }

    /// Whether a top-level resolution on each thread is an outermost one.
    func isIdle() async -> Bool {
        var parts: [Product] = []
        for _ in 0..<8 {
            parts.append(stage.part())
            await Task.yield()
        }
        return Set(parts.map(ObjectIdentifier.init)).count == 8
    }
}

extension Stage {
    fileprivate var part: Factory<Product> { self { Product("part") }.graph }
    fileprivate var pair: Factory<[Product]> { self { self.makePair() } }

    /// Not inlined, so that it looks up the current thread itself.
    @inline(never)
    private func makePair() -> [Product] { [part(), part()] }
}

/// Runs each job on another thread than the previous one, one at a time. The threads live as long as the executor.
private final class Threads: SerialExecutor {
    private let queues: [Queue]
    private let next = AtomicWord()
    private let lock = NSLock()

    init(_ count: Int) { queues = (0..<count).map { _ in Queue() } }

    deinit { queues.forEach { $0.add(nil) } }

    func enqueue(_ job: UnownedJob) {
        let number = Int(next.addAlone(1))
        queues[number % queues.count].add { [lock] in
            lock.lock()
            defer { lock.unlock() }
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    private final class Queue: Sendable {
        private let jobs = Locked<[(@Sendable () -> Void)?]>([])
        private let count = DispatchSemaphore(value: 0)

        init() {
            Thread { [jobs, count] in
                while true {
                    count.wait()
                    guard let job = jobs.withLock({ $0.removeFirst() }) else { return }
                    job()
                }
            }.start()
        }

        func add(_ job: (@Sendable () -> Void)?) {
            jobs.withLock { $0.append(job) }
            count.signal()
        }
    }
}
