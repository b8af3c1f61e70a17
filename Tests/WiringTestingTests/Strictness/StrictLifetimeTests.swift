import Testing
import Wiring
import WiringFixtures
import WiringTesting

private final class Watched: TaskLocalContainer, @unchecked Sendable {
    @TaskLocal static var shared = Watched()
    static var taskLocal: TaskLocal<Watched> { $shared }
    let manager = ContainerManager()
    required init() {}
}

extension Watched {
    fileprivate var number: Factory<Int> { self { 1 } }
}

extension Container {
    fileprivate var tracked: Factory<Lines> { self { Lines() }.cached }
}

/// Passes a value from a test to a trait around it.
private final class Handover<Value: Sendable>: Sendable {
    private let value = Protected<Value?>(nil)
    func set(_ new: Value?) { value.withLock { $0 = new } }
    func get() -> Value? { value.withLock { $0 } }
}

private struct WeakReferences: Sendable {
    weak var manager: ContainerManager?
    weak var instance: Lines?
}

private let references = Handover<WeakReferences>()
private let outlivingContainer = Handover<Container>()

@Suite(.failuresOnly) struct StrictLifetimeTests {
    @Test(
        Around {
            #expect(references.get() != nil)
            #expect(references.get()?.manager == nil)
            #expect(references.get()?.instance == nil)
        },
        .container(.strict),
        .override(\.tracked) { Lines() }
    ) func containerAndInstancesAreDeallocatedAfterTest() {
        references.set(WeakReferences(manager: Container.shared.manager, instance: Container.shared.tracked()))
        withContainer { _ in
        } operation: {
            _ = Container.shared.tracked()
        }
    }

    @Test(
        Around {
            let container = outlivingContainer.get()
            #expect(container?.resolutions.count == 1)
            for _ in 0..<10 { _ = container?.tracked() }
            #expect(container?.resolutions.count == 1)
            outlivingContainer.set(nil)
        },
        .container,
    ) func resolutionsAfterTestAreNotAdded() {
        outlivingContainer.set(Container.shared)
        _ = Container.shared.tracked()
    }
}

@Suite(
    .failuresOnly,
    Around {
        let observers = await Task.detached {
            // A container removes the observers that have ended when it would next tell them something.
            _ = Watched.shared.number()
            return Watched.shared.manager.observers
        }.value
        #expect(observers.isEmpty)
    }
)
struct ObserverLifetimeTests {
    @Test(.container(.strict, for: Watched.self), .allow(\Watched.number), arguments: 0..<50)
    func strictTestLeavesNoObserver(_: Int) { _ = Watched.shared.number() }

    @Test(.container(for: Watched.self), arguments: 0..<50)
    func testWithoutStrictnessLeavesNoObserver(_: Int) { _ = Watched.shared.number() }

    @Test(.container(.strict, for: Watched.self)) func failingStrictTestLeavesNoObserver() async {
        await withKnownIssue { _ = await Task { Watched.shared.number() }.value }
    }
}
