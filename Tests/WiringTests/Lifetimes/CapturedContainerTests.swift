import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

/// A container whose closures use `self`.
private final class Hall: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Hall()
    let manager = ContainerManager()
    let runs = Counter()

    func autoRegister() {
        runs.increment()
        registered.register { "registered of \(self.name())" }
        cached.register { Product("cached of \(self.name())") }
        hashed.register { _ in "hashed of \(self.name())" }
        overridden.override { "overridden of \(self.name())" }
        noted.onTest { "test of \(self.name())" }
        noted.decorator { _ in _ = self.name() }
        decorator { _ in _ = self.manager }
        manager.logger = { _ in _ = self.manager }
    }
}

extension Hall: TaskLocalContainer {
    static var taskLocal: TaskLocal<Hall> { $shared }
}

extension Hall {
    var name: Factory<String> { self { "hall" } }
    var registered: Factory<String> { self { "declared" } }
    var cached: Factory<Product> { self { Product("declared") }.cached }
    var hashed: ParameterFactory<Hashed, String> { self { _ in "declared" }.scopeOnParameters.cached }
    var overridden: Factory<String> { self { "declared" } }
    var noted: Factory<String> { self { "declared" } }

    /// The values of everything that `autoRegister()` sets.
    var all: [String] { [registered(), cached().name, hashed(Hashed {}), overridden(), noted()] }
}

private let all = [
    "registered of hall", "cached of hall", "hashed of hall", "overridden of hall", "test of hall",
]

/// A parameter that runs a closure when it is hashed.
private struct Hashed: Hashable, @unchecked Sendable {
    // SAFETY: Each is hashed on one thread.
    let action: () -> Void
    static func == (left: Hashed, right: Hashed) -> Bool { true }
    func hash(into hasher: inout Hasher) { action() }
}

/// A container whose declarations use `self` in their modifiers.
private final class Room: ManagedContainer {
    let manager = ContainerManager()
}

extension Room {
    var name: Factory<String> { self { "room" } }
    var byContext: Factory<String> {
        self { "declared" }
            .onArg("a") { self.name() }.onArgs(["b", "c"]) { self.name() }.onPreview { self.name() }
            .onSimulator { self.name() }.onDevice { self.name() }.onDebug { self.name() }
            .context(.arg("d")) { self.name() }.onTest { "test of \(self.name())" }.cached
    }
    var decorated: Factory<String> { self { "declared" }.decorator { _ in _ = self.name() } }
    var decoratedWithIsNew: Factory<String> { self { "declared" }.decorator { _, _ in _ = self.name() } }
    var once: Factory<String> {
        self { "declared" }.onTest { "test of \(self.name())" }.decorator { _ in _ = self.name() }.once()
    }
    func greeting(_ greeting: String) -> ParameterFactory<String, String> {
        self { $0 }.onTest { "\(greeting) \($0) in \(self.name())" }
    }

    var throwing: ThrowingFactory<String, any Error> {
        self { "declared" }.onArg("a") { self.name() }.onTest { "test of \(self.name())" }
    }
    var asynchronous: AsyncFactory<String, any Error> {
        self { "declared" }.onArg("a") { self.name() }.onTest { "test of \(self.name())" }
    }

    /// The values of the declarations that neither throw nor await.
    var all: [String] { [byContext(), decorated(), decoratedWithIsNew(), once(), greeting("Hello")("Ada")] }
}

private struct Weak<Object: AnyObject>: Sendable {
    private let object: @Sendable () -> Object?
    var isReleased: Bool { object() == nil }

    init(_ object: Object) where Object: Sendable { self.object = { [weak object] in object } }
}

