import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// What becomes of the instances that one that has failed to start was built with, and of those that were built with it.
@Suite(.timeLimit(.minutes(10)), .container) struct FailedDependencyTests {
    /// ```
    /// lid ──▶ hinge, which was built before the start and is not stored ──▶ nail
    /// ```
    /// The lid does not start, because the hinge has not. Then nothing needs the nail, which was replaced before.
    @Test func whatOnlyAFailedInstanceNeedsStops() async throws {
        let chest = Chest()
        _ = chest.lid()
        try await chest.start()
        _ = try await chest.nail.started()
        chest.nail.override { Machine("another nail") }
        #expect(chest.events.values == ["start nail"])
        await #expect(throws: (any Error).self) { try await chest.lid.started() }
        await chest.hasStopped.pass()
        #expect(chest.events.values == ["start nail", "stop nail"])
        await chest.shutdown()
    }

    /// ```
    /// one construction of a box    another one                  a later resolution
    ///
    /// uses the bolt
    ///                              uses the bolt
    /// throws the bolt's error
    ///                                                           joins it
    ///                              throws the bolt's error      throws the bolt's error
    /// ```
    /// The one after that builds a box with another bolt.
    @MainActor @Test func aConstructionUnderWayFailsWithWhatItHasUsed() async throws {
        let chest = Chest()
        try await chest.start()
        let first = await suspended { try await chest.box() }
        await chest.isStarting.pass()
        let (isUnderway, mayEnd) = (AsyncGate(), AsyncGate())
        let boxes = Counter()
        chest.box.register { [unowned chest] in
            boxes.increment()
            let box = Machine("box", needs: [try await chest.bolt()])
            isUnderway.open()
            await mayEnd.pass()
            return box
        }
        let second = await suspended { try await chest.box() }
        await isUnderway.pass()
        chest.mayFail.open()
        await #expect(throws: Broken("bolt")) { try await first.value }
        let third = await suspended { try await chest.box() }
        mayEnd.open()
        await #expect(throws: Broken("bolt")) { try await second.value }
        await #expect(throws: Broken("bolt")) { try await third.value }
        #expect(boxes.count == 1)
        _ = try await chest.box()
        #expect(boxes.count == 2)
        await chest.shutdown()
    }
}

private final class Chest: ManagedContainer {
    let manager = ContainerManager.silent()
    let events = Collection<String>()
    /// Opens when an instance has stopped.
    let hasStopped = AsyncGate()
    /// Opens when a bolt is starting.
    let isStarting = AsyncGate()
    /// Lets the start of the first bolt fail.
    let mayFail = AsyncGate()
    private let bolts = Counter()

    private func start(_ machine: Machine) async { events.add("start \(machine.name)") }

    private func stop(_ machine: Machine) async {
        events.add("stop \(machine.name)")
        hasStopped.open()
    }

    var nail: Factory<Machine> {
        self { Machine("nail") }.cached.onStart { await self.start($0) }.onStop { await self.stop($0) }
    }
    var hinge: Factory<Machine> {
        self { Machine("hinge", needs: [self.nail()]) }.cached.timeToLive(0)
            .onStart { await self.start($0) }.onStop { await self.stop($0) }
    }
    var lid: Factory<Machine> {
        self { Machine("lid", needs: [self.hinge()]) }.cached
            .onStart { await self.start($0) }.onStop { await self.stop($0) }
    }
    var bolt: AsyncFactory<Machine, any Error> {
        self { Machine("bolt") }.cached.onStart { _ in
            guard self.bolts.increment() == 1 else { return }
            self.isStarting.open()
            await self.mayFail.pass()
            throw Broken("bolt")
        }
    }
    /// Has no hooks itself.
    var box: AsyncFactory<Machine, any Error> {
        self { Machine("box", needs: [try await self.bolt()]) }.cached
    }
}
