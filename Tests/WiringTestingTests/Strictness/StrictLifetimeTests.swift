import Synchronization
import Testing
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

/// What a test hands to what is around it.
private final class Handed<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    func set(_ new: Value?) { value.withLock { $0 = new } }
    func get() -> Value? { value.withLock { $0 } }
}

private struct Weak: Sendable {
    weak var manager: ContainerManager?
    weak var instance: Lines?
}

private let left = Handed<Weak>()
private let outliving = Handed<Container>()

@Suite(.withFailuresAlone) struct StrictLifetimeTests {
    @Test(
        Around {
            #expect(left.get() != nil)
            #expect(left.get()?.manager == nil)
            #expect(left.get()?.instance == nil)
        },
        .container(.strict),
        .override(\.tracked) { Lines() }
    ) func aTestLeavesNothingOfItsContainer() {
        left.set(Weak(manager: Container.shared.manager, instance: Container.shared.tracked()))
        withContainer { _ in
        } operation: {
            _ = Container.shared.tracked()
        }
    }

    @Test(
        Around {
            let container = outliving.get()
            #expect(container?.resolutions.count == 1)
            for _ in 0..<10 { _ = container?.tracked() }
            #expect(container?.resolutions.count == 1)
            outliving.set(nil)
        },
        .container,
    ) func whatIsResolvedAfterTheTestIsNotKept() {
        outliving.set(Container.shared)
        _ = Container.shared.tracked()
    }
}

@Suite(
    .withFailuresAlone,
    Around { #expect(await Task.detached { Watched.shared.manager.observers.isEmpty }.value) }
)
struct ObserverLifetimeTests {
    @Test(.container(.strict, for: Watched.self), .allow(\Watched.number), arguments: 0..<50)
    func strictTestsLeaveNoObserver(_: Int) async {
        await Task.detached { _ = Watched.shared.number() }.value
    }

    @Test(.container(for: Watched.self), arguments: 0..<50)
    func othersDoNotEither(_: Int) async {
        await Task.detached { _ = Watched.shared.number() }.value
    }

    @Test(.container(.strict, for: Watched.self)) func onesThatFailDoNotEither() async {
        await withKnownIssue { _ = await Task { Watched.shared.number() }.value }
    }
}
