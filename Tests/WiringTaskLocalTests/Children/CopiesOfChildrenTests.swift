import Testing
import WiringAsync
import WiringLifecycle
import WiringModules
import WiringTestSupport
import WiringTesting

private final class Stall: TaskLocalContainer {
    @TaskLocal static var shared = Stall()
    static var taskLocal: TaskLocal<Stall> { $shared }
    let manager = ContainerManager.silent()
    let events = Collection<String>()
}

extension Stall {
    fileprivate var scoped: Factory<Item> { self { Item("declared") }.cached.once() }
    fileprivate var unscoped: Factory<Item> { self { Item("declared") }.cached.once() }
    fileprivate var timed: Factory<Item> { self { Item("declared") }.cached.timeToLive(.seconds(600)).once() }
    fileprivate var plain: Factory<Item> { self { Item("declared") }.once() }
    fileprivate var early: Factory<Item> { self { Item("declared") } }
    fileprivate var late: Factory<Item> { early.once() }
    fileprivate var kept: Factory<Item> { self { Item("declared") }.cached }
    fileprivate var sold: Factory<Item> { self { Item("declared") }.scope(.market) }
    fileprivate var tested: Factory<String> { self { "real" }.onTest { "declared" }.once() }
    fileprivate var byArgument: Factory<String> { self { "real" }.onArg("stall") { "declared" }.once() }
    fileprivate var decorated: Factory<String> {
        self { "real" }.decorator { [events] _ in events.add("declared") }.once()
    }
    fileprivate var started: Factory<Item> {
        self { Item("declared") }.cached.onStart { [events] _ in events.add("declared") }.once()
    }
    fileprivate var collection: Collected<Item> { collected().cached.once() }
    fileprivate var each: ParameterFactory<String, Item> { self { Item($0) }.scopeOnParameters.cached.once() }
    fileprivate var eventual: AsyncFactory<Item, Never> {
        self {
            await Task.yield()
            return Item("declared")
        }
        .cached.once()
    }

    /// Resolves everything but what observes it.
    fileprivate func use() async {
        _ = (scoped(), unscoped(), timed(), tested(), byArgument(), decorated(), started(), collection(), each("a"))
        _ = await eventual()
    }
}

extension Scope {
    fileprivate static let market = Singleton()
}

extension Container {
    fileprivate var copied: Factory<Item> { self { Item("declared") }.cached.once() }
    fileprivate var loose: Factory<Item> { self { Item("declared") } }
}

/// A copy of a child has what the child resolves with.
@Suite(.timeLimit(.minutes(10)), .container)
struct CopiesOfChildrenTests {
    private let stall = Stall()
    private let events = Collection<String>()

    /// For each descendant of the root, whether it has used the declarations.
    private static let lineages = [[], [false], [true], [false, false], [false, true], [true, false], [true, true]]

    private func descendant(_ uses: [Bool]) async -> Stall {
        var stall = stall
        for isUsed in uses {
            stall = stall.child()
            if isUsed { await stall.use() }
        }
        return stall
    }

    /// Sets something in the root on each declaration.
    private func change() {
        _ = stall.scoped.unique
        stall.unscoped.scope(nil)
        stall.timed.timeToLive(.zero)
        stall.tested.onTest { "outside" }
        stall.byArgument.onArg("stall") { "outside" }
        stall.decorated.decorator { [events] _ in events.add("outside") }
        stall.started.onStart { [events] _ in events.add("started") }
        stall.collection.contribute { Item("part") }
        _ = stall.collection.unique
        _ = stall.each.unique
        _ = stall.eventual.unique
    }

    /// Whether the container has what ``change()`` sets.
    private func expectChanges(in stall: Stall) async throws {
        #expect(stall.scoped() !== stall.scoped())
        #expect(stall.unscoped() !== stall.unscoped())
        #expect(stall.timed() !== stall.timed())
        #expect(stall.tested() == "outside")
        #expect(stall.collection().first !== stall.collection().first)
        #expect(stall.each("a") !== stall.each("a"))
        #expect(await stall.eventual() !== stall.eventual())
        FactoryContext.setArg("stall", forKey: "stall")
        #expect(stall.byArgument() == "outside")
        FactoryContext.removeArg(forKey: "stall")
        events.removeAll()
        stall.events.removeAll()
        _ = stall.decorated()
        stall.started.reset(.scope)
        try await stall.run(\.started) {}
        #expect(events.values == ["outside", "started"])
        #expect(stall.events.values.isEmpty)
    }

