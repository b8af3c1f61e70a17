import Testing
import WiringAsync
import WiringFixtures
import WiringLifecycle
import WiringTesting

extension Container {
    fileprivate var games: Factory<[String]> { self { ["live"] }.cached.onTest { ["default"] } }
    fileprivate var library: AsyncFactory<[String], Never> { self { await loadGames() }.onTest { ["default"] } }
    fileprivate var level: ParameterFactory<Int, Int> { self { $0 }.onTest { $0 } }
    fileprivate var watched: Factory<Named> { self { Named("declared") }.decorator { _ in } }
    fileprivate var hooked: Factory<Named> {
        self { Named("declared") }.cached.onStart { _ in }.onStop { _ in }
    }
    fileprivate var running: Factory<Named> { self { Named("declared") }.cached.onRun { _ in } }
    fileprivate var scoped: Factory<Named> { self { Named("declared") }.cached }
    fileprivate var timed: Factory<Named> { self { Named("declared") }.cached.timeToLive(60) }
    fileprivate var once: Factory<[String]> { self { ["live"] }.onTest { ["default"] }.once() }
    fileprivate var plain: Factory<[String]> { self { ["live"] } }
    fileprivate var single: Factory<Named> { self { Named("declared") }.singleton }
    fileprivate var chained: Factory<Named> { self { Named("declared") }.cached.singleton }
}

private func loadGames() async -> [String] { ["live"] }

private let declarations = 8

private final class GamesContainer: TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = GamesContainer()
    static var taskLocal: TaskLocal<GamesContainer> { $shared }

    let manager = ContainerManager()

    func autoRegister() { games.onTest { ["automatic"] } }

    var games: Factory<[String]> { self { ["live"] }.onTest { ["default"] } }
}

/// A strict test fails if it sets something outside a declaration that something else takes precedence over.
@Suite(.failuresOnly) struct IgnoredChangesTests {
    @Test(
        .expecting(
            "Wiring: `onTest` of Container.games<Array<String>> was set in this strict test and has no effect",
            "      declared at WiringTestingTests/IgnoredChangesTests.swift:\(declarations)",
            """
            The declaration sets it, too, and takes precedence. Override the dependency instead: `.override(\\.games) { … }` or \
            `container.games.override { … }`.
            """
        ),
        .container(.strict)
    ) func aContextThatTheDeclarationSetsIsReported() {
        Container.shared.games.onTest { ["two"] }
        #expect(Container.shared.games() == ["default"])
    }

    @Test(
        .expecting("Wiring: `onTest` of Container.library<Array<String>> was set*", "…"),
        .container(.strict) { $0.library.onTest { ["two"] } }
    ) func theClosureOfTheTraitIsReported() async {
        #expect(await Container.shared.library() == ["default"])
    }

    @Test(
        .expecting(
            "Wiring: `onTest` of Container.level<Int> was set*",
            "*",
            """
            The declaration sets it, too, and takes precedence. Override the dependency instead: `.override(\\.level) { _ in … }` or \
            `container.level.override { _ in … }`.
            """
        ),
        .container(.strict)
    ) func theAdviceTakesAParameter() {
        Container.shared.level.onTest { _ in 2 }
        #expect(Container.shared.level(1) == 1)
    }

    @Test(
        .expecting(
            "Wiring: `onStart` of Container.single<Named> was set in this strict test and has no effect",
            "*",
            "A child sets it, and the singleton belongs to the root. Set it there."
        ),
        .container(.strict),
        .override(\.single) { Named("replaced") }
    ) func aHookOfAChildForASingletonIsReported() {
        let child = Container.shared.child()
        child.single.onStart { _ in }
        #expect(child.child().single().name == "replaced")
    }

    @Test(.container(.strict)) func aHookOfAChildForTheSingletonThatItReplacesIsNotReported() {
        let child = Container.shared.child()
        child.single.onStart { _ in }.override { Named("replaced") }
        #expect(child.single().name == "replaced")
    }

    @Test(
        .expecting(
            "Wiring: `onResolve` of Container.watched<Named> was set*",
            "*",
            "The declaration sets it, too, and takes precedence. Remove it, or change the declaration."
        ),
        .container(.strict),
        .allow(\.plain)
    ) func aDecoratorThatTheDeclarationSetsIsReported() {
        Container.shared.watched.override { Named("test") }
        Container.shared.watched.decorator { _ in }
        #expect(Container.shared.watched().name == "test")
    }

    @Test(
        .expecting("Wiring: `onStart` of Container.hooked<Named> was set*", "…"),
        .expecting("Wiring: `onStop` of Container.hooked<Named> was set*", "…"),
        .container(.strict),
        .override(\.hooked) { Named("test") }
    ) func hooksThatTheDeclarationSetsAreReported() {
        Container.shared.hooked.onStart { _ in }.onStop { _ in }
        #expect(Container.shared.hooked().name == "test")
    }

    @Test(
        .expecting("Wiring: `onRun` of Container.running<Named> was set*", "…"),
        .container(.strict),
        .override(\.running) { Named("test") }
    ) func anOnRunThatTheDeclarationSetsIsReported() {
        Container.shared.running.onRun { _ in }
        #expect(Container.shared.running().name == "test")
    }

