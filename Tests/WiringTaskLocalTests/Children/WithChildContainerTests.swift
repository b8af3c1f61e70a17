import Testing
import WiringTestSupport
import WiringTesting

extension Container {
    fileprivate var user: Factory<String> { self { "nobody" } }
    fileprivate var audit: Factory<Item> { self { Item(self.user()) }.cached }
    fileprivate var retaining: Factory<Retaining> { self { Retaining(self) }.cached }
    fileprivate var tracked: ParameterFactory<Tracker, Item> { self { Item("tracked", $0) }.cached }
}

private final class Retaining: Sendable {
    let container: Container
    init(_ container: Container) { self.container = container }
}

private struct Page {
    @Injected(\.user) var user
}

/// Hides the known issues of the strict tests, and the warnings that other tests cause.
@Suite(
    .timeLimit(.minutes(10)),
    .compactMapIssues { $0.isFailure ? $0 : nil },
    .container { $0.manager.disableAutoRegistration() }
)
struct WithChildContainerTests {
    private struct Problem: Error {}

    @Test func theChildIsTheSharedContainerDuringTheOperation() {
        let outer = Container.shared
        let page = withChildContainer {
            #expect(Container.shared === $0)
            $0.user.override { "Ada" }
        } operation: {
            #expect(Container.shared !== outer)
            return Page().user
        }
        #expect(page == "Ada")
        #expect(Container.shared === outer)
        #expect(Page().user == "nobody")
    }

    @Test func anOperationWithinAnotherHasAChildOfItsChild() {
        withChildContainer {
            $0.user.override { "Ada" }
        } operation: {
            withChildContainer {
                $0.audit.decorate { Item("inner \($0.name)") }
            } operation: {
                #expect(Container.shared.audit().name == "inner Ada")
            }
            #expect(Container.shared.audit().name == "Ada")
        }
    }

