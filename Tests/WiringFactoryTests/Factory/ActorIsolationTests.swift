import Dispatch
import Synchronization
import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

/// Runs jobs on a queue. The runtime does not know which code runs on the queue otherwise.
private class QueueExecutor: SerialExecutor, @unchecked Sendable {
    // SAFETY: Neither property changes, and both can be used from any thread.
    fileprivate let queue = DispatchQueue(label: "executor")
    fileprivate let key = DispatchSpecificKey<Bool>()

    init() { queue.setSpecific(key: key, value: true) }

    func enqueue(_ job: consuming ExecutorJob) {
        let (job, executor) = (UnownedJob(job), asUnownedSerialExecutor())
        queue.async { job.runSynchronously(on: executor) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// The same, and it knows which code runs on the queue.
private final class KnowingExecutor: SerialExecutor {
    let queue = QueueExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let (job, executor) = (UnownedJob(job), asUnownedSerialExecutor())
        queue.queue.async { job.runSynchronously(on: executor) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue.queue)) }
    func isIsolatingCurrentContext() -> Bool? { DispatchQueue.getSpecific(key: queue.key) == true }
}

@globalActor private actor StockActor { static let shared = StockActor() }

/// A global actor with an executor of its own.
@globalActor private actor QueueActor {
    static let shared = QueueActor()
    static let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}

/// Another global actor with the same executor.
@globalActor private actor SecondQueueActor {
    static let shared = SecondQueueActor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { QueueActor.executor.asUnownedSerialExecutor() }
}

@globalActor private actor KnowingActor {
    static let shared = KnowingActor()
    static let executor = KnowingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}

/// A global actor that runs on the main actor.
@globalActor private actor ScreenActor {
    static let shared = ScreenActor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }
}

/// A global actor whose shared actor has another type.
@globalActor private enum DatabaseActor {
    actor Worker {}
    static let shared = Worker()
}

@StockActor private final class Stock {}
@QueueActor private final class Entry {}

extension Container {
    @StockActor fileprivate var stock: Factory<Stock> { self { Stock() } }
    @StockActor fileprivate var kept: Factory<Stock> { self { Stock() }.cached }
    @StockActor fileprivate var titled: ParameterFactory<String, Stock> { self { _ in Stock() } }
    @StockActor fileprivate var throwing: ThrowingFactory<Stock, any Error> { self { Stock() } }
    @StockActor fileprivate var wired: Factory<[Int]> { wire({ [$0] }) { $0.plain } }
    @StockActor fileprivate var slow: AsyncFactory<Stock, Never> {
        self {
            await Task.yield()
            return Stock()
        }.cached
    }
    @QueueActor fileprivate var entry: Factory<Entry> { self { Entry() } }
    @KnowingActor fileprivate var knowing: Factory<Int> { self { 1 } }
    @ScreenActor fileprivate var screen: Factory<Int> { self { 1 } }
    @DatabaseActor fileprivate var row: Factory<Int> { self { 1 } }
    fileprivate var plain: Factory<Int> { self { 1 } }

    fileprivate func balance(of account: isolated Account) -> Factory<Int> { self { account.balance } }

    fileprivate nonisolated(nonsending) func report(_ pages: Int) async -> Factory<Int> { self { pages } }
    fileprivate nonisolated(nonsending) func titledReport() async -> ParameterFactory<Int, Int> { self { $0 } }
    fileprivate nonisolated(nonsending) func throwingReport() async -> ThrowingFactory<Int, any Error> { self { 1 } }
    fileprivate nonisolated(nonsending) func slowReport() async -> AsyncFactory<Int, Never> { self { await one() } }
}

private func one() async -> Int { 1 }

private actor Account {
    var balance = 1

    func resolvedBalance(from container: Container) -> Int { container.balance(of: self)() }
    var ofMine: Factory<Int> { Container.shared { self.balance } }

    func resolve<T: Sendable>(_ factory: Factory<T>) -> T { factory() }
}

@StockActor private func resolveAll(from container: Container) throws {
    _ = (container.stock(), container.kept(), container.titled("stock"), container.wired())
    _ = try (container.throwing(), container.stock.resolve(), Wrapper({ container.stock }))
}

/// Resolves off the actor, outside of a macro so that the error reports this function's line.
private func resolveElsewhere() async { _ = await Container().stock() }

/// Injects what is isolated to its actor.
@StockActor private final class Shelf {
    @Injected(\.stock) var stock
    @LazyInjected(\.kept) var kept
    @DynamicInjected(\.kept) var current
}

/// Wraps a closure, as a property wrapper does.
private struct Wrapper<T> {
    let value: T
    init(_ factory: () -> Factory<T>) { value = factory()() }
}

/// A declaration that is isolated to an actor can be resolved only there. Only debug builds check this.
@Suite(.container) struct ActorIsolationTests {
    @Test func aDeclarationResolvesOnItsActor() async throws {
        let container = Container.shared
        try await resolveAll(from: container)
        _ = await container.stock.resolveOnGlobalActor(StockActor.shared)
        _ = await container.titled.resolveOnGlobalActor(StockActor.shared, parameters: "stock")
        _ = try await { @StockActor in try container.throwing() }()
        _ = await Task { @StockActor in container.stock() }.value
        await Task.detached { await { @StockActor in _ = container.kept() }() }.value
    }

