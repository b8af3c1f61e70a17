import Testing
import WiringAsync
import WiringFixtures
import WiringTesting

/// A container that a trait cannot create.
private final class DeskContainer: ChildContainer {
    let manager = ContainerManager()
    let parent: Container

    init(parent: Container) { self.parent = parent }
}

extension DeskContainer {
    fileprivate var lamp: Factory<Int> { self { 1 } }
    fileprivate var safe: AsyncFactory<Int, any Error> { self { 2 } }
}

/// Strict tests of declarations in a ``ChildContainer``.
@Suite(.failuresOnly) struct StrictChildTests {
    @Test(
        .expecting(
            "Wiring: this strict test used the real DeskContainer.lamp<Int>*",
            "      DeskContainer.lamp<Int>  WiringTestingTests/StrictChildTests.swift:15",
            """
            If it is a collaborator, replace it: `container.lamp.override { … }` in the DeskContainer. If it is the code \
            under test, allow it: `.allow { _ in DeskContainer(…).lamp }`.
            """,
            at: #line + 1
        ),
        .container(.strict)
    ) func adviceNamesTheContainerThatTheTestCreates() {
        _ = DeskContainer(parent: .shared).lamp()
    }

    @Test(.container(.strict), .allow { DeskContainer(parent: $0).lamp }, .allow { DeskContainer(parent: $0).safe })
    func closuresAllowDependenciesOfAChildContainer() async throws {
        let desk = DeskContainer(parent: .shared)
        #expect(desk.lamp() == 1)
        #expect(try await desk.safe() == 2)
    }

    @Test(.container(.strict)) func overridesReplaceDependenciesOfAChildContainer() async throws {
        let desk = DeskContainer(parent: .shared)
        desk.lamp.override { 3 }
        desk.safe.override { 4 }
        #expect(desk.lamp() == 3)
        #expect(try await desk.safe() == 4)
    }
}
