import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

private final class Terminal: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Terminal()
    static var taskLocal: TaskLocal<Terminal> { $shared }
    let manager = ContainerManager()
    let begun = AsyncGate()
    let mayEnd = AsyncGate()
    let isReleased = AsyncGate()
    let tracker = Tracker()
}

/// Polls until it is released.
private final class Poller: Sendable {
    private let task: Task<Void, Never>
    private let isReleased: AsyncGate

    init(_ isReleased: AsyncGate) {
        self.isReleased = isReleased
        task = Task { await untilCancelled() }
    }

    deinit {
        task.cancel()
        isReleased.open()
    }
}

/// Beats until it is released.
private actor Heart {
    private var beats = 0
    private var task: Task<Void, Never>?
    private let isReleased: AsyncGate

    init(_ isReleased: AsyncGate) { self.isReleased = isReleased }

    func begin() {
        task = Task { [weak self] in
            while !Task.isCancelled {
                await self?.beat()
                await Task.yield()
            }
        }
    }

    private func beat() { beats += 1 }

    deinit {
        task?.cancel()
        isReleased.open()
    }
}

/// A parameter that is counted while something retains it.
private struct Ticket: Hashable {
    let tracked: Tracked

    static func == (left: Ticket, right: Ticket) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

extension Terminal {
    fileprivate var poller: AsyncFactory<Poller, any Error> { self { [isReleased] in Poller(isReleased) }.cached }
    fileprivate var timedPoller: AsyncFactory<Poller, any Error> {
        self { [isReleased] in Poller(isReleased) }.cached.timeToLive(10)
    }
    fileprivate var latePoller: AsyncFactory<Poller, Never> {
        self { [isReleased] in
            await Task.yield()
            return Poller(isReleased)
        }.cached
    }
    fileprivate var unscopedPoller: AsyncFactory<Poller, Never> { self { [isReleased] in Poller(isReleased) } }
    fileprivate var heart: AsyncFactory<Heart, Never> {
        self { [isReleased] in
            let heart = Heart(isReleased)
            await heart.begin()
            return heart
        }.cached.timeToLive(10)
    }
    fileprivate var watcher: AsyncParameterFactory<Ticket, Task<Void, Never>, Never> {
        self { _ in Task { await untilCancelled() } }
    }

    var part: Factory<Product> { self { Product("part") }.graph }
    var asyncPart: AsyncFactory<Product, Never> { self { Product("part") }.graph }
    var parts: AsyncFactory<[Product], any Error> {
        self {
            self.begun.open()
            await self.mayEnd.pass()
            return [self.part(), self.part(), await self.asyncPart(), await self.asyncPart()]
        }.cached
    }
    var lamp: AsyncFactory<Product, Never> { self { Product("lamp") }.cached.onStart { _ in } }
    var passengers: AsyncFactory<[Product], any Error> { self { try await self.parts() } }
    var bags: AsyncFactory<[Product], Never> {
        self { [self.part(), self.part(), await self.asyncPart(), await self.asyncPart()] }
    }
}

/// What a construction leaves behind when it has ended, and what it keeps while it goes on.
@Suite(.timeLimit(.minutes(10)), .container(for: Terminal.self)) struct AfterTheFlightTests {
    private let terminal = Terminal.shared

    @Test func aTaskOfTheInstanceDoesNotRetainIt() async throws {
        _ = try await terminal.poller()
        terminal.poller.reset(.scope)
        await terminal.isReleased.pass()
    }

    @Test func aTaskOfAnInstanceThatIsMadeLateDoesNotRetainIt() async {
        _ = await terminal.latePoller()
        terminal.latePoller.reset(.scope)
        await terminal.isReleased.pass()
    }

    @Test func aTaskOfAnInstanceThatHasExpiredDoesNotRetainIt() async throws {
        let now = ContinuousClock.now
        try await MonotonicTime.stopping(at: now) { _ = try await terminal.timedPoller() }
        try await MonotonicTime.stopping(at: now + .seconds(11)) { _ = try await terminal.timedPoller() }
        await terminal.isReleased.pass()
    }

    @Test func anActorWithAHeartbeatIsReleasedByAReset() async {
        _ = await terminal.heart()
        terminal.heart.reset(.scope)
        await terminal.isReleased.pass()
    }

    @Test func anActorWithAHeartbeatIsReleasedWithItsContainer() async {
        let isReleased: AsyncGate
        do {
            let terminal = Terminal()
            isReleased = terminal.isReleased
            _ = await terminal.heart()
        }
        await isReleased.pass()
    }

    @Test func anActorWithAHeartbeatIsReleasedWhenItsTimeToLiveEnds() async {
        let now = ContinuousClock.now
        await MonotonicTime.stopping(at: now) { _ = await terminal.heart() }
        await MonotonicTime.stopping(at: now + .seconds(11)) { _ = await terminal.heart() }
        await terminal.isReleased.pass()
    }

    @Test func aTaskOfTheInstanceDoesNotRetainTheContainer() async throws {
        let isReleased: AsyncGate
        do {
            let terminal = Terminal()
            isReleased = terminal.isReleased
            _ = try await terminal.poller()
        }
        await isReleased.pass()
    }

    @Test func aTaskOfAnInstanceForOneCallerDoesNotRetainIt() async {
        _ = await terminal.unscopedPoller()
        await terminal.isReleased.pass()
    }

    @Test func aTaskThatAClosureCreatesDoesNotRetainTheParameter() async {
        let task = await terminal.watcher(Ticket(tracked: Tracked(terminal.tracker)))
        #expect(terminal.tracker.alive == 0)
        task.cancel()
    }

    // first caller                     second caller
    // begins the parts
    //                                  waits for them
    // is cancelled: its resolution ends
    //                                  gets the parts
    @Test @MainActor func aFlightKeepsItsGraphWhenItsFirstCallerHasLeft() async throws {
        let terminal = terminal
        let first = await suspended { try await terminal.passengers() }
        await terminal.begun.pass()
        let second = await suspended { try await terminal.parts() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        terminal.mayEnd.open()
        let parts = try await second.value
        #expect(parts[0] === parts[1])
        #expect(parts[2] === parts[3])
    }

    // start                               decorator
    // builds the lamp, which is published
    //                                     resets it
    // looks the lamp up once more, and does not build it
    //
    // An abandoned construction would keep the container, and later callers would wait for it.
    @Test func aStartThatNoLongerFindsAnInstanceLeavesNoConstruction() async {
        await #expect(processExitsWith: .success) {
            endProcess(after: 60)
            let child = Terminal().child()
            child.decorator { [weak child] in if $0 is Product { child?.lamp.reset(.scope) } }
            // It throws, because what it names is dropped.
            try? await child.start(\.lamp)
            child.decorator(nil)
            _ = await child.lamp()
        }
    }

    @Test func aResolutionInAnEndedChildHasOneGraph() async {
        let terminal = terminal
        let (hasEnded, task) = withChildContainer(of: terminal) { _ in
        } operation: {
            let hasEnded = AsyncGate()
            let task = Task {
                await hasEnded.pass()
                return await Terminal.shared.bags()
            }
            return (hasEnded, task)
        }
        hasEnded.open()
        let bags = await task.value
        #expect(bags[0] === bags[1])
        #expect(bags[2] === bags[3])
    }
}
