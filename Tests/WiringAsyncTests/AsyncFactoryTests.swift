import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

private struct Refused: Error, Equatable {
    var number = 0
}

private final class NotSendable {
    var number = 1
}

/// A parameter that is counted while a container retains it.
private final class Key: Hashable, Sendable {
    let number: Int
    private let tracked: Tracked

    init(_ number: Int, _ tracker: Tracker) {
        self.number = number
        tracked = Tracked(tracker)
    }

    static func == (left: Key, right: Key) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private actor Librarian {
    let number = 7
    func catalogue() -> Int { number }
}

final class Library: SharedContainer, TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Library()
    static var taskLocal: TaskLocal<Library> { $shared }
    let manager = ContainerManager.silent()
    let calls = Counter()
    let isClosed = Locked(false)

    func autoRegister() { automatic.register { Product("automatic") } }

    fileprivate func open() async throws(Refused) -> Product {
        let number = calls.increment()
        await Task.yield()
        if isClosed.withLock({ $0 }) { throw Refused(number: number) }
        return Product("declared")
    }
}

extension Library {
    fileprivate var plain: AsyncFactory<Product, Refused> { self { () async throws(Refused) in try await self.open() } }
    fileprivate var any: AsyncFactory<Product, any Error> { self { try await self.open() } }
    var safe: AsyncFactory<Product, Never> { self { Product("safe") }.cached }
    fileprivate var cached: AsyncFactory<Product, Refused> {
        self { () async throws(Refused) in try await self.open() }.cached
    }
    fileprivate var shared: AsyncFactory<Product, Refused> {
        self { () async throws(Refused) in try await self.open() }.shared
    }
    fileprivate var single: AsyncFactory<Product, Refused> {
        self { () async throws(Refused) in try await self.open() }.singleton
    }
    fileprivate var lasting: AsyncFactory<Product, Refused> {
        self { () async throws(Refused) in try await self.open() }.cached.timeToLive(1000)
    }
    var sharedService: AsyncFactory<any Service, any Error> { self { LiveService() }.shared }
    fileprivate var sharedValue: AsyncFactory<Int, Never> { self { self.calls.increment() }.shared }
    fileprivate var each: AsyncParameterFactory<Int, Product, Refused> {
        self { (number) async throws(Refused) in
            if number < 0 { throw Refused(number: number) }
            self.calls.increment()
            return Product("\(number)")
        }.scopeOnParameters.cached
    }
    var optional: AsyncFactory<Int?, Never> { self { self.calls.increment() == 1 ? nil : 7 }.cached }
    var automatic: AsyncFactory<Product, any Error> { self { throw Refused(number: -1) } }
    var onTest: AsyncFactory<String, any Error> { self { throw Refused() }.onTest { "test" } }
    var part: Factory<Product> { self { Product("part") }.graph }
    var asyncPart: AsyncFactory<Product, Never> { self { Product("part") }.graph }
    var whole: AsyncFactory<[Product], Never> {
        self {
            async let late = self.asyncPart()
            return [self.part(), self.part(), await self.asyncPart(), await late]
        }
    }
    fileprivate var unsendable: AsyncFactory<NotSendable, Never> { self { NotSendable() } }
    fileprivate var weakEach: AsyncParameterFactory<Key, Product, Never> {
        self { Product("\($0.number)") }.scopeOnParameters.shared
    }
    fileprivate var weakThrowing: ThrowingParameterFactory<Key, Product, Never> {
        self { Product("\($0.number)") }.scopeOnParameters.shared
    }
    fileprivate var number: AsyncFactory<Int, Never> { self { 0 } }
    fileprivate var librarian: Factory<Librarian> { self { Librarian() }.cached }
    var catalogue: AsyncFactory<Int, Never> { self { await self.librarian().catalogue() }.cached }
    @MainActor var onMain: AsyncFactory<String, any Error> { self { mainActorName() }.cached }
    var outer: AsyncFactory<Product, any Error> { self { try await self.any() } }
}

@MainActor private func mainActorName() -> String {
    MainActor.assertIsolated()
    return "main"
}

