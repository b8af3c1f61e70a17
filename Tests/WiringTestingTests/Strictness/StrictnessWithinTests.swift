import Testing
import WiringFixtures
import WiringTesting

extension Container {
    fileprivate var live: Factory<Int> { self { 1 } }
    fileprivate var second: Factory<Int> { self { 2 } }
}

/// Operations of `withTestContainer` in strict tests.
@Suite(.failuresOnly) struct StrictnessWithinTests {
    @Test(.container(.strict), .override(\.live) { 7 }) func operationUsesReplacementOfItsTest() {
        withTestContainer(.inheriting) { #expect(Container.shared.live() == 7) }
    }

    @Test(.container(.strict), .override(\.live) { 7 }) func strictOperationUsesReplacementOfItsTest() {
        withTestContainer([.strict, .inheriting]) { #expect(Container.shared.live() == 7) }
    }

    @Test(.container(.strict)) func operationIsAsStrictAsItsTest() {
        withKnownIssue { withTestContainer(.inheriting) { _ = Container.shared.live() } }
        withKnownIssue { withTestContainer([]) { _ = Container.shared.live() } }
        withKnownIssue {
            withTestContainer([]) {
                withTestContainer([]) { _ = Container.shared.live() }
            }
        }
    }

    @Test(.container(.strict)) func asynchronousOperationIsAsStrictAsItsTest() async {
        await withKnownIssue {
            await withTestContainer(.inheriting) {
                await Task.yield()
                _ = Container.shared.live()
            }
        }
    }

    @Test(.container(.strict), .allow(\.live)) func operationAllowsWhatItsTestAllows() {
        withTestContainer([], allowing: \.second) {
            #expect(Container.shared.live() + Container.shared.second() == 3)
        }
        withKnownIssue { _ = Container.shared.second() }
    }

    @Test(.container(.strict)) func operationMustUseItsReplacements() {
        withKnownIssue { withTestContainer([], changes: { $0.live.override { 2 } }, operation: {}) }
    }

    @Test(.container) func operationInTestThatIsNotStrictIsNotStrict() {
        withTestContainer(.inheriting) { #expect(Container.shared.live() == 1) }
    }

    // MARK: - Containers of other tests

    /// A container that an operation outside of any test has had.
    private func foreignContainer() async -> Container {
        await Task.detached { withTestContainer([]) { Container.shared.with { $0.live.override { 5 } } } }.value
    }

    @Test(.container(.strict)) func containerOfAnotherTestFailsStrictTest() async {
        let foreign = await foreignContainer()
        for container in [foreign, foreign.child()] {
            withKnownIssue {
                #expect(container.live() == 5)
            } matching: { issue in
                let message = "was resolved from the container of withTestContainer at WiringTestingTests/"
                return issue.comments.first?.rawValue.contains(message) == true
            }
        }
    }

    @Test(.container(.strict)) func copyOfContainerOfAnotherTestFailsStrictTest() async {
        let foreign = await foreignContainer()
        withKnownIssue {
            withContainer(from: foreign, changes: { _ in }, operation: { #expect(Container.shared.live() == 5) })
        }
    }

    @Test(.container) func containerOfAnotherTestPassesWithoutStrictness() async {
        #expect(await foreignContainer().live() == 5)
    }

    @Test(.container(.strict), .override(\.live) { 7 }) func containersWithinTestAreItsOwn() {
        let outer = Container.shared
        let inner = withTestContainer(.inheriting) {
            #expect(outer.live() == 7)
            return Container.shared
        }
        #expect(inner.live() == 7)
    }
}
