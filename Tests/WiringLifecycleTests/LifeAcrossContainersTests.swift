import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// The order of instances that several containers have started.
@Suite(.timeLimit(.minutes(10)), .container) struct LifeAcrossContainersTests {
    /// The first container has started the top and the base, and the second one what lies between them.
    @Test func anInstanceStopsBeforeWhatItNeedsThroughAnotherContainer() async throws {
        let (one, other) = (Depot(), Depot())
        try await one.start(\.base)
        try await other.start(\.middle)
        try await one.start(\.top)
        await one.shutdown()
        #expect(one.events.values == ["stopping top", "stopped top", "stopped base"])
        await other.shutdown()
    }

    /// The belt of a graph is first resolved where nothing starts it, and then for the server of the other container, which does.
    @Test func anInstanceOfAGraphStartsForTheFirstContainerThatDoes() async throws {
        let (plant, other) = (Plant(), Plant())
        plant.server.register { [unowned other] in Machine("server", needs: [other.belt()]) }
        other.repository.register { [unowned other, unowned plant] in
            Machine("repository", needs: [other.belt(), plant.server()])
        }
        try await plant.run(\.metrics) {
            let repository = other.repository()
            _ = try await plant.server.started()
            #expect(other.events.values == ["starting belt", "started belt"])
            extendLifetime(repository)
        }
    }

    /// Also if it has been started, and only depends on a stopped instance through another one.
    @Test func whatWasBuiltWithAStoppedInstanceIsBuiltAnew() async throws {
        let (one, other) = (Depot(), Depot())
        try await other.start(\.base)
        try await one.start(\.top)
        let (top, middle) = (one.top(), one.middle())
        #expect(one.top() === top)
        await other.shutdown()
        #expect(one.middle() !== middle)
        #expect(one.top() !== top)
        try await one.start(\.top)
        await one.shutdown()
    }

    /// The container that stores the holder starts what the holder needs.
    @Test func whatAnInstanceWithoutHooksNeedsFromAnotherContainerStarts() async throws {
        let supplier = Depot()
        let one = Depot(supplier: supplier)
        try await one.start()
        _ = one.holder()
        await supplier.hasStarted.pass()
        await one.shutdown()
        #expect(supplier.events.values == ["stopped part"])
    }

    /// The same if a singleton scope stores it.
    @Test func whatASingletonWithoutHooksNeedsFromAnotherContainerStarts() async throws {
        let supplier = Depot()
        let one = Depot(supplier: supplier)
        try await one.start()
        _ = one.keeper()
        await supplier.hasStarted.pass()
        try await one.start(\.keeper)
        await one.shutdown()
        #expect(supplier.events.values == ["stopped part"])
    }

    /// The same if one resolution shares it, whichever closure makes it.
    @Test(arguments: [false, true])
    func whatAnInstanceOfAGraphNeedsFromAnotherContainerStarts(isReplaced: Bool) async throws {
        let supplier = Depot()
        let one = Depot(supplier: supplier)
        if isReplaced { one.group.override { Machine("other", needs: [supplier.part()]) } }
        try await one.start()
        _ = one.group()
        await supplier.hasStarted.pass()
        await one.shutdown()
        #expect(supplier.events.values == ["stopped part"])
    }

    /// The container of the holder starts what the holder needs, although an asynchronous closure of another container needs both.
    @Test func whatAnInstanceNeedsStopsWithTheContainerOfThatInstance() async throws {
        let supplier = Depot()
        let inner = Depot(supplier: supplier)
        let outer = Depot(supplier: inner)
        try await inner.start()
        try await outer.start()
        _ = await outer.opened()
        await supplier.hasStarted.pass()
        await outer.shutdown()
        #expect(supplier.events.values == [])
        await inner.shutdown()
        #expect(supplier.events.values == ["stopped part"])
    }

    @Test func whatAnAsynchronousSingletonNeedsStopsWithTheRoot() async throws {
        let supplier = Depot()
        let root = Depot()
        let child = Depot.$inherited.withValue(supplier) { root.child() }
        try await root.start()
        try await child.start()
        _ = await child.lasting()
        await supplier.hasStarted.pass()
        await child.shutdown()
        #expect(supplier.events.values == [])
        await root.shutdown()
        #expect(supplier.events.values == ["stopped part"])
    }

    /// The root builds the singleton. As nothing has been started for the root, the child starts what the singleton needs.
    @Test func whatAnAsynchronousSingletonNeedsStartsWithTheChildThatAsksForIt() async throws {
        let supplier = Depot()
        let root = Depot()
        let child = Depot.$inherited.withValue(supplier) { root.child() }
        try await child.start(\.lasting)
        await child.shutdown()
        #expect(supplier.events.values == ["stopped part"])
    }

    /// The child has started it, and stops first.
    @Test func aParentThatStopsTakesOverWhatItNeedsFromItsChild() async throws {
        let supplier = Depot()
        let parent = Depot()
        let child = Depot.$inherited.withValue(supplier) { parent.child() }
        try await child.start()
        _ = child.holder()
        parent.lender.withLock { $0 = supplier }
        try await parent.start(\.borrower)
        await parent.shutdown()
        #expect(supplier.events.values == ["stopped borrower", "stopped part"])
    }

    /// A child's instances stop with the child, even if the parent's instances need them.
    @Test func aChildThatStopsDoesNotWaitForItsParent() async throws {
        let parent = Depot()
        let child = parent.child()
        try await child.start(\.part)
        parent.lender.withLock { $0 = child }
        try await parent.start(\.borrower)
        await parent.shutdown()
        #expect(child.events.values == ["stopped part", "stopped borrower"])
    }
}

