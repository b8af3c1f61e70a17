import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

private final class Airport: ManagedContainer {
    let manager = ContainerManager()
    let begun = AsyncGate()
    let mayEnd = AsyncGate()
    let calls = Counter()
    let ends = Collection<String>()
    let callers = Collection<Task<Product, any Error>>()

    var flight: AsyncFactory<Product, any Error> {
        self {
            self.calls.increment()
            self.begun.open()
            await self.mayEnd.pass()
            return Product("\(self.calls.count)")
        }.cached
    }
    var failing: AsyncFactory<Product, any Error> {
        self {
            let number = self.calls.increment()
            self.begun.open()
            await self.mayEnd.pass()
            throw Grounded(number: number)
        }.cached
    }
    /// Fails when it is cancelled, as a request of a client does.
    var call: AsyncFactory<Product, any Error> {
        self {
            self.begun.open()
            await untilCancelled()
            try Task.checkCancellation()
            return Product("call")
        }
    }
    /// Passes the cancellation on.
    var conference: AsyncFactory<Product, any Error> { self { try await self.call() } }
    /// Passes the failure on.
    var board: AsyncFactory<Product, any Error> { self { try await self.failing() } }
    var cancellable: AsyncFactory<Product, any Error> {
        self {
            let number = self.calls.increment()
            if number > 1 { return Product("\(number)") }
            self.begun.open()
            await untilCancelled()
            self.ends.add("cancelled")
            self.mayEnd.open()
            return Product("late")
        }.cached
    }
    /// The first construction cancels its caller. When that has left, another caller builds the instance.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    var standby: AsyncFactory<Product, any Error> {
        self {
            let number = self.calls.increment()
            guard number == 1 else { return Product("\(number)") }
            for caller in self.callers.values { caller.cancel() }
            await withTaskCancellationHandler {
                await untilCancelled()
            } onCancel: {
                // It does not suspend.
                _ = Task.immediate { try await self.standby() }
            }
            return Product("late")
        }.cached
    }
    /// Ignores its cancellation.
    var departure: AsyncFactory<Product, CancellationError> {
        self { () async throws(CancellationError) in
            let number = self.calls.increment()
            self.begun.open()
            await self.mayEnd.pass()
            return Product("\(number)")
        }.cached
    }
    /// Each construction waits for the other one.
    var connecting: AsyncParameterFactory<Int, Product, Never> {
        self { number in
            if self.calls.increment() == 2 { self.mayEnd.open() }
            await self.mayEnd.pass()
            return Product("\(number)")
        }.scopeOnParameters.cached
    }
    var patient: AsyncFactory<Product, Never> {
        self {
            self.begun.open()
            await self.mayEnd.pass()
            return Product(Task.isCancelled ? "cancelled" : "patient")
        }.cached
    }
    var urgent: AsyncFactory<UInt8, any Error> {
        self {
            self.begun.open()
            await self.mayEnd.pass()
            return Task.currentPriority.rawValue
        }.cached
    }
    /// Tells when its priority is raised.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    var runway: AsyncFactory<Int, Never> {
        self {
            await withTaskPriorityEscalationHandler {
                self.begun.open()
                await self.mayEnd.pass()
            } onPriorityEscalated: { _, priority in
                if priority >= .high { self.mayEnd.open() }
            }
            return 1
        }.cached
    }
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    var connection: AsyncFactory<Int, Never> { self { await self.runway() + 1 }.cached }
    var lasting: AsyncFactory<Product, Never> {
        self {
            let number = self.calls.increment()
            self.begun.open()
            await self.mayEnd.pass()
            return Product("\(number)")
        }.cached.timeToLive(10)
    }
}

private struct Grounded: Error, Equatable {
    let number: Int
}

