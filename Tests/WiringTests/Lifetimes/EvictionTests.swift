import Foundation
import Testing
import WiringTestSupport
import WiringTesting

/// Cells for parameters are evicted when nothing needs them: while others are added, and when the container is traversed.
@Suite(.timeLimit(.minutes(10)), .container) struct EvictionTests {
    /// A parameter that a tracker counts.
    private struct Key: Hashable {
        let number: Int
        let tracked: Tracked

        static func == (left: Key, right: Key) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private final class Store: SharedContainer, TaskLocalContainer {
        @TaskLocal static var shared = Store()
        static var taskLocal: TaskLocal<Store> { $shared }
        let manager = ContainerManager()
        /// Counts instances.
        let tracker: Tracker

        init() { tracker = Tracker() }

        var session: ParameterFactory<Key, Tracked> {
            self { [tracker] _ in Tracked(tracker) }.scopeOnParameters.shared
        }
        var page: ParameterFactory<Key, Tracked> {
            self { [tracker] _ in Tracked(tracker) }.scopeOnParameters.cached.timeToLive(10)
        }
        var setting: ParameterFactory<Key, Tracked> {
            self { [tracker] _ in Tracked(tracker) }.scopeOnParameters.singleton.timeToLive(10)
        }
        var theme: ParameterFactory<Int, Tracked> {
            self { [tracker] _ in Tracked(tracker) }.scopeOnParameters.singleton
        }
        var file: ParameterFactory<Key, Tracked> {
            self { [tracker] _ in Tracked(tracker) }.scopeOnParameters.cached
        }
        /// Its parameter may be NaN, which is not equal to itself.
        var level: ParameterFactory<Double, Tracked> {
            self { [tracker] _ in Tracked(tracker) }.scopeOnParameters.cached
        }
        var levels: Factory<[ObjectIdentifier]> {
            self { (0..<1_000).map { _ in ObjectIdentifier(self.levelInGraph(.nan)) } }
        }
        var levelInGraph: ParameterFactory<Double, Tracked> {
            self { [tracker] _ in Tracked(tracker) }.scopeOnParameters.graph
        }
        var missing: ParameterFactory<Key, Tracked?> { self { _ in nil }.scopeOnParameters.cached }
    }

    private let store = Store()
    /// Counts stored parameters.
    private let keys = Tracker()
    private let begin = ContinuousClock.now

    private func key(_ number: Int) -> Key { Key(number: number, tracked: Tracked(keys)) }

    /// Runs `body` with a clock that stands still at `seconds`.
    private func at<Result>(_ seconds: Double, _ body: () -> Result) -> Result {
        MonotonicTime.stopping(at: begin + .seconds(seconds)) { body() }
    }

    @Test func releasedSharedObjectsLeaveFewParameters() {
        for number in 0..<10_000 { _ = store.session(key(number)) }
        #expect(store.tracker.alive == 0)
        #expect(keys.made == 10_000)
        #expect(keys.alive < 16)
    }

    @Test func resultsThatAreNotStoredLeaveFewParameters() {
        for number in 0..<10_000 { _ = store.missing(key(number)) }
        #expect(keys.alive < 16)
    }

    @Test func instancesForParametersThatAreNotEqualToThemselvesAreNotKept() {
        for _ in 0..<1_000 { _ = store.level(.nan) }
        #expect(store.tracker.made == 1_000)
        #expect(store.tracker.alive == 0)
        #expect(store.level(1) === store.level(1))
        _ = store.levels()
        #expect(store.tracker.alive == 1)
    }

    @Test func sharedObjectsInUseAreNotEvicted() {
        let held = (0..<100).map { store.session(key($0)) }
        for number in 100..<10_000 { _ = store.session(key(number)) }
        #expect(keys.alive < 100 * 3 + 16)
        for number in 0..<100 { #expect(store.session(key(number)) === held[number]) }
    }

    @Test func expiredInstancesAreEvictedWhileOthersAreAdded() {
        // One per second, each living for ten seconds.
        for second in 0..<10_000 { at(Double(second)) { _ = store.page(key(second)) } }
        #expect(store.tracker.made == 10_000)
        #expect(store.tracker.alive < 10 * 3 + 16)
        #expect(keys.alive < 10 * 3 + 16)
        at(9_999) { _ = store.page(key(9_999)) }
        #expect(store.tracker.made == 10_000)
    }

    @Test func expiredSingletonsAreEvicted() {
        for second in 0..<1_000 { at(Double(second)) { _ = store.setting(key(second)) } }
        #expect(store.tracker.alive < 10 * 3 + 16)
    }

    /// One container's time to live does not evict what others stored without one.
    @Test func singletonsWithoutATimeToLiveAreNotEvicted() {
        let other = Store()
        store.theme.timeToLive(.zero)
        let theme = other.theme(0)
        for number in 1..<1_000 { _ = store.theme(number) }
        #expect(other.theme(0) === theme)
    }

    @Test func liveInstancesAreNotEvictedWhileOthersAreAdded() {
        let live = at(0) { store.page(key(0)) }
        for second in 1..<1_000 {
            at(Double(second)) {
                _ = store.page(key(second))
                #expect(store.page(key(0)) === live)
            }
        }
    }

    @Test func cachedInstancesAreNotEvicted() {
        let files = (0..<1_000).map { store.file(key($0)) }
        #expect(keys.alive == 1_000)
        for number in 0..<1_000 { #expect(store.file(key(number)) === files[number]) }
    }

    @Test func aCopyDoesNotInheritParametersOfReleasedObjects() {
        var sessions = (0..<1_000).map { store.session(key($0)) }
        let held = sessions[500]
        sessions = []
        Store.$shared.withValue(store) {
            withContainer(for: Store.self) { _ in
            } operation: {
                #expect(Store.shared.session(key(500)) === held)
                store.reset()
                // The one that the copy has taken over.
                #expect(keys.alive == 1)
            }
        }
    }

    @Test func aCopyDoesNotInheritExpiredInstances() {
        for number in 0..<1_000 { at(0) { _ = (store.page(key(number)), store.setting(key(number))) } }
        #expect(store.tracker.alive == 2_000)
        let singletons = Scope.singleton
        at(11) {
            Store.$shared.withValue(store) {
                withContainer(for: Store.self) { _ in
                } operation: {
                    _ = (Store.shared.page(key(0)), Store.shared.setting(key(0)))
                    store.reset()
                    singletons.reset()
                    // The copy has taken over none of them.
                    #expect(store.tracker.alive == 0)
                }
            }
        }
    }

    @Test func aSavedStateContainsNoExpiredInstances() {
        for number in 0..<1_000 { at(0) { _ = store.page(key(number)) } }
        at(11) {
            store.manager.push()
            store.reset()
        }
        #expect(store.tracker.alive == 0)
    }

    /// A container whose instances resolve others in their `deinit`.
    private final class Chain: ManagedContainer {
        let manager = ContainerManager()
        let released = Counter()

        final class Link {
            let chain: Chain
            let number: Int

            init(_ chain: Chain, _ number: Int) { (self.chain, self.number) = (chain, number) }

            deinit {
                chain.released.increment()
                if number < 1_000 { _ = chain.link(number + 1_000) }
            }
        }

        var link: ParameterFactory<Int, Link> {
            self { [unowned self] in Link(self, $0) }.scopeOnParameters.cached.timeToLive(10)
        }
    }

    @Test func evictedInstancesCanResolveInTheirDeinit() {
        let chain = Chain()
        for number in 0..<100 { at(0) { _ = chain.link(number) } }
        for number in 100..<200 { at(20) { _ = chain.link(number) } }
        #expect(chain.released.count >= 100)
        chain.reset()
        chain.reset()
        chain.manager.reset(options: .scope)
    }

    // one                                  others
    // holds an object for each key
    //                                      resolve keys whose objects are released
    // resolves its keys: each object is
    // the one that it holds
    @Test func sharedObjectsInUseAreNotEvictedUnderStress() {
        let store = store
        let keys = keys
        onThreads(4) { number in
            let held = (0..<20).map { store.session(Key(number: -1 - number * 20 - $0, tracked: Tracked(keys))) }
            for round in 0..<500 {
                _ = store.session(Key(number: round, tracked: Tracked(keys)))
                let index = round % 20
                let again = store.session(Key(number: -1 - number * 20 - index, tracked: Tracked(keys)))
                #expect(again === held[index])
            }
        }
        #expect(store.tracker.alive == 0)
    }
}