    @Test func changesAndOperationMaySuspendAndThrow() async throws {
        let name = await withChildContainer { container in
            await Task.yield()
            container.user.override { "Ada" }
        } operation: {
            await Task.yield()
            return Container.shared.user()
        }
        #expect(name == "Ada")
        await #expect(throws: Problem.self) {
            try await withChildContainer { _ in
                await Task.yield()
                throw Problem()
            } operation: {
                await Task.yield()
                Issue.record("The operation must not run.")
            }
        }
        #expect(throws: Problem.self) {
            try withChildContainer { _ in
                throw Problem()
            } operation: {
                Issue.record("The operation must not run.")
            }
        }
        #expect(throws: Problem.self) {
            try withChildContainer { _ in
            } operation: { () throws(Problem) -> Int in
                throw Problem()
            }
        }
        let market = Market()
        let other = try await withChildContainer(of: market) { container in
            await Task.yield()
            try Task.checkCancellation()
            container.name.override { "other" }
        } operation: {
            await Task.yield()
            return Market.shared.name()
        }
        #expect(other == "other")
        #expect(
            try withChildContainer(of: market) { _ in
                try Task.checkCancellation()
            } operation: {
                Market.shared.name()
            } == "declared"
        )
    }

    @Test @MainActor func itRunsOnTheCallersActor() async {
        var count = 0
        await withChildContainer { _ in
            count += 1
            await Task.yield()
        } operation: {
            MainActor.assertIsolated()
            await Task.yield()
            count += 1
        }
        #expect(count == 2)
    }

    @Test func parallelRequestsHaveTheirOwnUsers() async {
        let names = await withTaskGroup(of: [String].self) { group in
            for number in 0..<50 {
                group.addTask {
                    await withChildContainer {
                        $0.user.override { "user \(number)" }
                    } operation: {
                        let first = Container.shared.audit()
                        await Task.yield()
                        async let inner = Container.shared.audit().name
                        return [await inner, first.name, Page().user]
                    }
                }
            }
            return await group.reduce(into: [[String]]()) { $0.append($1) }
        }
        #expect(names.count == 50)
        #expect(names.allSatisfy { Set($0).count == 1 })
        #expect(Set(names.map { $0[0] }).count == 50)
    }

    @Test func aContextThatIsSetInTheChildAppliesToItWhereverItIsUsed() {
        Container.shared.user.onArg("mock") { "argument" }
        let child = withChildContainer { _ in
            FactoryContext.setArg("mock", forKey: "user")
        } operation: {
            Container.shared
        }
        #expect(child.user() == "argument")
        #expect(Container.shared.user() == "nobody")
    }

    @Test(arguments: [false, true]) func aChildHasTheContextOfAnOperationThatCopiesItsParent(_ copiesParent: Bool) {
        func expectContext() {
            FactoryContext.setArg("outer", forKey: "key")
            withChildContainer { _ in
            } operation: {
                #expect(FactoryContext.current.runtimeArguments["key"] == (copiesParent ? "outer" : nil))
            }
        }
        if copiesParent {
            withContainer(for: Market.self, Container.self) { _, _ in
            } operation: {
                expectContext()
            }
        } else {
            withContainer(for: Market.self) { _ in
            } operation: {
                expectContext()
            }
        }
    }

    @Test func aBoundWrapperFollowsTheChild() {
        let bound = Bound()
        withChildContainer {
            $0.user.override { "Ada" }
        } operation: {
            #expect(bound.user == "Ada")
            let inner = Container.shared.bind { Container.shared.user() }
            withChildContainer {
                $0.user.override { "Grace" }
            } operation: {
                #expect(bound.user == "Grace")
                #expect(inner() == "Ada")
                withContainer { _ in
                } operation: {
                    #expect(bound.user == "Grace")
                }
            }
        }
        #expect(bound.user == "nobody")
    }

    private struct Bound {
        @BoundInjected(\.user) var user
    }

    // MARK: - The end

    @Test func instancesAreReleasedWhenTheOperationEnds() {
        let tracker = Tracker()
        var kept: Container?
        withChildContainer { _ in
        } operation: {
            kept = Container.shared
            #expect(Container.shared.tracked(tracker) === Container.shared.tracked(tracker))
            #expect(tracker.alive == 1)
        }
        #expect(kept != nil)
        #expect(tracker.alive == 0)
    }

    @Test func savedInstancesAreReleasedWhenTheOperationEnds() async {
        let tracker = Tracker()
        func save() -> Container {
            let child = Container.shared
            #expect(child.tracked(tracker) === child.tracked(tracker))
            child.manager.push()
            child.tracked.reset(.scope)
            child.manager.push()
            #expect(tracker.alive == 1)
            return child
        }
        let children = [
            withChildContainer { _ in
            } operation: {
                save()
            },
            await withChildContainer { _ in
            } operation: {
                await Task.yield()
                return save()
            },
        ]
        #expect(tracker.alive == 0)
        for child in children {
            child.manager.pop()
            child.manager.pop()
            #expect(child.tracked(tracker) !== child.tracked(tracker))
        }
        #expect(tracker.alive == 0)
    }

    @Test func anInstanceThatRetainsTheChildDoesNotKeepItAlive() {
        weak var child: Container?
        withChildContainer { _ in
        } operation: {
            child = Container.shared
            #expect(Container.shared.retaining().container === Container.shared)
            #expect(Container.shared.retaining() === Container.shared.retaining())
        }
        #expect(child == nil)
    }

    @Test func aClosureThatCapturesTheChildUnownedDoesNotKeepItAlive() {
        weak var child: Container?
        withChildContainer { container in
            container.audit.override { [unowned container] in Item("of \(container.user())") }
        } operation: {
            child = Container.shared
            #expect(Container.shared.audit().name == "of nobody")
        }
        #expect(child == nil)
    }

    // request                     task
    // begins
    // starts the task
    //                             resolves
    // ends: instances released
    //                             resolves again: with the override, not kept
    //                             ends: the child is released
    @Test func aTaskThatOutlivesTheOperationResolvesWithoutKeeping() async {
        let tracker = Tracker()
        let (resolved, ended) = (AsyncGate(), AsyncGate())
        let child = WeakContainer()
        let task = await withChildContainer {
            $0.user.override { "Ada" }
        } operation: {
            child.set(Container.shared)
            let task = Task {
                #expect(Container.shared.tracked(tracker) === Container.shared.tracked(tracker))
                resolved.open()
                await ended.pass()
                #expect(tracker.alive == 0)
                #expect(Container.shared.user() == "Ada")
                #expect(Container.shared.audit().name == "Ada")
                let item = Container.shared.tracked(tracker)
                #expect(tracker.alive == 1)
                #expect(Container.shared.tracked(tracker) !== item)
                #expect(tracker.alive == 1)
            }
            await resolved.pass()
            return task
        }
        #expect(tracker.alive == 0)
        #expect(child.isAlive)
        ended.open()
        await task.value
        #expect(tracker.alive == 0)
    }

    /// Nothing observes this container, so that its resolutions are as short as those of a program.
    @Test func anEndedChildKeepsNothing() {
        let child = withChildContainer(of: Container()) {
            $0.user.override { "Ada" }
        } operation: {
            Container.shared
        }
        #expect(child.audit().name == "Ada")
        #expect(child.audit() !== child.audit())
    }

    // request                     thread
    // begins
    //                             begins to build
    // ends
    //                             ends: the instance goes to its caller, and is not kept
    @Test func anInstanceThatIsBuiltWhileTheOperationEndsIsNotKept() {
        let (tracker, begun, finish) = (Tracker(), Gate(), Gate())
        let parent = Container()
        let shared = Collection<Container>()
        parent.audit.register {
            begun.open()
            finish.pass()
            return Item("slow", tracker)
        }
        onThreads(2) { number in
            if number == 0 {
                withChildContainer(of: parent) {
                    shared.add($0)
                } operation: {
                    begun.pass()
                }
                finish.open()
            } else {
                while shared.values.isEmpty {}
                #expect(shared.values[0].audit().name == "slow")
                #expect(tracker.alive == 0)
            }
        }
        #expect(tracker.made == 1)
    }

    // MARK: - Strictness

    @Test(.container(.strict))
    func aReplacementInAChildIsTheTests() {
        withChildContainer {
            $0.user.override { "Ada" }
            $0.audit.override { Item("replaced") }
        } operation: {
            #expect(Container.shared.user() == "Ada")
            #expect(Container.shared.audit().name == "replaced")
            #expect(Container.shared.audit().name == "replaced")
        }
    }

    @Test(.container(.strict) { $0.user.override { "tester" } })
    func aReplacementOfTheTestIsUsedInAChild() {
        withChildContainer { _ in
        } operation: {
            #expect(Container.shared.user() == "tester")
        }
    }

    @Test(.container(.strict))
    func aLiveDependencyOfAChildFailsAStrictTest() {
        withKnownIssue {
            withChildContainer { _ in
            } operation: {
                _ = Container.shared.user()
            }
        }
    }

    @Test(.container(.strict))
    func aLiveHitOfAChildFailsAStrictTest() {
        withKnownIssue {
            _ = withChildContainer { _ in
            } operation: {
                Container.shared.audit()
            }
        }
    }
}

private final class WeakContainer: @unchecked Sendable {
    // SAFETY: It is set before the task that reads it begins.
    private weak var container: Container?
    func set(_ container: Container) { self.container = container }
    var isAlive: Bool { container != nil }
}
