import Testing
import WiringFixtures
import WiringModules
import WiringTesting

private final class Mailbox: Sendable {}

extension Container {
    fileprivate var account: Factory<Mailbox> { self(fileID: "App/A.swift", line: 1) { Mailbox() }.cached }
    fileprivate var sync: Factory<Mailbox> { self(fileID: "App/A.swift", line: 2) { self.account() }.singleton }
}

@Suite(.failuresOnly) struct StrictCaptiveTests {
    @Test(
        .expecting(
            """
            Wiring: in this strict test, Container.sync<Mailbox> is a singleton and holds Container.account<Mailbox>, which its \
            container keeps
            """,
            "      Container.sync<Mailbox>  App/A.swift:2",
            "    → Container.account<Mailbox>  App/A.swift:1",
            """
            The singleton outlives the container, and goes on using the instance when the container has made another one. Make \
            `sync` `.cached`. If the container lives as long as the program, you can give it \
            `container.provider(\\.account)` (import WiringModules), and call that later.
            """,
            "If that is intended, allow it in the test: `.allow(\\.account)`.",
            at: 10
        ),
        .container(.strict),
        .allow(\.sync),
        .override(\.account) { Mailbox() }
    ) func aCaptiveDependencyFailsTheTestOnce() {
        for _ in 1...2 {
            _ = Container.shared.sync()
            Container.shared.sync.reset(.scope)
        }
    }

    @Test(.container(.strict), .allow(\.sync, \.account)) func anAllowedDependencyMayBeCaptive() {
        _ = Container.shared.sync()
    }

    @Test(.container) func aTestThatIsNotStrictDoesNotFail() { _ = Container.shared.sync() }
}
