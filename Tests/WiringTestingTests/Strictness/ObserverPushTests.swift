import Testing
import WiringFixtures
import WiringTesting

private final class Pushed: TaskLocalContainer, @unchecked Sendable {
    @TaskLocal static var shared = Pushed()
    static var taskLocal: TaskLocal<Pushed> { $shared }
    let manager = ContainerManager()
    required init() {}
}

extension Pushed {
    fileprivate var number: Factory<Int> { self { 1 } }
}

/// Serialized, because the tests change the process's container.
@Suite(.serialized, .failuresOnly) struct ObserverPushTests {
    @Test(
        Around {
            Pushed.shared.manager.pop()
            #expect(Pushed.shared.manager.observers.isEmpty)
        },
        .container(.strict, for: Pushed.self)
    ) func poppingStateSavedDuringTestDoesNotRestoreObserver() async {
        await Task.detached { Pushed.shared.manager.push() }.value
    }

    @Test(
        .expecting(
            "Wiring: Pushed.number<Int> was resolved from *",
            "      Pushed.number*",
            "Detached*",
            "…",
            at: #line + 2
        ),
        Around(before: { Pushed.shared.manager.push() }, after: {}),
        .container(.strictAboutEscapes, for: Pushed.self)
    ) func poppingDuringTestKeepsObserver() async {
        await Task.detached { Pushed.shared.manager.pop() }.value
        await Task.detached { _ = Pushed.shared.number() }.value
    }

    @Test(.container(.strict, for: Pushed.self), .override(\Pushed.number) { 2 })
    func overrideUsedBeforePushIsNotUnusedAfterPop() {
        #expect(Pushed.shared.number() == 2)
        Pushed.shared.manager.push()
        Pushed.shared.number.override { 3 }
        Pushed.shared.manager.pop()
    }

    @Test(.container(.strict, for: Pushed.self)) func overrideThatPopOrResetRemovesNeedNotBeUsed() {
        Pushed.shared.manager.push()
        Pushed.shared.number.override { 3 }
        Pushed.shared.manager.pop()
        withKnownIssue { _ = Pushed.shared.number() }
        Pushed.shared.number.override { 3 }
        Pushed.shared.manager.reset()
        withKnownIssue { _ = Pushed.shared.number() }
    }
}
