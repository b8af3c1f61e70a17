import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

private final class Shelf: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Shelf()
    static var taskLocal: TaskLocal<Shelf> { $shared }
    let manager = ContainerManager()
    /// Runs while the box is made. Children have the action of their root.
    let making: Locked<@Sendable () -> Void>
    @TaskLocal static var inherited: Locked<@Sendable () -> Void>?

    init() { making = Self.inherited ?? Locked<@Sendable () -> Void>({}) }

    var thrown: ThrowingFactory<Product, any Error> { self { () throws in Product("thrown") }.shared }
    var awaited: AsyncFactory<Product, any Error> { self { () async throws in Product("awaited") }.shared }
    var box: AsyncFactory<Product, Never> {
        self { () async in
            self.making.withLock { $0 }()
            return Product("box")
        }.cached
    }
}

/// What a container stores of what throwing and asynchronous factories make, and who sees it.
@Suite(.timeLimit(.minutes(10))) struct EffectfulStateTests {
    private let shelf = Shelf()

    @Test func aWeaklyStoredObjectThatIsGoneIsNotAnInstance() async throws {
        for _ in 0..<2 {
            let thrown = try shelf.thrown()
            #expect(!shelf.manager.isEmpty(.scope))
            withExtendedLifetime(thrown) {}
        }
        #expect(shelf.manager.isEmpty(.scope))
    }

    /// A reset that happens while the closure runs.
    @Test(arguments: [FactoryResetOptions.all, .registration, .context, .scope], [false, true])
    func anInstanceThatIsBeingMadeDuringAResetIsNotKept(_ options: FactoryResetOptions, ofContainer: Bool) async {
        shelf.making.withLock { making in
            making = { [shelf] in
                if ofContainer { shelf.manager.reset(options: options) } else { shelf.box.reset(options) }
            }
        }
        let first = await shelf.box()
        shelf.making.withLock { $0 = {} }
        let second = await shelf.box()
        #expect(first !== second)
        #expect(await shelf.box() === second)
    }

    @Test func aCallerThatLeavesBeforeTheConstructionDoesNotRetainAChild() async {
        weak var released: ContainerManager?
        do {
            let child = Shelf.$inherited.withValue(shelf.making) { shelf.child() }
            released = child.manager
            let caller = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await child.awaited()
            }
            await #expect(throws: CancellationError.self) { try await caller.value }
        }
        #expect(released == nil)
    }

    @Test func aParentsDecoratorSeesTheInstancesOfAChild() async throws {
        let seen = Collection<String>()
        shelf.decorator { if let product = $0 as? Product { seen.add(product.name) } }
        let child = shelf.child()
        _ = try child.thrown()
        _ = try await child.awaited()
        #expect(seen.values == ["thrown", "awaited"])
    }

    @Test func anInstanceThatIsBeingMadeInAChildWhenItsParentReplacesTheDeclarationIsNotKept() async {
        let child = Shelf.$inherited.withValue(shelf.making) { shelf.child() }
        shelf.making.withLock { $0 = { [shelf] in shelf.box.register { Product("replaced") } } }
        _ = await child.box()
        shelf.making.withLock { $0 = {} }
        #expect(await child.box().name == "replaced")
    }

    @Test func aCallerAfterAParentsChangeDoesNotJoinAnOutdatedConstruction() async {
        let child = Shelf.$inherited.withValue(shelf.making) { shelf.child() }
        let (making, mayEnd) = (AsyncGate(), AsyncGate())
        shelf.box.register {
            making.open()
            await mayEnd.pass()
            return Product("old")
        }
        let first = Task { await child.box().name }
        await making.pass()
        shelf.box.register { Product("new") }
        #expect(await child.box().name == "new")
        mayEnd.open()
        #expect(await first.value == "old")
        #expect(await child.box().name == "new")
    }
}
