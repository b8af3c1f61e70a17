import Testing
import WiringTestSupport
import WiringTesting

private final class Garden: ManagedContainer {
    let manager = ContainerManager()
    let made = Counter()
}

private final class Pair: Sendable {
    let left: any Service
    let right: any Service

    init(_ left: any Service, _ right: any Service) {
        self.left = left
        self.right = right
    }
}

extension Garden {
    var node: Factory<any Service> { self { LiveService() }.graph }
    var value: Factory<Int> { self { self.made.increment() }.graph }
    var values: Factory<[Int]> { self { [self.value(), self.value()] } }
    fileprivate var pair: Factory<Pair> { self { Pair(self.node(), self.node()) } }
    fileprivate var deep: Factory<Pair> { self { Pair(self.pair().left, self.pair().right) } }
    fileprivate var replacing: Factory<Pair> {
        self {
            let left = self.node()
            self.node.register { MockService() }
            return Pair(left, self.node())
        }
    }
    fileprivate var resetting: Factory<Pair> {
        self {
            let left = self.node()
            self.node.reset(.scope)
            return Pair(left, self.node())
        }
    }
    fileprivate var cachedPair: Factory<Pair> { self { Pair(self.node(), self.node()) }.cached }
    fileprivate func across(_ other: Garden) -> Factory<Pair> { self { Pair(self.node(), other.node()) } }
}

@Suite struct GraphTests {
    private let garden = Garden()

    @Test(arguments: 0..<4)
    func aContainerResetWithinAResolutionClearsItsInstance(_ kind: Int) {
        let container = Garden()
        container.manager.push()
        let isCleared: Factory<Bool> = container {
            let node = container.node()
            switch kind {
            case 0: container.reset(options: .scope)
            case 1: container.reset()
            case 2: container.manager.reset(scope: .graph)
            default: container.manager.pop()
            }
            return container.node() !== node
        }
        #expect(isCleared())
    }

    @Test func aResolutionHasOneInstance() {
        let pair = garden.pair()
        #expect(pair.left === pair.right)
    }

    @Test func nestedResolutionsShareTheInstanceOfTheOutermostOne() {
        let pair = garden.deep()
        #expect(pair.left === pair.right)
    }

    @Test func eachResolutionHasItsOwnInstance() {
        #expect(garden.pair().left !== garden.pair().left)
        #expect(garden.node() !== garden.node())
    }

    @Test func aResolutionHasOneValue() {
        #expect(garden.values() == [1, 1])
        #expect(garden.values() == [2, 2])
    }

    @Test func containersHaveSeparateInstances() {
        let pair = garden.across(Garden())()
        #expect(pair.left !== pair.right)
    }

    @Test func aRegistrationWithinAResolutionReplacesItsInstance() {
        let pair = garden.replacing()
        #expect(pair.left is LiveService)
        #expect(pair.right is MockService)
    }

    @Test func aResetWithinAResolutionClearsItsInstance() {
        let pair = garden.resetting()
        #expect(pair.left !== pair.right)
    }

    @Test func aCachedOwnerKeepsItsGraphInstance() {
        let pair = garden.cachedPair()
        #expect(garden.cachedPair().left === pair.left)
        #expect(garden.node() !== pair.left)
    }

    @Test func nothingIsStoredAfterAResolution() {
        _ = garden.pair()
        #expect(garden.manager.isEmpty(.scope))
    }
}
