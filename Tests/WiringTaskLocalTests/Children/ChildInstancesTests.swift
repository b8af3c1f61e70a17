import Testing
import WiringTestSupport
import WiringTesting

/// Cached, shared and graph instances are the child's own, and end with it.
@Suite(.timeLimit(.minutes(10)), .container)
struct ChildInstancesTests {
    private let market = Market()

    @Test func aChildHasItsOwnInstances() {
        let (child, sibling) = (market.child(), market.child())
        let resolve: [(Market) -> Item] = [{ $0.cached() }, { $0.visit() }, { $0.each("a") }]
        for resolve in resolve {
            let all = [market, child, sibling].map(resolve)
            #expect(Set(all.map(ObjectIdentifier.init)).count == 3)
            #expect(zip([market, child, sibling].map(resolve), all).allSatisfy { $0 === $1 })
        }
        let (weak, other) = (child.weak(), market.weak())
        #expect(weak !== other)
        #expect(child.weak() === weak)
        #expect(child.each("a") !== child.each("b"))
        let pair = child.pair()
        #expect(pair.needs[0] === pair.needs[1])
    }

    @Test func aRegistrationOfTheParentDoesNotClearInstancesOfTheChild() {
        let child = market.child()
        let item = child.cached()
        market.cached.register { Item("registered") }
        #expect(child.cached() === item)
        #expect(market.cached().name == "registered")
        #expect(market.child().cached().name == "registered")
    }

    @Test func aRegistrationOfTheChildClearsItsOwnInstanceOnly() {
        let child = market.child()
        let (item, own) = (market.cached(), child.cached())
        child.cached.register { Item("registered") }
        #expect(child.cached() !== own)
        #expect(child.cached().name == "registered")
        #expect(market.cached() === item)
    }

    @Test func aResetOfTheChildLeavesTheParentAlone() {
        let child = market.child()
        let (item, own) = (market.cached(), child.cached())
        child.reset(options: .scope)
        #expect(child.cached() !== own)
        #expect(market.cached() === item)
    }

    // MARK: - Lifetimes

    @Test func aChildRetainsItsParentAndNotTheReverse() {
        let tracker = Tracker()
        var parent: Market? = Market()
        parent?.cached.register { Item("item", tracker) }
        var child = parent?.child()
        _ = parent?.cached()
        _ = child?.cached()
        weak let (released, outer) = (child, parent)
        #expect(tracker.alive == 2)
        parent = nil
        #expect(outer != nil)
        child = nil
        #expect(released == nil)
        #expect(outer == nil)
        #expect(tracker.alive == 0)
    }

    @Test func manyChildrenLeaveNothing() {
        let tracker = Tracker()
        market.cached.register { Item("item", tracker) }
        for _ in 0..<1_000 {
            let child = market.child()
            child.name.override { "mine" }
            _ = (child.cached(), child.unscoped(), child.weak())
            #expect(tracker.alive == 1)
        }
        #expect(tracker.alive == 0)
        #expect(tracker.made == 1_000)
    }

    @Test func aDeepChainOfChildrenResolvesAndIsReleased() {
        let tracker = Tracker()
        market.cached.register { Item("item", tracker) }
        market.name.register { "root" }
        var container = market
        for _ in 0..<200 { container = container.child() }
        #expect(container.name() == "root")
        #expect(container.cached() === container.cached())
        #expect(tracker.made == 1)
        container = market
        #expect(tracker.alive == 0)
    }

    @Test func aTaskThatStartsTheNextInItsChildStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 60)
            await runTasks(6_000) { $0 }
        }
        expectStandardError(
            of: result,
            contains: "a child of Market would have more than 200 parents",
            "`withChildContainer(of: Market.shared.root)"
        )
    }

    @Test func aTaskMayStartTheNextInAChildOfTheRoot() async { await runTasks(6_000) { $0.root } }

    @Test func theRootIsTheOutermostParent() {
        #expect(market.root === market)
        #expect(market.child().child().root === market)
    }
}

/// Runs tasks that each start the next one, within an operation of a child.
private func runTasks(_ count: Int, of parent: @escaping @Sendable (Market) -> Market) async {
    let ended = AsyncGate()
    @Sendable func run(_ remaining: Int) {
        withChildContainer(of: parent(.shared)) {
            $0.name.override { "task \(remaining)" }
        } operation: {
            if Market.shared.name() != "task \(remaining)" { Issue.record("another task's container") }
            if remaining == 0 { ended.open() } else { Task { run(remaining - 1) } }
        }
    }
    run(count)
    await ended.pass()
}
