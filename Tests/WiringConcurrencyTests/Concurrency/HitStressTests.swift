import Foundation
import Testing
import Wiring
import WiringTestSupport

/// Many threads resolve instances while another thread clears them.
@Suite(.timeLimit(.minutes(10))) struct HitStressTests {
    /// One case for each kind of storage and each kind of product.
    @Test(arguments: Key.allCases)
    func everyResolvedInstanceIsAlive(_ key: Key) {
        let tracker = Tracker()
        let dead = Counter()
        do {
            let aviary = Aviary(tracker)
            let scope = Scope.Singleton()
            let isDone = Locked(false)
            onJoinedThreads(4) { number in
                var random = SplitMix64(seed: UInt64(number + 1))
                func use() {
                    Scope.$singleton.withValue(scope) {
                        let birds = key.birds(in: aviary, random.below(5))
                        if !birds.allSatisfy(\.isAlive) { dead.increment() }
                        // Sometimes holds the birds for a while, so that other threads can hit weakly stored ones before they
                        // are released.
                        withExtendedLifetime(birds) { if random.chance(10) { sched_yield() } }
                    }
                }
                switch number {
                case 0:
                    for round in 0..<200 {
                        use()
                        Scope.$singleton.withValue(scope) { key.change(aviary, scope, round) }
                    }
                    isDone.withLock { $0 = true }
                case 1:
                    // Short-lived threads.
                    while !isDone.withLock({ $0 }) {
                        let seed = random.next()
                        EndingThread {
                            var random = SplitMix64(seed: seed)
                            Scope.$singleton.withValue(scope) {
                                for _ in 0..<10 {
                                    let birds = key.birds(in: aviary, random.below(5))
                                    if !birds.allSatisfy(\.isAlive) { dead.increment() }
                                }
                            }
                        }.join()
                    }
                default: while !isDone.withLock({ $0 }) { use() }
                }
            }
            #expect(tracker.made > 0)
        }
        #expect(dead.count == 0)
        #expect(tracker.alive == 0)
    }

    /// Runs `body` on `count` threads, and returns when they have exited and released everything.
    private func onJoinedThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        (0..<count).map { number in EndingThread { body(number) } }.forEach { $0.join() }
    }

    enum Key: CaseIterable, Sendable {
        case cached, cachedValue, shared, sharedExistential, sharedOptional, sharedAny, sharedError, single
        case eachString, eachColliding, eachShared, registered

        fileprivate func birds(in aviary: Aviary, _ number: Int) -> [Bird] {
            switch self {
            case .cached: [aviary.cached()]
            case .cachedValue: aviary.cachedValue().birds
            case .shared: [aviary.shared()]
            case .sharedExistential: [aviary.sharedExistential().bird]
            case .sharedOptional: [aviary.sharedOptional()].compactMap(\.self)
            case .sharedAny: [aviary.sharedAny() as? Bird].compactMap(\.self)
            case .sharedError: [aviary.sharedError() as? Bird].compactMap(\.self)
            case .single: [aviary.single()]
            case .eachString: [aviary.eachString("a parameter that is not small: \(number)")]
            case .eachColliding: [aviary.eachColliding(Colliding(number: number))]
            case .eachShared: [aviary.eachShared(number)]
            case .registered: [aviary.plain()]
            }
        }

        fileprivate func change(_ aviary: Aviary, _ scope: Scope.Singleton, _ round: Int) {
            switch round % 5 {
            case 0: register(aviary)
            case 1: aviary.reset(options: .scope)
            case 2: scope.reset()
            case 3:
                aviary.manager.push()
                _ = birds(in: aviary, 1)
                aviary.manager.pop()
            default: aviary.reset()
            }
        }

        private func register(_ aviary: Aviary) {
            let make = { @Sendable [tracker = aviary.tracker] in Bird(tracker) }
            switch self {
            case .cached: aviary.cached.register(factory: make)
            case .cachedValue: aviary.cachedValue.register { Flock(birds: [make()]) }
            case .shared: aviary.shared.register(factory: make)
            case .sharedExistential: aviary.sharedExistential.register(factory: make)
            case .sharedOptional: aviary.sharedOptional.register(factory: make)
            case .sharedAny: aviary.sharedAny.register(factory: make)
            case .sharedError: aviary.sharedError.register(factory: make)
            case .single: aviary.single.register(factory: make)
            case .eachString: aviary.eachString.register { _ in make() }
            case .eachColliding: aviary.eachColliding.register { _ in make() }
            case .eachShared: aviary.eachShared.register { _ in make() }
            // The bird is released with the closure.
            case .registered: aviary.plain.register { [bird = make()] in bird }
            }
        }
    }
}

/// An instance that can tell whether it has been deinitialized.
private protocol Living: AnyObject, Sendable {
    var bird: Bird { get }
}

private final class Bird: Living, Error {
    private static let sign: UInt64 = 0x0B1B_D0B1_BD0B_1BD0
    private let tracked: Tracked
    private let sign = Locked(Bird.sign)

    init(_ tracker: Tracker) { tracked = Tracked(tracker) }

    deinit { sign.withLock { $0 = 0 } }

    var bird: Bird { self }
    var isAlive: Bool { sign.withLock { $0 } == Self.sign }
}

/// A value of several words.
private struct Flock: Sendable {
    var birds: [Bird]
    var name = "a name that needs a buffer on the heap"
}

/// Unequal values with the same hash.
private struct Colliding: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
}

private final class Aviary: ManagedContainer {
    let manager = ContainerManager()
    let tracker: Tracker

    init(_ tracker: Tracker) { self.tracker = tracker }
}

extension Aviary {
    fileprivate var plain: Factory<Bird> { self { [tracker] in Bird(tracker) } }
    fileprivate var cached: Factory<Bird> { self { [tracker] in Bird(tracker) }.cached }
    fileprivate var cachedValue: Factory<Flock> {
        self { [tracker] in Flock(birds: [Bird(tracker), Bird(tracker)]) }.cached
    }
    fileprivate var shared: Factory<Bird> { self { [tracker] in Bird(tracker) }.shared }
    fileprivate var sharedExistential: Factory<any Living> { self { [tracker] in Bird(tracker) }.shared }
    fileprivate var sharedOptional: Factory<Bird?> { self { [tracker] in Bird(tracker) }.shared }
    fileprivate var sharedAny: Factory<Any> { self { [tracker] in Bird(tracker) }.shared }
    fileprivate var sharedError: Factory<any Error> { self { [tracker] in Bird(tracker) }.shared }
    fileprivate var single: Factory<Bird> { self { [tracker] in Bird(tracker) }.singleton }
    fileprivate var eachString: ParameterFactory<String, Bird> {
        self { [tracker] _ in Bird(tracker) }.scopeOnParameters.cached
    }
    fileprivate var eachColliding: ParameterFactory<Colliding, Bird> {
        self { [tracker] _ in Bird(tracker) }.scopeOnParameters.cached
    }
    fileprivate var eachShared: ParameterFactory<Int, Bird> {
        self { [tracker] _ in Bird(tracker) }.scopeOnParameters.shared
    }
}
