import Testing
import WiringAsync
import WiringInspection
import WiringTestSupport
import WiringTesting

private struct Refused: Error, Equatable {
    var number = 0
}

private enum Locksmith: Error {
    case noKey
    case broken(String)
}

private final class Bank: SharedContainer, TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Bank()
    static var taskLocal: TaskLocal<Bank> { $shared }
    let manager = ContainerManager()
    let calls = Counter()
    /// Whether the declarations throw.
    let isClosed = Locked(true)

    func autoRegister() { automatic.register { () throws(Refused) in Product("automatic") } }

    private func open() throws(Refused) -> Product {
        let number = calls.increment()
        if isClosed.withLock({ $0 }) { throw Refused(number: number) }
        return Product("declared")
    }

    var plain: ThrowingFactory<Product, Refused> { self { () throws(Refused) in try self.open() } }
    var any: ThrowingFactory<Product, any Error> { self { try self.open() } }
    var safe: ThrowingFactory<Product, Never> { self { Product("safe") }.cached }
    var cached: ThrowingFactory<Product, Refused> { self { () throws(Refused) in try self.open() }.cached }
    var shared: ThrowingFactory<Product, Refused> { self { () throws(Refused) in try self.open() }.shared }
    var single: ThrowingFactory<Product, Refused> { self { () throws(Refused) in try self.open() }.singleton }
    var graph: ThrowingFactory<Product, Refused> { self { () throws(Refused) in try self.open() }.graph }
    var pair: Factory<(Product?, Product?)> { self { (try? self.graph(), try? self.graph()) } }
    var lasting: ThrowingFactory<Product, Refused> {
        self { () throws(Refused) in try self.open() }.cached.timeToLive(1000)
    }
    var sharedEnum: ThrowingFactory<Product, Locksmith> { self { () throws(Locksmith) in Product("enum") }.shared }
    var sharedAny: ThrowingFactory<any Service, any Error> { self { LiveService() }.shared }
    var each: ThrowingParameterFactory<Int, Product, Refused> {
        self { (number) throws(Refused) in
            if number < 0 { throw Refused(number: number) }
            self.calls.increment()
            return Product("\(number)")
        }.scopeOnParameters.cached
    }
    var optional: ThrowingFactory<Int?, Refused> {
        self { () throws(Refused) in self.calls.increment() == 1 ? nil : 7 }.cached
    }
    var automatic: ThrowingFactory<Product, Refused> { self { () throws(Refused) in throw Refused(number: -1) } }
    var onTest: ThrowingFactory<String, Refused> {
        self { () throws(Refused) -> String in throw Refused() }.onTest { () throws(Refused) in "test" }
    }
    var outer: ThrowingFactory<Product, any Error> { self { try self.plain() } }
    @MainActor var onMain: ThrowingFactory<String, any Error> { self { try mainActorName() } }
}

@MainActor private func mainActorName() throws -> String { "main" }