@Suite(.container, .container(for: Library.self)) struct AsyncFactoryTests {
    private let library = Library.shared

    private func close() { library.isClosed.withLock { $0 = true } }
    private func open() { library.isClosed.withLock { $0 = false } }

    @Test func itThrowsWhatItsClosureThrows() async throws {
        close()
        await #expect(throws: Refused(number: 1)) { try await library.plain() }
        await #expect(throws: Refused(number: 2)) { try await library.any() }
        await #expect(throws: Refused(number: 3)) { try await library.outer() }
        open()
        #expect(try await library.plain().name == "declared")
        #expect(await library.safe() === library.safe())
    }

    private static let stored: [any KeyPath<Library, AsyncFactory<Product, Refused>> & Sendable] = [
        \.cached, \.shared, \.single, \.lasting,
    ]

    @Test(arguments: 0..<4) func aFailureIsNotStored(_ index: Int) async throws {
        let path = Self.stored[index]
        close()
        await #expect(throws: Refused(number: 1)) { try await library[keyPath: path]() }
        await #expect(throws: Refused(number: 2)) { try await library[keyPath: path]() }
        open()
        let product = try await library[keyPath: path]()
        #expect(try await library[keyPath: path]() === product)
        #expect(library.calls.count == 3)
    }

    @Test func nilIsNotStored() async {
        #expect(await library.optional() == nil)
        #expect(await library.optional() == 7)
        #expect(await library.optional() == 7)
        #expect(library.calls.count == 2)
    }

    @Test func eachParameterHasItsOwn() async throws {
        await #expect(throws: Refused(number: -1)) { try await library.each(-1) }
        let one = try await library.each(1)
        #expect(try await library.each(1) === one)
        #expect(try await library.each(2).name == "2")
        #expect(library.calls.count == 2)
    }

    @Test func aSharedInstanceIsReleased() async throws {
        weak var released: Product?
        do {
            let product = try await library.shared()
            released = product
            #expect(try await library.shared() === product)
        }
        #expect(released == nil)
        #expect(try await library.shared().name == "declared")
        #expect(library.calls.count == 2)
        let service = try await library.sharedService()
        #expect(try await library.sharedService() === service)
    }

    @Test func aSharedValueIsNotStored() async {
        #expect(await library.sharedValue() == 1)
        #expect(await library.sharedValue() == 2)
    }

    @Test func parametersOfReleasedInstancesAreEvicted() async {
        let tracker = Tracker()
        for number in 0..<1000 {
            _ = await library.weakEach(Key(number, tracker))
            _ = library.weakThrowing(Key(number, tracker))
        }
        #expect(tracker.made == 2000)
        #expect(tracker.alive < 200)
    }

    @Test func aGraphSharesAnInstanceAmongTasks() async {
        let parts = await library.whole()
        #expect(parts[0] === parts[1])
        #expect(parts[2] === parts[3])
        let others = await library.whole()
        #expect(others[0] !== parts[0] && others[2] !== parts[2])
    }

    @Test func anExpiredInstanceIsMadeAgain() async throws {
        let start = ContinuousClock.now
        func at(_ seconds: Int) async throws -> Product {
            try await MonotonicTime.stopping(at: start + .seconds(seconds)) { try await library.lasting() }
        }
        let first = try await at(0)
        #expect(try await at(999) === first)
        #expect(try await at(1998) === first)
        #expect(try await at(3000) !== first)
    }

    @Test func registrationsOverridesAndContextsApply() async throws {
        #expect(try await library.automatic().name == "automatic")
        #expect(try await library.onTest() == "test")
        library.onTest.register { "registered" }
        #expect(try await library.onTest() == "test")
        library.onTest.override { "overridden" }
        #expect(try await library.onTest() == "overridden")
        library.onTest.reset()
        library.cached.register { () async throws(Refused) in throw Refused(number: 9) }
        await #expect(throws: Refused(number: 9)) { try await library.cached() }
        library.cached.override(with: Product("value"))
        #expect(try await library.cached().name == "value")
        library.cached.reset()
        let declared = try await library.cached()
        #expect(declared.name == "declared")
        library.cached.reset(.scope)
        #expect(try await library.cached() !== declared)
    }

    @Test func pushAndPopRestore() async throws {
        let before = try await library.cached()
        library.manager.push()
        library.cached.register { () async throws(Refused) in Product("pushed") }
        #expect(try await library.cached().name == "pushed")
        library.manager.pop()
        #expect(try await library.cached() === before)
    }

    @Test func decorationsApplyOnceAndInOrder() async throws {
        library.cached.decorate { inner async throws(Refused) in
            await Task.yield()
            return Product(inner.name + ", once")
        }
        library.cached.decorate { inner in Product(inner.name + ", twice") }
        let product = try await library.cached()
        #expect(product.name == "declared, once, twice")
        #expect(try await library.cached() === product)
        library.cached.reset()
        #expect(try await library.cached().name == "declared")
    }

    @Test func theContainersDecoratorSeesInstances() async throws {
        let seen = Collection<String>()
        library.decorator { seen.add(($0 as? Product)?.name ?? "other") }
        _ = try await library.cached()
        _ = try await library.cached()
        _ = try await library.plain()
        #expect(seen.values == ["declared", "declared", "declared"])
    }

    @Test func theTraceNamesTheInstance() async throws {
        let lines = Collection<String>()
        library.manager.trace = true
        library.manager.logger = { lines.add($0) }
        let product = try await library.cached()
        _ = try await library.cached()
        let address = Int(bitPattern: ObjectIdentifier(product))
        #expect(
            lines.values == [
                "0: Library.cached<Product> = F:0 Product", "0: Library.cached<Product> = C:\(address) Product",
            ]
        )
    }

    @Test func theObserverReceivesFailuresWithTheirPath() async {
        let failures = Collection<ResolutionFailure>()
        library.manager.failureObserver = { failures.add($0) }
        close()
        _ = try? await library.outer()
        #expect(failures.values.map { ($0.error as? Refused)?.number } == [1])
        #expect(failures.values[0].path.contains("      Library.outer<Product>"))
        #expect(failures.values[0].path.contains("    → Library.any<Product>"))
        #expect(failures.values[0].call?.contains("AsyncFactoryTests.swift:") == true)
        library.outer.register {
            _ = try? await library.any()
            throw Refused(number: -1)
        }
        _ = try? await library.outer()
        #expect(failures.values.map { ($0.error as? Refused)?.number } == [1, 2, -1])
    }

    @Test func anUnscopedInstanceIsMadeInTheCallersIsolation() async {
        actor Caller {
            func number(in library: Library) async -> Int {
                let instance = await library.unsendable()
                instance.number += 1
                return instance.number
            }
            func isHere(_ library: Library) async -> Bool {
                library.number.register {
                    self.assertIsolated()
                    return 1
                }
                return await library.number() == 1
            }
        }
        let caller = Caller()
        #expect(await caller.number(in: library) == 2)
        #expect(await caller.isHere(library))
    }

    @Test @MainActor func aNonisolatedClosureRunsInTheCallersIsolation() async {
        nonisolated func register() {
            library.number.register {
                MainActor.assertIsolated()
                return 3
            }
        }
        register()
        #expect(await library.number() == 3)
    }

    @Test func aClosureOfAnActorRunsThere() async throws {
        #expect(await library.catalogue() == 7)
        #expect(try await library.onMain() == "main")
    }

    @Test func aConstructionHasItsCallersTaskLocalValues() async throws {
        let library = library
        library.catalogue.register { Container.shared === library.marker ? 1 : 2 }
        #expect(await Container.$shared.withValue(library.marker) { await library.catalogue() } == 1)
    }

    @Test func aContainerIsReleased() async throws {
        weak var released: Library?
        do {
            let library = Library()
            released = library
            _ = try await library.cached()
            _ = await library.whole()
        }
        #expect(released == nil)
    }

    @Test func copiesInheritAnInstanceAndNotLaterOnes() async throws {
        let before = try await library.cached()
        try await withContainer(for: Library.self) { _ in
        } operation: { () async throws in
            let inherited = try await Library.shared.cached()
            #expect(inherited === before)
            Library.shared.cached.override(with: Product("inner"))
            #expect(try await Library.shared.cached().name == "inner")
        }
        #expect(try await library.cached() === before)
    }
}

extension Library {
    var markerFactory: Factory<Container> { self { Container() }.cached }
    var marker: Container { markerFactory() }
}