    @Test(
        .expecting("Wiring: `scope` of Container.scoped<Named> was set*", "…"),
        .container(.strict),
        .override(\.scoped) { Named("test") }
    ) func aScopeThatTheDeclarationSetsIsReported() {
        _ = Container.shared.scoped.unique
        #expect(Container.shared.scoped().name == "test")
    }

    @Test(
        .expecting("Wiring: `timeToLive` of Container.timed<Named> was set*", "…"),
        .container(.strict),
        .override(\.timed) { Named("test") }
    ) func aTimeToLiveThatTheDeclarationSetsIsReported() {
        Container.shared.timed.timeToLive(0)
        #expect(Container.shared.timed().name == "test")
    }

    @Test(
        .expecting(
            "Wiring: `onTest` of Container.plain<Array<String>> was set*",
            "*",
            "An override at WiringTestingTests/IgnoredChangesTests.swift:*"
        ),
        .container(.strict)
    ) func aContextBelowAnOverrideIsReported() {
        Container.shared.plain.override { ["override"] }
        Container.shared.plain.onTest { ["two"] }
        #expect(Container.shared.plain() == ["override"])
    }

    @Test(
        .expecting(
            "Wiring: `onDebug` of Container.games<Array<String>> was set*",
            "*",
            "`onTest` takes precedence over it. Override the dependency instead: *"
        ),
        .container(.strict),
        .enabled(if: isDebug)
    ) func aContextBelowAnotherIsReported() {
        Container.shared.games.onDebug { ["two"] }
        #expect(Container.shared.games() == ["default"])
    }

    @Test(
        .expecting("Wiring: `onTest` of Container.games<Array<String>> was set*", "…"),
        .container(.strict)
    ) func aChangeOfAChildIsReported() {
        withChildContainer {
            $0.games.onTest { ["two"] }
        } operation: {
            #expect(Container.shared.games() == ["default"])
        }
    }

    // MARK: - What is not reported

    @Test(.container(.strict)) func whatTakesEffectIsNotReported() {
        let container = Container.shared
        container.plain.onTest { ["two"] }
        #expect(container.plain() == ["two"])
        #expect(container.games.onTest { ["two"] }() == ["two"])
    }

    @Test(.container(.strict)) func whatOnceAdmitsIsNotReported() {
        Container.shared.once.onTest { ["two"] }
        #expect(Container.shared.once() == ["two"])
    }

    @Test(.container(.strict)) func aLaterChangeOfTheTestReplacesTheFirst() {
        Container.shared.plain.onTest { ["one"] }.onTest { ["two"] }
        #expect(Container.shared.plain() == ["two"])
        Container.shared.plain.onTest { ["three"] }
        #expect(Container.shared.plain() == ["three"])
    }

    @Test(.container(.strict)) func aChangeThatIsResetIsNotReported() {
        Container.shared.games.onTest { ["two"] }
        Container.shared.games.reset()
        #expect(Container.shared.games() == ["default"])
    }

    @Test(.container(.strict)) func aContextThatDoesNotApplyIsNotReported() {
        Container.shared.games.onPreview { ["preview"] }
        #expect(Container.shared.games() == ["default"])
    }

    @Test(.container(.strict), .allow(\.games)) func whatIsAllowedIsNotReported() {
        Container.shared.games.onTest { ["two"] }
        #expect(Container.shared.games() == ["default"])
    }

    @Test(.container(.strict), .override(\.chained) { Named("test") })
    func aDeclarationThatSetsTwoScopesIsNotReported() {
        #expect(Container.shared.chained() === Container.shared.chained())
    }

    @Test(.container(.strict, for: GamesContainer.self)) func whatAutoRegisterSetsIsNotReported() {
        #expect(GamesContainer.shared.games() == ["default"])
    }

    /// The process, and not the test, has set it.
    @Test func whatTheTestInheritsIsNotReported() {
        withContainer {
            $0.games.onTest { ["outer"] }
        } operation: {
            withTestContainer([.strict, .inheriting]) { #expect(Container.shared.games() == ["default"]) }
        }
    }
}

/// A suite sets a closure for a context, for all its tests.
@Suite(.failuresOnly, .container(.strict) { $0.plain.onTest { ["suite"] } }) struct IgnoredChangesOfSuiteTests {
    @Test func theChangeOfTheSuiteTakesEffect() {
        #expect(Container.shared.plain() == ["suite"])
    }

    @Test(
        .expecting(
            "Wiring: `onTest` of Container.plain<Array<String>> was set*",
            "*",
            "An override at WiringTestingTests/IgnoredChangesTests.swift:*"
        ),
        .override(\.plain) { ["test"] }
    ) func anOverrideOfTheTestHidesIt() {
        #expect(Container.shared.plain() == ["test"])
    }

    @Test(.override(\.plain) { ["test"] }, .allow(\.plain)) func aTestMayAllowThatItHidesIt() {
        #expect(Container.shared.plain() == ["test"])
    }
}

#if DEBUG
    private let isDebug = true
#else
    private let isDebug = false
#endif