/// Closures that use `self` do not retain the container.
@Suite(.timeLimit(.minutes(10))) struct CapturedContainerTests {
    /// A bound closure retains what `autoRegister()` set, even if it was bound within a nested operation.
    @Test func aClosureBoundInANestedOperationKeepsTheRegistrationsOfItsContainer() {
        weak var dropped: Hall?
        do {
            let (first, bound, hall) = withContainer(for: Hall.self) { _ in
            } operation: {
                let hall = Hall.shared
                let first = hall.registered()
                let bound = withContainer(for: Hall.self) { _ in
                } operation: {
                    hall.bind { Hall.shared.registered() }
                }
                return (first, bound, hall)
            }
            dropped = hall
            #expect(bound() == first)
            #expect(hall.runs.count == 1)
        }
        #expect(dropped == nil)
    }

    @Test func declaredModifiersDoNotRetainTheContainer() {
        func use() -> Weak<Room> {
            let room = Room()
            for _ in 1...2 {
                #expect(room.all == ["test of room", "declared", "declared", "test of room", "Hello Ada in room"])
            }
            return Weak(room)
        }
        let room = use()
        #expect(room.isReleased)
    }

    // Without a scope, the asynchronous closure runs in this task. No other task retains the container.
    @Test func declaredModifiersOfEffectfulFactoriesDoNotRetainTheContainer() async throws {
        func use() async throws -> Weak<Room> {
            let room = Room()
            for _ in 1...2 {
                let (thrown, awaited) = try await (room.throwing(), room.asynchronous())
                #expect(thrown == "test of room")
                #expect(awaited == "test of room")
            }
            return Weak(room)
        }
        let room = try await use()
        #expect(room.isReleased)
    }

    @Test func aDeclaredContextWinsOverAnExternalOneExceptBeforeOnce() {
        let room = Room()
        room.byContext.onTest { "outside" }
        #expect(room.byContext() == "test of room")
        room.once.onTest { "outside" }
        #expect(room.once() == "outside")
        room.once.reset(.context)
        #expect(room.once() == "declared")
        room.once.reset()
        #expect(room.once() == "test of room")
    }

    @Test func aCopyIsReleasedWhenItsOperationEnds() async {
        let child = withContainer(for: Hall.self) { _ in
        } operation: {
            #expect(Hall.shared.all == all)
            return Weak(Hall.shared)
        }
        #expect(child.isReleased)
        let other = await withContainer(for: Hall.self) { _ in
        } operation: {
            await Task.yield()
            Hall.shared.manager.push()
            #expect(Hall.shared.all == all)
            return Weak(Hall.shared)
        }
        #expect(other.isReleased)
    }

    @Test func aCopyLivesAsLongAsTheLastTaskThatUsesIt() async {
        let (stream, end) = AsyncStream<Void>.makeStream()
        let (child, runs, task) = withContainer(for: Hall.self) { _ in
        } operation: {
            _ = Hall.shared.all
            let task = Task {
                for await _ in stream {}
                return Hall.shared.all
            }
            return (Weak(Hall.shared), Hall.shared.runs, task)
        }
        #expect(!child.isReleased)
        end.finish()
        #expect(await task.value == all)
        #expect(runs.count == 1)
    }

    @Test func aBoundClosureRetainsTheRegistrations() {
        let (bound, runs) = withContainer(for: Hall.self) { _ in
        } operation: {
            (Hall.shared.bind { Hall.shared.all }, Hall.shared.runs)
        }
        #expect(bound() == all)
        #expect(bound() == all)
        #expect(runs.count == 1)
    }

    @Test func aCopyUsedAfterItsOperationRunsAutoRegisterAgain() {
        let (child, cached) = withContainer(for: Hall.self) {
            $0.name.override { "child" }
        } operation: {
            (Hall.shared, Hall.shared.cached())
        }
        #expect(child.cached() === cached)
        #expect(child.all == all.map { $0.replacing("hall", with: "child") })
        #expect(child.runs.count == 2)
    }

    @Test func aTestsContainerIsReleasedWhenTheTestEnds() async throws {
        let released = Collection<Weak<Hall>>()
        let trait = ContainerTrait(shared: Hall.$shared, container: Hall())
        // SAFETY: This is a test.
        try await trait.provideScope(for: Test.current!, testCase: nil) {
            #expect(Hall.shared.all == all)
            released.add(Weak(Hall.shared))
        }
        #expect(released.values.map(\.isReleased) == [true])
    }

    // one                                       the operation
    // runs autoRegister
    //                                           ends: releases the registrations
    // chooses a registration: runs autoRegister again
    @Test(arguments: [false, true]) func aResolutionInProgressUsesTheRegistrationsAfterTheOperationEnds(
        _ isTraced: Bool
    ) {
        let ended = Locked<(@Sendable () -> Void)?>(nil)
        let bound = withContainer(for: Hall.self) {
            if isTraced { $0.manager.trace = true }
        } operation: {
            _ = Hall.shared.all
            let child = Hall.shared
            let held = child.bind { _ = Hall.shared }
            ended.withLock { $0 = held }
            return child
        }
        #expect(bound.hashed(Hashed { _ = ended.withLock { $0.take() } }) == "hashed of hall")
        #expect(bound.all == all)
        #expect(bound.runs.count == 2)
    }
}