@Suite(.container, .container(for: Bank.self)) struct ThrowingFactoryTests {
    private let bank = Bank.shared

    private func open() { bank.isClosed.withLock { $0 = false } }

    @Test func itThrowsWhatItsClosureThrows() throws {
        #expect(throws: Refused(number: 1)) { try bank.plain() }
        #expect(throws: Refused(number: 2)) { try bank.any() }
        open()
        #expect(try bank.plain().name == "declared")
        #expect(bank.safe() === bank.safe())
    }

    private static let stored: [any KeyPath<Bank, ThrowingFactory<Product, Refused>> & Sendable] = [
        \.cached, \.shared, \.single, \.lasting,
    ]

    @Test(arguments: 0..<4) func aFailureIsNotStored(_ index: Int) throws {
        let path = Self.stored[index]
        #expect(throws: Refused(number: 1)) { try bank[keyPath: path]() }
        #expect(throws: Refused(number: 2)) { try bank[keyPath: path]() }
        open()
        let product = try bank[keyPath: path]()
        #expect(try bank[keyPath: path]() === product)
        #expect(bank.calls.count == 3)
    }

    @Test func aGraphSharesAnInstanceAndNoFailure() {
        let (none, neither) = bank.pair()
        #expect(none == nil && neither == nil)
        #expect(bank.calls.count == 2)
        open()
        let (first, second) = bank.pair()
        #expect(first != nil && first === second)
        #expect(bank.calls.count == 3)
    }

    @Test func eachParameterHasItsOwn() throws {
        #expect(throws: Refused(number: -1)) { try bank.each(-1) }
        #expect(try bank.each(1) === bank.each(1))
        #expect(try bank.each(2).name == "2")
        #expect(bank.calls.count == 2)
    }

    @Test func aSharedInstanceIsReleased() throws {
        open()
        weak var released: Product?
        do {
            let product = try bank.shared()
            released = product
            #expect(try bank.shared() === product)
        }
        #expect(released == nil)
        var other: Product? = try bank.sharedEnum()
        #expect(try bank.sharedEnum() === other)
        released = other
        other = nil
        #expect(released == nil)
        let service = try bank.sharedAny()
        #expect(try bank.sharedAny() === service)
    }

    @Test func nilIsNotStored() throws {
        #expect(try bank.optional() == nil)
        #expect(try bank.optional() == 7)
        #expect(try bank.optional() == 7)
        #expect(bank.calls.count == 2)
    }

    // MARK: - Replacing

    @Test func replacementsMayThrow() throws {
        #expect(try bank.onTest() == "test")
        bank.onTest.override { () throws(Refused) in throw Refused(number: 5) }
        #expect(throws: Refused(number: 5)) { try bank.onTest() }
        bank.onTest.override(with: "value")
        #expect(try bank.onTest() == "value")
        bank.cached.register { () throws(Refused) in throw Refused(number: 6) }
        #expect(throws: Refused(number: 6)) { try bank.cached() }
        bank.cached.register { Product("registered") }
        #expect(try bank.cached() === bank.cached())
        #expect(try bank.automatic().name == "automatic")
        bank.each.override { Product("override \($0)") }
        #expect(try bank.each(1).name == "override 1")
        #expect(bank.calls.count == 0)
    }

    @Test func aRegistrationReachesACopy() throws {
        bank.plain.register { Product("registered") }
        let name = try withContainer(for: Bank.self) { _ in
        } operation: {
            try Bank.shared.plain().name
        }
        #expect(name == "registered")
    }

    @Test(.override(\Bank.plain) { Product("trait") }, .modify(\Bank.safe) { _ in })
    func aTraitOverrides() throws {
        #expect(try bank.plain().name == "trait")
        _ = bank.safe()
    }

    @Test func anInstanceIsDecoratedAndAFailureIsNot() throws {
        let decorated = Counter()
        bank.cached.decorate { (inner: Product) throws(Refused) in
            decorated.increment()
            return Product("decorated \(inner.name)")
        }
        bank.cached.modify { (product: inout Product) in product = Product("\(product.name)!") }
        #expect(throws: Refused(number: 1)) { try bank.cached() }
        #expect(decorated.count == 0)
        open()
        #expect(try bank.cached().name == "decorated declared!")
        #expect(try bank.cached().name == "decorated declared!")
        #expect(decorated.count == 1)
        bank.plain.decorate { (_: Product) throws(Refused) in throw Refused(number: 9) }
        #expect(throws: Refused(number: 9)) { try bank.plain() }
    }

    // MARK: - Isolation

    @Test @MainActor func itHasTheIsolationOfItsDeclaration() throws {
        #expect(try bank.onMain() == "main")
    }

    // MARK: - Diagnostics

    @Test func theObserverReceivesThePath() {
        let failures = Collection<ResolutionFailure>()
        bank.manager.failureObserver = { failures.add($0) }
        #expect(throws: Refused(number: 1)) { try bank.outer() }
        let paths = failures.values.map { $0.path.split(separator: "\n").map { $0.split(separator: " ").first ?? "" } }
        #expect(failures.values.map { ($0.error as? Refused)?.number } == [1])
        #expect(paths.map(\.count) == [2])
        #expect(failures.values[0].path.contains("Bank.outer<"))
        #expect(failures.values[0].path.contains("→ Bank.plain<"))
        #expect(failures.values[0].call?.contains("ThrowingFactoryTests.swift:") == true)
        let failure = failures.values[0]
        #expect("\(failure)" == "\(failure.error)\n\(failure.path)\nResolved at \(failure.call ?? "").")
        bank.manager.failureObserver = nil
        #expect(throws: Refused.self) { try bank.outer() }
        #expect(failures.values.count == 1)
    }

    @Test func theObserverReceivesAFailureOnce() {
        let failures = Collection<ResolutionFailure>()
        bank.manager.failureObserver = { failures.add($0) }
        /// The errors since the last call, and the declarations that threw them.
        func received() -> [String] {
            defer { failures.removeAll() }
            return failures.values.map { failure in
                let last = failure.path.split(separator: "\n").last?.split(separator: "<").first?.split(separator: ".")
                    .last
                return "\(last ?? "") \((failure.error as? Refused)?.number ?? 0)"
            }
        }
        // A failure that is caught is one, and so is the same failure of another attempt.
        _ = try? bank.plain()
        #expect(received() == ["plain 1"])
        bank.outer.register {
            _ = try? bank.plain()
            return try bank.plain()
        }
        _ = try? bank.outer()
        #expect(received() == ["plain 2", "plain 3"])
        // An error of its own is another.
        bank.outer.register {
            _ = try? bank.plain()
            throw Refused(number: -1)
        }
        _ = try? bank.outer()
        #expect(received() == ["plain 4", "outer -1"])
        // It is also one if the same error was caught before.
        bank.outer.register { throw Refused(number: 7) }
        _ = try? bank.outer()
        bank.plain.register { () throws(Refused) in throw Refused(number: 7) }
        _ = try? bank.plain()
        #expect(received() == ["outer 7", "plain 7"])
    }

    @Test func theObserverReceivesAFailureWhileOthersWaitForTheInstance() {
        let instances = Collection<Explanation.Instance>()
        bank.manager.failureObserver = { [unowned bank] _ in instances.add(bank.explain(\.cached).instance) }
        #expect(throws: Refused.self) { try bank.cached() }
        #expect(instances.values == [.underConstruction])
        #expect(bank.explain(\.cached).instance == .none)
    }

    // MARK: - Concurrency

    /// | First thread     | Other threads       |
    /// | ---------------- | ------------------- |
    /// | begins to build  |                     |
    /// |                  | resolve, and wait   |
    /// | throws           |                     |
    /// |                  | receive the failure |
    @Test(.timeLimit(.minutes(10))) func aFailureReachesAllWaitingThreads() {
        let bank = bank
        let waiters = (0..<4).map { _ in WaitingThread() }
        let begun = Gate()
        bank.cached.register { () throws(Refused) in
            begun.open()
            waiters.forEach { $0.waitUntilWaiting() }
            throw Refused(number: bank.calls.increment())
        }
        let (errors, failures) = (Collection<Refused>(), Collection<ResolutionFailure>())
        bank.manager.failureObserver = { failures.add($0) }
        bank.plain.register { () throws(Refused) in try bank.cached() }
        @Sendable func resolve() {
            do throws(Refused) { _ = try bank.plain() } catch { errors.add(error) }
        }
        onThreads(5) { number in
            guard number > 0 else { return resolve() }
            begun.pass()
            waiters[number - 1].run { resolve() }
        }
        #expect(errors.values == Array(repeating: Refused(number: 1), count: 5))
        #expect(failures.values.count == 1, "none of the closures that pass it on is another failure")
        #expect(bank.resolutions.count == 10 && bank.resolutions.allSatisfy { $0.origin != nil }, "all have ended")
        open()
        bank.cached.register { Product("later") }
        #expect((try? bank.cached().name) == "later")
    }

    @Test(.timeLimit(.minutes(10))) func manyThreadsBuildOnceAfterFailures() {
        let bank = bank
        bank.cached.register { () throws(Refused) in
            let number = bank.calls.increment()
            if number < 5 { throw Refused(number: number) }
            return Product("\(number)")
        }
        let names = Collection<String>()
        let barrier = Barrier(8)
        onThreads(8) { _ in
            barrier.arrive()
            while true {
                guard let product = try? bank.cached() else { continue }
                return names.add(product.name)
            }
        }
        #expect(names.values == Array(repeating: "5", count: 8))
        #expect(bank.calls.count == 5)
    }
}
