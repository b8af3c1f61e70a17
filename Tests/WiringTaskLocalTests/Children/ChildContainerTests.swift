import Testing
import WiringAsync
import WiringLifecycle
import WiringModules
import WiringTestSupport
import WiringTesting

/// A container type whose parent is a `Market`, with a value that is known only at run time.
private final class Visit: ChildContainer {
    let manager = ContainerManager()
    let parent: Market
    let visitor: String

    init(_ visitor: String, in parent: Market) {
        self.visitor = visitor
        self.parent = parent
    }

    var greeting: Factory<String> { self { "\(self.visitor) in \(self.name())" } }
    var basket: Factory<Item> { self { Item(self.visitor, needs: [self.cached(), self.single()]) }.cached }
    var line: ParameterFactory<Int, String> { self { "\($0) \(self.visitor)" } }
    var notes: Collected<String> { collected() }
    /// Hides the parent's.
    var promise: Factory<String?> { self { "promised to \(self.visitor)" } }
    var unscoped: Factory<Item> { self { Item("visit") } }
    var onlyOne: Factory<Item> { self { Item(self.visitor) }.singleton }
    var page: ParameterFactory<Int, String> { self { "\($0) \(self.visitor)" }.cached.scopeOnParameters }
    var promised: Factory<String?> { promised() }
    var entries: KeyedCollected<String, String> { collected() }
    var ticket: ThrowingFactory<String, any Error> { self { () throws in self.visitor } }
    var cachedTicket: ThrowingFactory<String, any Error> { self { () throws in self.visitor }.cached }
    var pass: AsyncFactory<String, Never> { self { () async in self.visitor } }
    @MainActor var screen: Factory<String> { self { "screen of \(self.visitor)" } }
}

/// A child of a child.
private final class Aisle: ChildContainer {
    let manager = ContainerManager()
    let parent: Visit
    init(of parent: Visit) { self.parent = parent }

    var sign: Factory<String> { self { "aisle of \(self.greeting())" } }
    var shelf: Factory<Item> { self { Item("shelf") } }
}

extension Market {
    fileprivate var asyncSingle: AsyncFactory<String, Never> { self { () async in "declared" }.singleton }
}

/// A child that no other test uses, because a debug build tells only once in a process how it is used.
private final class Stall: ChildContainer {
    let manager = ContainerManager()
    let parent: Market

    init(in parent: Market) { self.parent = parent }

    var sign: Factory<String> { self { "sign" }.cached }
}

extension ManagedContainer {
    /// One declaration for all container types.
    fileprivate var anywhere: Factory<String> { self { "declared in \(type(of: self))" } }
}

@Suite(.timeLimit(.minutes(10)), .container)
struct ChildContainerTests {
    private let market = Market()
    private let visit: Visit

    init() { visit = Visit("Ada", in: market) }

    @Test func aChildHasItsOwnDeclarationsAndThoseOfItsParent() {
        #expect(visit.greeting() == "Ada in declared")
        #expect(visit.line(2) == "2 Ada")
        #expect(visit.name() == "declared")
        #expect(visit.titled("Dr.") == "Dr. declared")
        #expect(visit.promise() == "promised to Ada")
        #expect(visit.unscoped().name == "visit")
        #expect(visit.parent.unscoped().name == "declared")
        market.parts.contribute { "part" }
        visit.notes.contribute { "note" }
        #expect((visit.parts(), visit.notes()) == (["part"], ["note"]))
        #expect(Aisle(of: visit).sign() == "aisle of Ada in declared")
        #expect(Aisle(of: visit).name() == "declared")
    }

    @Test func theParentsDeclarationsAreResolvedInTheParent() {
        #expect(visit.cached() === market.cached())
        #expect(visit.basket().needs[0] === market.cached())
        #expect(visit.basket().needs[1] === market.single())
        visit.name.override { "overridden" }
        #expect(market.name() == "overridden")
        #expect(visit.greeting() == "Ada in overridden")
    }

    @Test func eachChildHasItsOwnInstancesAndOverrides() {
        let other = Visit("Grace", in: market)
        #expect(visit.basket() === visit.basket())
        #expect(visit.basket() !== other.basket())
        #expect(other.basket().name == "Grace")
        visit.greeting.override { "hello" }
        #expect((visit.greeting(), other.greeting()) == ("hello", "Grace in declared"))
    }

    @Test func aDeclarationOfAllContainersIsLookedUpInTheParent() {
        #expect(visit.anywhere() == "declared in Visit")
        market.anywhere.override { "overridden" }
        #expect(visit.anywhere() == "overridden")
        #expect(Aisle(of: visit).anywhere() == "overridden")
        visit.anywhere.override { "visit's" }
        #expect(Aisle(of: visit).anywhere() == "visit's")
        #expect(market.anywhere() == "overridden")
    }