@Suite(.timeLimit(.minutes(10))) struct AsyncFlightTests {
    private let airport = Airport()

    // first caller      second            third
    // begins
    //                   waits             waits
    // is cancelled
    //                   gets the error    gets the error
    @Test @MainActor func theObserverReceivesTheFailureOfAFlightOnce() async {
        let (airport, failures) = (airport, Collection<ResolutionFailure>())
        airport.manager.failureObserver = { failures.add($0) }
        let callers = [
            await suspended { try await airport.board() }, await suspended { try await airport.board() },
            await suspended { try await airport.failing() },
        ]
        callers[0].cancel()
        await #expect(throws: CancellationError.self) { try await callers[0].value }
        airport.mayEnd.open()
        for caller in callers.dropFirst() { await #expect(throws: Grounded.self) { try await caller.value } }
        #expect(failures.values.map { ($0.error as? Grounded)?.number } == [1])
        #expect(failures.values.first?.path.contains("Airport.failing<Product>") == true)
    }

    /// The observer that is set when a closure fails hears of it, whenever the flight has begun.
    @Test @MainActor func anObserverIsSetDuringAFlight() async {
        let (airport, failures) = (airport, Collection<ResolutionFailure>())
        let first = await suspended { try await airport.failing() }
        airport.manager.failureObserver = { failures.add($0) }
        let second = await suspended { try await airport.board() }
        airport.mayEnd.open()
        for caller in [first, second] { await #expect(throws: Grounded.self) { try await caller.value } }
        #expect(failures.values.count == 1)
        #expect(failures.values.first?.path.contains("Airport.failing<") == true)
    }

    @Test func theObserverReceivesNoCancelledRequest() async {
        let (airport, failures) = (airport, Collection<ResolutionFailure>())
        airport.manager.failureObserver = { failures.add($0) }
        let request = Task { try await airport.conference() }
        await airport.begun.pass()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        #expect(failures.values.isEmpty)
    }

    @Test func aHundredCallersShareOneConstruction() async throws {
        let products = try await withThrowingTaskGroup(of: Product.self) { group in
            for _ in 0..<100 { group.addTask { try await airport.flight() } }
            await airport.begun.pass()
            airport.mayEnd.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(airport.calls.count == 1)
        #expect(products.count == 100 && products.allSatisfy { $0 === products[0] })
    }

    /// Otherwise the gate stays closed.
    @Test func parametersAreBuiltConcurrently() async {
        async let first = airport.connecting(1)
        async let second = airport.connecting(2)
        #expect(await [first.name, second.name] == ["1", "2"])
        #expect(airport.calls.count == 2)
    }

    @Test @MainActor func aFailureReachesAllWaitingTasks() async {
        let airport = airport
        let callers = [
            await suspended { try await airport.failing() }, await suspended { try await airport.failing() },
            await suspended { try await airport.failing() },
        ]
        await airport.begun.pass()
        airport.mayEnd.open()
        for caller in callers {
            await #expect(throws: Grounded(number: 1)) { try await caller.value }
        }
        await #expect(throws: Grounded(number: 2)) { try await airport.failing() }
    }

    @Test @MainActor func aCancelledCallerLeavesTheOthersTheirConstruction() async throws {
        let airport = airport
        let first = await suspended { try await airport.flight() }
        let second = await suspended { try await airport.flight() }
        await airport.begun.pass()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        airport.mayEnd.open()
        #expect(try await second.value.name == "1")
        #expect(try await airport.flight().name == "1")
    }

    @Test @MainActor func cancellingTheLastCallerCancelsTheConstruction() async throws {
        let airport = airport
        let callers = [
            await suspended { try await airport.cancellable() }, await suspended { try await airport.cancellable() },
        ]
        await airport.begun.pass()
        callers[0].cancel()
        await #expect(throws: CancellationError.self) { try await callers[0].value }
        #expect(airport.ends.values.isEmpty)
        callers[1].cancel()
        await #expect(throws: CancellationError.self) { try await callers[1].value }
        // The next caller begins another construction, whether the first one has ended or not.
        #expect(try await airport.cancellable().name == "2")
        await airport.mayEnd.pass()
        #expect(airport.ends.values == ["cancelled"])
        #expect(try await airport.cancellable().name == "2")
    }

    @Test func aCallerThatIsCancelledBeforehandBeginsNothing() async throws {
        let airport = airport
        let isCancelled = AsyncGate()
        let caller = Task {
            await isCancelled.pass()
            return try await airport.cancellable()
        }
        caller.cancel()
        isCancelled.open()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(airport.calls.count == 0)
    }

    // leader                          other caller
    // begins
    // is cancelled
    // leaves before it has waited
    //                                 begins, and gets an instance
    // throws a `CancellationError`
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func aLeaderThatIsCancelledBeforeItWaitsDoesNotResolveAgain() async throws {
        let (airport, isKnown) = (airport, AsyncGate())
        let leader = Task {
            await isKnown.pass()
            return try await airport.standby()
        }
        airport.callers.add(leader)
        isKnown.open()
        await #expect(throws: CancellationError.self) { try await leader.value }
        #expect(try await airport.standby().name == "2")
        #expect(airport.calls.count == 2)
    }

    @Test @MainActor func aCancelledCallerThatCannotThrowKeepsWaiting() async throws {
        let airport = airport
        let caller = await suspended { await airport.patient() }
        await airport.begun.pass()
        caller.cancel()
        airport.mayEnd.open()
        #expect(try await caller.value.name == "patient")
    }

    /// The construction returns an instance, but its caller has left.
    @Test func aCancelledCallerLeavesIfItThrowsOnlyCancellationErrors() async throws {
        let airport = airport
        let caller = Task { () -> Product? in
            do throws(CancellationError) { return try await airport.departure() } catch { return nil }
        }
        await airport.begun.pass()
        caller.cancel()
        airport.mayEnd.open()
        #expect(await caller.value == nil)
        #expect(try await airport.departure().name == "2")
    }

    @Test func aCancelledCallerGetsAnInstanceThatExists() async throws {
        let airport = airport
        airport.mayEnd.open()
        let product = try await airport.flight()
        let isCancelled = AsyncGate()
        let caller = Task {
            await isCancelled.pass()
            return try await airport.flight()
        }
        caller.cancel()
        isCancelled.open()
        #expect(try await caller.value === product)
    }

    @Test func anUrgentCallerRaisesThePriority() async throws {
        let airport = airport
        let idle = Task(priority: .background) { try await airport.urgent() }
        await airport.begun.pass()
        let isWaiting = AsyncGate()
        let urgent = Task(priority: .high) { @MainActor in
            isWaiting.open()
            return try await airport.urgent()
        }
        await isWaiting.pass()
        await MainActor.run {}
        airport.mayEnd.open()
        #expect(try await urgent.value >= TaskPriority.high.rawValue)
        _ = try await idle.value
    }

    /// Otherwise the gate stays closed.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func anUrgentCallerRaisesThePriorityOfWhatItsDependencyWaitsFor() async throws {
        let airport = airport
        let idle = Task(priority: .background) { await airport.connection() }
        await airport.begun.pass()
        let urgent = Task(priority: .high) { await airport.connection() }
        #expect(await urgent.value == 2)
        #expect(await idle.value == 2)
    }

    // leader            other caller
    // claims
    //                   waits
    //                   is cancelled
    // begins
    @Test @MainActor func aCallerThatLeavesBeforeTheClosureBeginsLeavesTheOthersTheirConstruction() async throws {
        let airport = airport
        let (first, takeoff) = await claimed { try await airport.flight() }
        let second = await suspended { try await airport.flight() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        takeoff.open()
        await airport.begun.pass()
        let third = await suspended { try await airport.flight() }
        airport.mayEnd.open()
        #expect(try await first.value.name == "1")
        #expect(try await third.value.name == "1")
    }

    /// Otherwise the gate stays closed.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test @MainActor func anUrgentCallerRaisesThePriorityBeforeTheClosureBegins() async throws {
        let airport = airport
        let (idle, takeoff) = await claimed(at: .background) { await airport.runway() }
        let isWaiting = AsyncGate()
        let urgent = Task(priority: .high) { @MainActor in
            isWaiting.open()
            return await airport.runway()
        }
        // The test is on the main actor, too, so it passes the gate when the call has suspended.
        await isWaiting.pass()
        takeoff.open()
        #expect(try await idle.value == 1)
        #expect(await urgent.value == 1)
    }

    /// Runs a call of an empty container in a task, and returns when the call has claimed its flight. It goes on when the gate opens.
    private func claimed<T: Sendable>(
        at priority: TaskPriority? = nil,
        _ call: @escaping @Sendable () async throws -> T
    ) async -> (Task<T, any Error>, Gate) {
        let (hasClaimed, takeoff, lines) = (AsyncGate(), Gate(), Counter())
        airport.manager.trace = true
        // The trace of the call comes when the call has its flight.
        airport.manager.logger = { _ in
            guard lines.increment() == 1 else { return }
            hasClaimed.open()
            takeoff.pass()
        }
        let task = Task.detached(priority: priority) { try await call() }
        await hasClaimed.pass()
        return (task, takeoff)
    }

    @Test @MainActor func aResetLeavesTheConstructionToItsCallers() async throws {
        let airport = airport
        let before = await suspended { try await airport.flight() }
        await airport.begun.pass()
        airport.flight.reset(.scope)
        let after = await suspended { try await airport.flight() }
        airport.mayEnd.open()
        let (first, second) = (try await before.value, try await after.value)
        #expect(first !== second)
        #expect(try await airport.flight() === second)
    }

    @Test @MainActor func anInstanceDoesNotExpireWhileItIsBuilt() async throws {
        let airport = airport
        let start = ContinuousClock.now
        func at(
            _ seconds: Int,
            _ call: @escaping @MainActor () async throws -> Product
        ) async -> Task<Product, any Error> {
            await MonotonicTime.stopping(at: start + .seconds(seconds)) { await suspended(call) }
        }
        let first = await at(0) { await airport.lasting() }
        await airport.begun.pass()
        let second = await at(1000) { await airport.lasting() }
        airport.mayEnd.open()
        #expect(try await first.value === second.value)
        #expect(airport.calls.count == 1)
    }

    /// The caller and the construction use the system's clock. The construction ends between `before` and `after`, however long it
    /// takes.
    @Test @MainActor func theTimeToLiveBeginsAtTheEnd() async throws {
        let airport = airport
        let caller = await suspended { await airport.lasting() }
        await airport.begun.pass()
        let before = ContinuousClock.now
        while ContinuousClock.now == before {}
        airport.mayEnd.open()
        let product = try await caller.value
        let after = ContinuousClock.now
        func at(_ moment: ContinuousClock.Instant) async -> Product {
            await MonotonicTime.stopping(at: moment) { await airport.lasting() }
        }
        #expect(await at(before + .seconds(10)) === product)
        #expect(await at(after + .seconds(21)) !== product)
    }

    /// The last caller of a construction may leave it while another one joins it.
    @Test(arguments: 0..<20) func onlyACancelledCallerEndsWithoutAnInstance(_ seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let container = Container()
        let (begun, ended) = (Counter(), Collection<Int>())
        for _ in 0..<50 {
            container.churn(begun, ended).reset(.scope)
            let areCancelled = (0..<8).map { _ in random.chance(33) }
            await withTaskGroup(of: Void.self) { group in
                for isCancelled in areCancelled {
                    let caller = Task { try await container.churn(begun, ended)() }
                    group.addTask {
                        switch await caller.result {
                        case .success(let number): #expect(ended.values.contains(number))
                        case .failure(let error): #expect(isCancelled && error is CancellationError)
                        }
                    }
                    if isCancelled { group.addTask { caller.cancel() } }
                }
            }
        }
        #expect(try await container.churn(begun, ended)() > 0)
    }
}

extension Container {
    fileprivate func churn(_ begun: Counter, _ ended: Collection<Int>) -> AsyncFactory<Int, any Error> {
        self {
            let number = begun.increment()
            await Task.yield()
            try Task.checkCancellation()
            ended.add(number)
            return number
        }.cached
    }
}