    // MARK: - Parents

    @Test func aCopyHasTheSettingsOfAParent() {
        let container = Container()
        container.manager.defaultScope = .cached
        withContainer(from: container.child()) { _ in
        } operation: {
            #expect(Container.shared.loose() === Container.shared.loose())
        }
    }

    @Test func aCopyReplacesTheInstanceOfACustomSingletonScope() {
        let (sold, child) = (stall.sold(), stall.child())
        child.sold.register { Item("mine") }
        withContainer(from: child) { _ in
        } operation: {
            #expect(Stall.shared.sold().name == "mine")
        }
        #expect(stall.sold() === sold)
    }

    @Test func aHitInAChildOfACopyIsSeenByWhatTheOriginalHasSet() {
        let child = stall.child()
        let seen = Counter()
        child.kept.decorator { _ in seen.increment() }
        withContainer(from: child) { _ in
        } operation: {
            let grandchild = Stall.shared.child()
            for _ in 0..<3 { _ = grandchild.kept() }
        }
        #expect(seen.count == 3)
    }

    // MARK: - once()

    @Test func aScopeThatAChildHasRemovedStaysRemovedInACopyOfItsChild() {
        _ = stall.plain.cached
        let child = stall.child()
        child.plain.scope(nil)
        withContainer(from: child.child()) { _ in
        } operation: {
            #expect(Stall.shared.plain() !== Stall.shared.plain())
        }
        #expect(stall.plain() === stall.plain())
    }

    @Test func aScopeThatACopySetsBeforeOnceReplacesTheRemovalByAParent() {
        stall.late.scope(nil)
        withContainer(from: stall.child()) {
            _ = $0.early.cached
        } operation: {
            #expect(Stall.shared.late() === Stall.shared.late())
        }
    }

    @Test(arguments: lineages)
    func aCopyHasWhatParentsHaveSetDespiteOnce(_ uses: [Bool]) async throws {
        change()
        try await withContainer(from: descendant(uses)) { _ in
        } operation: {
            try await expectChanges(in: Stall.shared)
        }
    }

    @Test(arguments: lineages)
    func aCopyOfACopyHasWhatParentsHaveSetDespiteOnce(_ uses: [Bool]) async throws {
        change()
        try await withContainer(from: descendant(uses)) { _ in
        } operation: {
            Stall.shared.manager.push()
            try await withContainer(from: Stall.shared) { _ in
            } operation: {
                try await expectChanges(in: Stall.shared)
            }
            try await withContainer(from: Stall.shared.child()) { _ in
            } operation: {
                try await expectChanges(in: Stall.shared)
            }
            await Stall.shared.use()
            Stall.shared.manager.pop()
            try await expectChanges(in: Stall.shared)
        }
    }

    @Test(arguments: lineages)
    func aChangeInACopyReplacesWhatParentsHaveSet(_ uses: [Bool]) async {
        change()
        await withContainer(from: descendant(uses)) {
            _ = $0.scoped.cached
            _ = $0.unscoped.shared
            $0.tested.onTest { "mine" }
        } operation: {
            let stall = Stall.shared
            #expect(stall.scoped() === stall.scoped())
            let shared = stall.unscoped()
            #expect(stall.unscoped() === shared)
            #expect(stall.tested() == "mine")
        }
        #expect(stall.tested() == "outside")
    }

    @Test(arguments: lineages)
    func aResetInACopyRestoresWhatIsDeclared(_ uses: [Bool]) async {
        change()
        await withContainer(from: descendant(uses)) {
            $0.manager.reset()
        } operation: {
            let stall = Stall.shared
            #expect(stall.scoped() === stall.scoped())
            #expect(stall.unscoped() === stall.unscoped())
            #expect(stall.timed() === stall.timed())
            #expect(stall.tested() == "declared")
        }
        await withContainer(from: descendant(uses)) {
            $0.manager.reset(options: .context)
        } operation: {
            #expect(Stall.shared.tested() != "outside")
            #expect(Stall.shared.scoped() !== Stall.shared.scoped())
        }
    }

    @Test func anInheritingTestInAChildHasWhatAParentHasSetDespiteOnce() {
        _ = Container.shared.copied.unique
        withChildContainer { _ in
        } operation: {
            withTestContainer(.inheriting) {
                #expect(Container.shared.copied() !== Container.shared.copied())
            }
        }
    }
}