private final class Depot: TaskLocalContainer {
    @TaskLocal static var shared = Depot()
    static var taskLocal: TaskLocal<Depot> { $shared }
    /// The supplier of the containers that this task creates.
    @TaskLocal static var inherited: Depot?
    let manager = ContainerManager()
    let events = Collection<String>()
    /// Opens when the part has started.
    let hasStarted = AsyncGate()
    let supplier: Depot?
    /// What the borrower's part comes from.
    let lender = Locked<Depot?>(nil)

    init(supplier: Depot?) { self.supplier = supplier }

    convenience init() { self.init(supplier: Self.inherited) }
}

extension Depot {
    fileprivate var base: Factory<Machine> {
        self { Machine("base") }.singleton.onStop { self.events.add("stopped \($0.name)") }
    }
    fileprivate var part: Factory<Machine> {
        self { Machine("part") }.cached
            .onStart { _ in self.hasStarted.open() }
            .onStop { self.events.add("stopped \($0.name)") }
    }
    fileprivate var holder: Factory<Machine> {
        self { Machine("holder", needs: self.supplier.map { [$0.part()] } ?? []) }.cached
    }
    fileprivate var keeper: Factory<Machine> {
        self { Machine("keeper", needs: self.supplier.map { [$0.part()] } ?? []) }.singleton
    }
    fileprivate var group: Factory<Machine> {
        self { Machine("group", needs: self.supplier.map { [$0.part()] } ?? []) }.graph
    }
    fileprivate var borrower: Factory<Machine> {
        self { Machine("borrower", needs: self.lender.withLock { $0 }.map { [$0.part()] } ?? []) }.cached
            .onStop { machine in self.lender.withLock { $0 }?.events.add("stopped \(machine.name)") }
    }
    fileprivate var opened: AsyncFactory<Machine, Never> {
        self { Machine("opened", needs: self.supplier.map { [$0.holder()] } ?? []) }.cached
    }
    fileprivate var lasting: AsyncFactory<Machine, Never> {
        self { Machine("lasting", needs: self.supplier.map { [$0.part()] } ?? []) }.singleton
    }
    fileprivate var middle: Factory<Machine> {
        self { Machine("middle", needs: [self.base()]) }.singleton.onStop { _ in }
    }
    fileprivate var top: Factory<Machine> {
        self { Machine("top", needs: [self.middle()]) }.cached.onStop {
            self.events.add("stopping \($0.name)")
            // The base would stop meanwhile.
            for _ in 0..<100 { await Task.yield() }
            self.events.add("stopped \($0.name)")
        }
    }
}