    @Test func settingsComeFromTheParent() {
        let aisle = Aisle(of: visit)
        let lines = Collection<String>()
        market.manager.logger = { lines.add($0) }
        market.manager.trace = true
        _ = aisle.shelf()
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.contains("Aisle.shelf<Item>") == true)
        market.manager.defaultScope = .cached
        #expect(aisle.shelf() === aisle.shelf())
    }

    @Test func aChildIsReleasedWithItsInstancesBeforeItsParent() {
        let tracker = Tracker()
        var child: Visit? = Visit("Ada", in: market)
        child?.basket.register { Item("basket", tracker) }
        _ = child?.basket()
        weak let released = child
        #expect(tracker.alive == 1)
        child = nil
        #expect(released == nil)
        #expect(tracker.alive == 0)
    }

    @Test @MainActor func aDeclarationMayBeIsolated() { #expect(visit.screen() == "screen of Ada") }

    // MARK: - Mistakes

    #if DEBUG
        @Test func aDebugBuildTellsOnceThatAChildOutlivesTheOperationOfItsParent() {
            let (market, lines) = (Market(), Collection<String>())
            market.manager.logger = { lines.add($0) }
            /// Runs an operation that creates a stall.
            func stall(in parent: (Market) -> Market) -> Stall {
                withChildContainer(of: market) { _ in
                } operation: {
                    let stall = Stall(in: parent(.shared))
                    _ = (stall.sign(), Stall(in: .shared).sign())
                    return stall
                }
            }
            _ = stall { $0.root }
            #expect(lines.values.isEmpty)
            let stalls = [stall { $0 }, stall { $0 }]
            #expect(stalls.map { $0.sign() } == ["sign", "sign"])
            #expect(lines.values.count == 1)
            #expect(lines.values.first?.hasPrefix("Wiring: a Stall outlives its parent") == true)
            #expect(lines.values.first?.contains("`Stall(parent: Market.shared.root, …)`") == true)
        }
    #endif

    @Test func aSingletonOfAChildStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Visit("Ada", in: Market()).onlyOne()
        }
        expectStandardError(
            of: result,
            contains: "Visit.onlyOne<Item> is a singleton of a child container",
            "Visit.onlyOne<Item>  ",
            "ChildContainerTests.swift:",
            "Resolved at ",
            "Declare it in the parent of Visit, or keep an instance in each child: `.cached` instead of `.singleton`."
        )
    }

    @Test func aSingletonThatDependsOnAChildStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let market = Market()
            let visit = Visit("Ada", in: market)
            _ = visit.basket()
            market.single.register { Item(visit.basket().name) }
            _ = market.single()
        }
        expectStandardError(
            of: result,
            contains: "Market.single<Item> is a singleton and uses Visit.basket<Item>, which ends with its Visit",
            "Market.single<Item>  ",
            "→ Visit.basket<Item>  ",
            "Resolved at ",
            "Declare `single` in Visit, as `.cached`, or pass the value of `basket` where it is used."
        )
    }

    /// A way in which the closure of a singleton uses a child.
    private enum Use: String, CaseIterable, Codable {
        case factory, cached, parameter, cachedForParameter, promise, collection, dictionary, part
        case throwing, throwingCached, provider, ofParent

        func run(_ visit: Visit) {
            switch self {
            case .factory: _ = visit.greeting()
            case .cached: _ = visit.basket()
            case .parameter: _ = visit.line(1)
            case .cachedForParameter: _ = visit.page(1)
            case .promise: _ = visit.promised()
            case .collection: _ = visit.notes()
            case .dictionary: _ = visit.entries()
            case .part:
                visit.notes.contribute { "note" }
                _ = visit.notes()
            case .throwing: _ = try? visit.ticket()
            case .throwingCached: _ = try? visit.cachedTicket()
            case .provider: _ = visit.provider(\.greeting)()
            case .ofParent: _ = Aisle(of: visit).sign()
            }
        }
    }

    @Test(arguments: Use.allCases)
    private func aSingletonThatUsesAChildFirstStopsTheProgram(_ use: Use) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
            let market = Market()
            let visit = Visit("Ada", in: market)
            market.single.register {
                use.run(visit)
                return Item("single")
            }
            _ = market.single()
        }
        expectStandardError(
            of: result,
            contains: "Market.single<Item> is a singleton and uses Visit.",
            "Market.single<Item>  "
        )
    }

    @Test(arguments: [false, true])
    func anAsynchronousSingletonThatUsesAChildFirstStopsTheProgram(_ isAsynchronous: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [isAsynchronous] in
            let market = Market()
            let visit = Visit("Ada", in: market)
            market.asyncSingle.register { isAsynchronous ? await visit.pass() : visit.greeting() }
            _ = await market.asyncSingle()
        }
        expectStandardError(
            of: result,
            contains: "Market.asyncSingle<String> is a singleton and uses Visit.",
            "Market.asyncSingle<String>  "
        )
    }

    @Test func aSingletonMayCreateAChild() {
        market.single.register { [market] in Item(Visit("Grace", in: market).greeting()) }
        #expect(visit.single().name == "Grace in declared")
    }
}
