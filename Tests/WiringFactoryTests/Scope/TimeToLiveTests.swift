import Testing
import WiringTestSupport
import WiringTesting

private final class Fridge: ManagedContainer {
    let manager = ContainerManager()
    let tracker = Tracker()
}

extension Fridge {
    var milk: Factory<LiveService> { self { LiveService() }.cached.timeToLive(60) }
    var rates: Factory<LiveService> { self { LiveService() }.cached.timeToLive(60, sliding: false) }
    var rate: ParameterFactory<String, LiveService> {
        self { _ in LiveService() }.scopeOnParameters.singleton.timeToLive(.seconds(60), sliding: false)
    }
    var plain: Factory<LiveService> { self { LiveService() }.cached }
    var single: Factory<LiveService> { self { LiveService() }.singleton.timeToLive(60) }
    var outside: Factory<LiveService> { self { LiveService() }.singleton }
    var shared: Factory<LiveService> { self { LiveService() }.shared.timeToLive(60) }
    var dish: ParameterFactory<String, LiveService> {
        self { _ in LiveService() }.scopeOnParameters.cached.timeToLive(60)
    }
    var untimed: ParameterFactory<Int, LiveService> { self { _ in LiveService() }.scopeOnParameters.cached }
    var tracked: Factory<Tracked> { self { Tracked(self.tracker) }.cached.timeToLive(60) }
    func offer(for seconds: Double) -> Factory<LiveService> { self { LiveService() }.cached.timeToLive(seconds) }
    var spoiled: Factory<LiveService> { self { LiveService() }.cached.timeToLive(0) }
}

@Suite(.container) struct TimeToLiveTests {
    private let fridge = Fridge()
    private let begin = ContinuousClock.now

    /// Runs `body` with a clock that stands still at `seconds`.
    private func at<Result>(_ seconds: Double, _ body: () -> Result) -> Result {
        let instant = begin + .seconds(seconds)
        return MonotonicTime.stopping(at: instant) { body() }
    }

    @Test func anInstanceLivesForItsTimeToLive() {
        let milk = at(0) { fridge.milk() }
        #expect(at(59) { fridge.milk() } === milk)
    }

    @Test func anInstanceExpiresAfterItsTimeToLive() {
        let milk = at(0) { fridge.milk() }
        let second = at(60) { fridge.milk() }
        #expect(second !== milk)
        #expect(at(119) { fridge.milk() } === second)
    }

    @Test func eachHitRenewsTheTimeToLive() {
        let milk = at(0) { fridge.milk() }
        for round in 1...10 {
            #expect(at(Double(round) * 50) { fridge.milk() } === milk)
        }
        #expect(at(561) { fridge.milk() } !== milk)
    }