    @Test func anInjectedPropertyOfTheActorResolvesThere() async {
        await { @StockActor in
            let shelf = Shelf()
            _ = shelf.stock
            #expect(shelf.kept === shelf.current)
        }()
    }

    @Test func anAsynchronousDeclarationResolvesAnywhere() async {
        let (container, account) = (Container.shared, Account())
        _ = await container.slow()
        _ = await MainActor.run { Task { await container.slow() } }.value
        #expect(await account.resolvedBalance(from: container) == 1)
    }

    @Test func aDeclarationOfAnActorInstanceResolvesThere() async {
        #expect(await Account().resolvedBalance(from: .shared) == 1)
        let account = Account()
        #expect(await account.resolve(account.ofMine) == 1)
    }

    /// The function has its caller's isolation, and the closure that it contains has none.
    @Test func aFactoryOfAnAsynchronousFunctionMayLeaveItsCallersActor() async throws {
        let container = Container.shared
        let (report, titled, throwing, slow) = await Task { @MainActor in
            await (container.report(2), container.titledReport(), container.throwingReport(), container.slowReport())
        }
        .value
        try await Task.detached { () async throws in
            #expect(report() == 2)
            #expect(titled(3) == 3)
            #expect(try throwing() == 1)
            #expect(await slow() == 1)
        }
        .value
    }

    @Test func anExecutorOfOnesOwnIsChecked() async {
        let container = Container.shared
        _ = await { @QueueActor in container.entry() }()
        _ = await container.entry.resolveOnGlobalActor(QueueActor.shared)
    }

    /// Code of one of them runs on the other, too.
    @Test func actorsMayShareAnExecutor() async {
        let entry = await Container.shared.entry
        _ = await entry.resolveOnGlobalActor(SecondQueueActor.shared)
        let screen = await Container.shared.screen
        #expect(await MainActor.run { screen() } == 1)
        #expect(await screen.resolveOnGlobalActor(ScreenActor.shared) == 1)
    }

    /// The executor knows that code runs there, and the runtime does not.
    @Test func anExecutorThatIsEnteredSynchronouslyIsAsked() async {
        let knowing = await Container.shared.knowing
        await MainActor.run {
            let value = KnowingActor.executor.queue.queue.sync {
                KnowingActor.shared.assumeIsolated { _ in knowing() }
            }
            #expect(value == 1)
        }
    }

    /// Without a task, only the executor can tell.
    @Test func codeOutsideOfTasksIsNotStopped() async {
        let entry = await Container.shared.entry
        await withCheckedContinuation { continuation in
            QueueActor.executor.queue.async {
                _ = entry()
                continuation.resume()
            }
        }
    }

    #if DEBUG
        @Test func resolvingOnAnotherActorFails() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await resolveElsewhere()
            }
            expectStandardError(
                of: result,
                contains: "Container.stock<Stock> belongs to StockActor and was resolved off it",
                "WiringFactoryTests/ActorIsolationTests.swift:75\n",
                "Resolved at WiringFactoryTests/ActorIsolationTests.swift:117.",
                "Resolve it on that actor: `await container.stock.resolveOnGlobalActor(StockActor.shared)`."
            )
        }

        @Test func resolvingAStoredInstanceOnTheMainActorFails() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let kept = await Container().kept
                _ = await kept.resolveOnGlobalActor(StockActor.shared)
                _ = await MainActor.run { kept() }
            }
            expectStandardError(of: result, contains: "Container.kept<Stock> belongs to StockActor")
        }

        @Test func resolvingWithAParameterFails() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Container().titled("stock")
            }
            expectStandardError(
                of: result,
                contains: "`await container.titled.resolveOnGlobalActor(StockActor.shared, parameters: …)`"
            )
        }

        @Test func resolvingAThrowingFactoryFails() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try await Container().throwing()
            }
            expectStandardError(of: result, contains: "`try await { @StockActor in try container.throwing() }()`")
        }

        @Test func resolvingWhatWireDeclaresFails() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Container().wired()
            }
            expectStandardError(of: result, contains: "Container.wired<Array<Int>> belongs to StockActor")
        }

        @Test func resolvingOffAnExecutorOfOnesOwnFails() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Container().entry()
            }
            expectStandardError(of: result, contains: "Container.entry<Entry> belongs to QueueActor")
        }

        @Test func resolvingOffAnExecutorThatKnowsFails() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Container().knowing()
            }
            expectStandardError(of: result, contains: "Container.knowing<Int> belongs to KnowingActor")
        }

        @Test func resolvingOnAnotherActorInstanceFails() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let (mine, yours) = (Account(), Account())
                _ = await yours.resolve(mine.ofMine)
            }
            expectStandardError(of: result, contains: "belongs to Account and was resolved off it")
        }

        @Test func aGlobalActorOfAnotherTypeIsChecked() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Container().row()
            }
            expectStandardError(of: result, contains: "Container.row<Int> belongs to DatabaseActor.Worker and was")
        }
    #endif
}
