import Testing
import WiringTestSupport
import WiringTesting

private final class Stack: ManagedContainer {
    let manager = ContainerManager()
}

extension Stack {
    var word: Factory<String> { self { "declared" } }
    var cached: Factory<LiveService> { self { LiveService() }.cached }
    var shared: Factory<LiveService> { self { LiveService() }.shared }
    var plain: Factory<LiveService> { self { LiveService() } }
    var meal: ParameterFactory<Int, LiveService> { self { _ in LiveService() }.scopeOnParameters.cached }
    var node: Factory<LiveService> { self { LiveService() }.graph }
    var nodesAroundPop: Factory<[LiveService]> {
        self {
            let node = self.node()
            self.manager.pop()
            return [node, self.node()]
        }
    }
}

@Suite(.container) struct PushPopTests {
    private let stack = Stack()

    @Test func popRestoresRegistrations() {
        stack.word.register { "first" }
        stack.manager.push()
        stack.word.register { "second" }
        #expect(stack.word() == "second")
        stack.manager.pop()
        #expect(stack.word() == "first")
    }

    @Test func popRemovesLaterRegistrations() {
        stack.manager.push()
        stack.word.register { "second" }
        stack.manager.pop()
        #expect(stack.word() == "declared")
        #expect(stack.manager.isEmpty(.all))
    }

    @Test func pushKeepsTheCurrentState() {
        stack.word.register { "first" }
        let cached = stack.cached()
        stack.manager.push()
        #expect(stack.word() == "first")
        #expect(stack.cached() === cached)
    }

    @Test func popRestoresInstances() {
        let (cached, shared, meal) = (stack.cached(), stack.shared(), stack.meal(1))
        stack.manager.push()
        stack.reset()
        #expect(stack.cached() !== cached)
        #expect(stack.shared() !== shared)
        #expect(stack.meal(1) !== meal)
        let second = stack.meal(2)
        stack.manager.pop()
        #expect(stack.cached() === cached)
        #expect(stack.shared() === shared)
        #expect(stack.meal(1) === meal)
        #expect(stack.meal(2) !== second)
    }

    @Test func popRemovesLaterInstances() {
        stack.manager.push()
        let cached = stack.cached()
        stack.manager.pop()
        #expect(stack.cached() !== cached)
    }

    @Test func popRestoresContexts() {
        stack.word.onDevice { "first" }
        stack.manager.push()
        stack.word.onDevice { "second" }
        stack.manager.pop()
        #expect(stack.word() == "first")
        stack.word.reset()
        stack.manager.push()
        stack.word.onDevice { "second" }
        stack.manager.pop()
        #expect(stack.word() == "declared")
    }

    @Test func popRestoresScopes() {
        stack.manager.push()
        _ = stack.plain.cached
        #expect(stack.plain() === stack.plain())
        stack.manager.pop()
        #expect(stack.plain() !== stack.plain())
        _ = stack.plain.cached
        let plain = stack.plain()
        stack.manager.push()
        _ = stack.plain.unique
        stack.manager.pop()
        #expect(stack.plain() === plain)
    }

    @Test func popRestoresDecorators() {
        let seen = Collection<String>()
        stack.word.decorator { seen.add("first \($0)") }
        stack.manager.push()
        stack.word.decorator { seen.add("second \($0)") }
        _ = stack.word()
        stack.manager.pop()
        _ = stack.word()
        #expect(seen.values == ["second declared", "first declared"])
    }

    @Test func popRestoresSettings() {
        let seen = Collection<String>()
        let manager = stack.manager
        manager.defaultScope = .cached
        manager.trace = true
        manager.promiseTriggersError = true
        manager.circularDependencyTesting = false
        manager.logger = { _ in seen.add("first logger") }
        stack.decorator { _ in seen.add("first decorator") }
        manager.push()
        manager.defaultScope = .shared
        manager.trace = false
        manager.promiseTriggersError = false
        manager.circularDependencyTesting = true
        manager.logger = { _ in seen.add("second logger") }
        stack.decorator(nil)
        manager.pop()
        #expect(manager.defaultScope === Scope.cached)
        #expect(manager.trace)
        #expect(manager.promiseTriggersError)
        #expect(!manager.circularDependencyTesting)
        _ = stack.word()
        #expect(seen.values == ["first decorator", "first logger"])
    }

    @Test func statesAreStacked() {
        stack.manager.push()
        stack.word.register { "first" }
        stack.manager.push()
        stack.word.register { "second" }
        stack.manager.pop()
        #expect(stack.word() == "first")
        stack.manager.pop()
        #expect(stack.word() == "declared")
    }

    @Test func anOuterPopRestoresWhatChangesAfterAnInnerOne() {
        stack.manager.push()
        stack.manager.push()
        stack.manager.pop()
        stack.word.register { "later" }
        stack.manager.pop()
        #expect(stack.word() == "declared")
    }

    @Test func anOuterPopKeepsWhatAnInnerOneHasRestored() {
        stack.manager.push()
        stack.manager.push()
        stack.word.register { "second" }
        stack.manager.pop()
        stack.manager.pop()
        #expect(stack.word() == "declared")
    }

    @Test func anUnbalancedPopDoesNothing() {
        stack.word.register { "registered" }
        let cached = stack.cached()
        stack.manager.pop()
        #expect(stack.word() == "registered")
        #expect(stack.cached() === cached)
        stack.manager.push()
        stack.manager.pop()
        stack.manager.pop()
        #expect(stack.word() == "registered")
        #expect(stack.cached() === cached)
    }

    @Test func popClearsGraphInstancesOfTheOutermostResolution() {
        stack.manager.push()
        let nodes = stack.nodesAroundPop()
        #expect(nodes[0] !== nodes[1])
    }

    @Test func anUnbalancedPopKeepsGraphInstancesOfTheOutermostResolution() {
        let nodes = stack.nodesAroundPop()
        #expect(nodes[0] === nodes[1])
    }
}