    @Test func noHitRenewsATimeToLiveThatDoesNotSlide() {
        let rates = at(0) { fridge.rates() }
        for second in 1...59 { #expect(at(Double(second)) { fridge.rates() } === rates) }
        let later = at(60) { fridge.rates() }
        #expect(later !== rates)
        #expect(at(119) { fridge.rates() } === later)
        #expect(at(120) { fridge.rates() } !== later)
    }

    @Test func noHitRenewsTheTimeOfAParameterThatDoesNotSlide() {
        let (euro, yen) = (at(0) { fridge.rate("euro") }, at(30) { fridge.rate("yen") })
        #expect(at(59) { fridge.rate("euro") } === euro)
        #expect(at(60) { fridge.rate("euro") } !== euro)
        #expect(at(89) { fridge.rate("yen") } === yen)
        #expect(at(90) { fridge.rate("yen") } !== yen)
    }

    @Test func aTimeThatDoesNotSlideStartsAtTheNextUseOfAnInstanceWithoutOne() {
        let plain = at(0) { fridge.plain() }
        at(100) { _ = fridge.plain.timeToLive(60, sliding: false) }
        #expect(at(100) { fridge.plain() } === plain)
        #expect(at(159) { fridge.plain() } === plain)
        #expect(at(160) { fridge.plain() } !== plain)
    }

    @Test func aChangeOfWhetherTheTimeSlidesTakesEffect() {
        let plain = at(0) { fridge.plain.timeToLive(60)() }
        #expect(at(50) { fridge.plain.timeToLive(60, sliding: false)() } === plain)
        #expect(at(60) { fridge.plain() } !== plain)
    }

    @Test func singletonsExpire() {
        let single = at(0) { fridge.single() }
        #expect(at(59) { fridge.single() } === single)
        #expect(at(120) { fridge.single() } !== single)
    }

    @Test func sharedObjectsExpire() {
        let shared = at(0) { fridge.shared() }
        #expect(at(59) { fridge.shared() } === shared)
        #expect(at(120) { fridge.shared() } !== shared)
    }

    @Test func theInstanceOfEachParameterExpiresSeparately() {
        let soup = at(0) { fridge.dish("soup") }
        let salad = at(30) { fridge.dish("salad") }
        #expect(at(70) { fridge.dish("salad") } === salad)
        #expect(at(70) { fridge.dish("soup") } !== soup)
    }

    @Test func anExternalTimeToLiveStartsAtTheNextUse() {
        let plain = at(0) { fridge.plain() }
        at(100) { _ = fridge.plain.timeToLive(60) }
        #expect(at(100) { fridge.plain() } === plain)
        #expect(at(161) { fridge.plain() } !== plain)
    }

    @Test func anExpiredInstanceCanResolveInItsDeinit() {
        let cellar = Cellar()
        _ = at(0) { cellar.barrel() }
        _ = at(100) { cellar.barrel() }
        #expect(cellar.resolved.count == 1)
        cellar.isClosed.withLock { $0 = true }
    }

    @Test func aTimeToLiveOfZeroStoresNothing() {
        let spoiled = at(0) { fridge.spoiled() }
        #expect(at(0) { fridge.spoiled() } !== spoiled)
        #expect(fridge.manager.isEmpty(.scope))
    }

    @Test func settingATimeToLiveOfZeroExpiresAStoredInstance() {
        let plain = at(0) { fridge.plain() }
        _ = fridge.plain.timeToLive(0)
        #expect(at(0) { fridge.plain() } !== plain)
        #expect(fridge.manager.isEmpty(.scope))
    }

    @Test func eachAccessAppliesTheTimeToLiveThatItDeclares() {
        let offer = at(0) { fridge.offer(for: 60)() }
        #expect(at(50) { fridge.offer(for: 60)() } === offer)
        #expect(at(51) { fridge.offer(for: 10)() } === offer)
        let later = at(61) { fridge.offer(for: 10)() }
        #expect(later !== offer)
        #expect(at(80) { fridge.offer(for: 60)() } === later)
        #expect(at(100) { fridge.offer(for: 60)() } === later)
    }

    @Test func aHitOfAFactoryWithoutATimeToLiveDoesNotRenewIt() {
        let instance = at(0) { fridge.outside.timeToLive(60)() }
        let other = Fridge()
        #expect(at(50) { other.outside() } === instance)
        #expect(at(59) { fridge.outside() } === instance)
        #expect(at(110) { other.outside() } === instance)
        #expect(at(119) { fridge.outside() } !== instance)
    }

    @Test func anExpiredInstanceIsReleased() {
        at(0) { _ = fridge.tracked() }
        #expect(fridge.tracker.alive == 1)
        at(60) { _ = fridge.tracked() }
        #expect(fridge.tracker.made == 2)
        #expect(fridge.tracker.alive == 1)
    }

    @Test func aTimeToLiveThatDoesNotApplyAnyMoreDropsNothing() {
        let (old, new) = (1, 2)
        func changed(from first: Double, to second: Double) -> LiveService {
            at(0) {
                fridge.untimed.timeToLive(first)
                let instance = fridge.untimed(old)
                fridge.untimed.timeToLive(second)
                return instance
            }
        }
        // Before `push()`, which saves what `pop()` restores.
        let saved = changed(from: 10, to: 1_000)
        at(20) {
            fridge.manager.push()
            fridge.untimed.register { _ in LiveService() }
            fridge.manager.pop()
            #expect(fridge.untimed(old) === saved)
        }
        // After it.
        fridge.manager.reset()
        let kept = at(0) {
            fridge.untimed.timeToLive(1_000)
            return fridge.untimed(old)
        }
        at(20) {
            fridge.manager.push()
            fridge.untimed.timeToLive(10)
            _ = fridge.untimed(new)
            fridge.manager.pop()
            #expect(fridge.untimed(old) === kept)
        }
    }

    /// The system's clock is compared with times before and after it, so nothing waits for it.
    @Test func instancesExpireByTheSystemClockByDefault() {
        // The clock counts from its first reading. A clock that stops there is behind `now`.
        _ = fridge.milk()
        let now = ContinuousClock.now
        let (first, second) = (Fridge(), Fridge())
        let stale = MonotonicTime.stopping(at: now - .seconds(60)) { first.milk() }
        let fresh = MonotonicTime.stopping(at: now + .seconds(3600)) { second.milk() }
        #expect(first.milk() !== stale)
        #expect(second.milk() === fresh)
    }
}

/// A container whose instance resolves its successor in its `deinit`.
private final class Cellar: ManagedContainer {
    let manager = ContainerManager()
    let resolved = Counter()
    let isClosed = Locked(false)

    var barrel: Factory<Barrel> { self { Barrel(self) }.cached.timeToLive(10) }

    final class Barrel {
        let cellar: Cellar
        init(_ cellar: Cellar) { self.cellar = cellar }
        deinit {
            guard !cellar.isClosed.withLock({ $0 }) else { return }
            cellar.resolved.increment()
            if cellar.resolved.count == 1 { _ = cellar.barrel() }
        }
    }
}
