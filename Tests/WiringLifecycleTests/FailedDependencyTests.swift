import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// What becomes of an instance when only one that has failed to start was built with it.
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
}

private final class Chest: ManagedContainer {
    let manager = ContainerManager.silent()
    let events = Collection<String>()
    /// Opens when an instance has stopped.
    let hasStopped = AsyncGate()

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
}
