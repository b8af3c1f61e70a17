import Testing
import WiringAsync
import WiringFixtures
import WiringModules
import WiringTesting

private protocol Speaking: Sendable { func speak() -> String }
private struct Live: Speaking { func speak() -> String { "live" } }
private struct Mock: Speaking { func speak() -> String { "mock" } }

extension Container {
    fileprivate var voice: Factory<any Speaking> { self { Live() } }
    fileprivate var choir: Factory<[any Speaking]> { self { [self.voice()] } }
    fileprivate var kept: Factory<any Speaking> { self { Live() }.singleton }
    fileprivate var called: ParameterFactory<Int, String> { self { "\($0)" } }
    fileprivate var prepared: Factory<any Speaking> { self { Live() }.onTest { Mock() } }
    fileprivate var debugged: Factory<any Speaking> { self { Live() }.onDebug { Mock() } }
    fileprivate var muted: Factory<any Speaking> { self { Live() }.onArg("mute") { Mock() } }
    fileprivate func unit(metric: Bool) -> Factory<String> { self { metric ? "m" : "ft" } }
    fileprivate var recorded: AsyncFactory<any Speaking, Never> { self { Live() } }
    fileprivate var stored: AsyncFactory<any Speaking, any Error> { self { Live() }.cached }
    fileprivate var licensed: ThrowingFactory<any Speaking, any Error> { self { Live() } }
    @MainActor fileprivate var onMain: Factory<String> { self { "main" } }
    fileprivate var owed: Factory<(any Speaking)?> { promised() }
    fileprivate var shipped: Factory<any Speaking> { self { Live() }.onDevice { Mock() } }
    fileprivate var solo: Factory<[any Speaking]> { wire({ [$0] }) { $0.voice } }
    fileprivate var voices: Collected<Int> { collected() }
}

private let firstDeclaration = 12
private let wiredDeclaration = 26

@Suite(.failuresOnly) struct StrictTests {
    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.voice<Speaking>: it has no override, registration or `onTest`",
            "      Container.voice<Speaking>  WiringTestingTests/StrictTests.swift:\(firstDeclaration)",
            """
            If it is a collaborator, replace it: `.override(\\.voice) { … }` or `container.voice.override { … }`. If it is \
            the code under test, allow it: `.allow(\\.voice)`.
            """,
            at: #line + 1
        ),
        .container(.strict)
    ) func liveDependencyFailsAtLineThatResolvesIt() {
        #expect(Container.shared.voice().speak() == "live")
    }

    @Test(
        .expecting("Wiring: this strict test used the real Container.choir<*", "…", at: #line + 1),
        .expecting("Wiring: this strict test used the real Container.called<String>: *", "…", at: #line + 2),
        .expecting("Wiring: this strict test used the real Container.called<String>: *", "…", at: #line + 3),
        .container(.strict),
        .override(\.voice) { Mock() }
    ) func whatAPartIsMadeFromFailsAtLineThatResolvesThePart() {
        #expect(Container.shared.choir[\.count]() == 1)
        #expect(Container.shared.called[1][\.count]() == 1)
        Container.shared.voices.contribute(\.called[2][\.count])
        #expect(Container.shared.voices() == [1])
    }

    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.choir<*",
            "      Container.choir<*",
            "If it is a collaborator, *",
            at: #line + 1
        ),
        .expecting(
            "Wiring: this strict test used the real Container.voice<Speaking>: *",
            "      Container.choir<Array<Speaking>>  WiringTestingTests/StrictTests.swift:\(firstDeclaration + 1)",
            "    → Container.voice<Speaking>  WiringTestingTests/StrictTests.swift:\(firstDeclaration)",
            "If it is a collaborator, *",
            at: firstDeclaration + 1
        ),
        .container(.strict)
    ) func issueNamesResolutionPath() {
        #expect(Container.shared.choir().count == 1)
    }

    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.recorded<Speaking>: *",
            "*",
            "If it is a collaborator, *",
            at: #line + 1
        ),
        .expecting(
            "Wiring: this strict test used the real Container.stored<Speaking>: *",
            "*",
            "If it is a collaborator, *",
            at: #line + 2
        ),
        .expecting(
            "Wiring: this strict test used the real Container.licensed<Speaking>: *",
            "*",
            "If it is a collaborator, *",
            at: #line + 3
        ),
        .container(.strict)
    ) func liveDependencyThatThrowsOrAwaitsFailsAtLineThatResolvesIt() async throws {
        #expect(await Container.shared.recorded().speak() == "live")
        #expect(try await Container.shared.stored().speak() == "live")
        #expect(try Container.shared.licensed().speak() == "live")
    }

    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.voice<Speaking>: *",
            "*",
            "If it is a collaborator, *",
            at: #line + 1
        ),
        .container(.strict),
        .modify(\.voice) { $0 = Mock() }
    ) func modifiedLiveDependencyIsLive() {
        #expect(Container.shared.voice().speak() == "mock")
    }

    @Test(.container(.strict), .modify(\.prepared) { $0 = Live() })
    func modifiedTestValueIsNotLive() {
        #expect(Container.shared.prepared().speak() == "live")
    }

    @Test(.container(.strict), .override(\.voice) { Mock() })
    func overriddenDependencyIsNotLive() {
        #expect(Container.shared.voice().speak() == "mock")
    }

    @Test(.container(.strict)) func registeredDependencyIsNotLive() {
        Container.shared.voice.register { Mock() }
        #expect(Container.shared.voice().speak() == "mock")
    }

    @Test(.container(.strict)) func dependencyWithOnTestClosureIsNotLive() {
        #expect(Container.shared.prepared().speak() == "mock")
    }

    @Test(.container(.strict)) func closureForLaunchArgumentIsNotLive() {
        FactoryContext.setArg("mute", forKey: "voice")
        #expect(Container.shared.muted().speak() == "mock")
    }

    @Test(.container(.strict)) func closureForDebugBuildsIsLive() {
        withKnownIssue { _ = Container.shared.debugged() }
    }

    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.shipped<Speaking>: `onDevice` chooses its closure*",
            "*",
            "*",
            at: #line + 1
        ),
        .container(.strict)
    ) func issueNamesContextThatSelectedClosure() {
        _ = Container.shared.shipped()
    }

    @Test(.container(.strict)) func dependencyIsLiveWithoutItsLaunchArgument() {
        withKnownIssue { _ = Container.shared.muted() }
    }

    @Test(.container(.strict)) func unkeptPromiseIsLive() {
        Container.shared.manager.promiseTriggersError = false
        withKnownIssue { #expect(Container.shared.owed() == nil) }
    }

    @Test(.container(.strict)) func dependencyWithParameterIsLive() {
        withKnownIssue { #expect(Container.shared.called(3) == "3") }
    }

    @Test(.container(.strict), .allow(\.choir, \.voice))
    func allowedDependencyMayBeLive() {
        #expect(Container.shared.choir().count == 1)
    }

    @Test(.container(.strict), .allow(\.choir[\.count], \.voice))
    func anAllowedPartStandsForItsDependency() {
        #expect(Container.shared.choir().count == 1)
    }

    @Test func namingADependencyDoesNotRegisterAutomatically() {
        withTestContainer(.strict, for: Registering.self, allowing: \Registering.once) {}
        #expect(Registering.runs.withLock { $0 } == 0)
    }

    @Test(.allow(\.voice), .container(.strict))
    func allowTraitMayPrecedeContainerTrait() {
        #expect(Container.shared.voice().speak() == "live")
    }

    @Test(.container(.strict), .allow { $0.unit(metric: true) }, .allow(onMainActor: { $0.onMain }))
    @MainActor func closureAllowsDependencyWithoutKeyPath() {
        #expect(Container.shared.unit(metric: true)() == "m")
        #expect(Container.shared.onMain() == "main")
    }

    @Test(
        .expecting("Wiring: this strict test used the real Container.solo<*", "…", at: #line + 1),
        .expecting("Wiring: this strict test used the real Container.voice<*", "…", at: wiredDeclaration),
        .container(.strict)
    ) func aWiredDependencyFailsAtTheLineThatNamesIt() {
        #expect(Container.shared.solo().count == 1)
    }

    @Test(.container(.strict)) func issueSuggestsClosureForDependencyWithoutKeyPath() {
        withKnownIssue {
            _ = Container.shared.unit(metric: false)()
        } matching: { issue in
            issue.comments.first?.rawValue.contains("allow it: `.allow { $0.unit(metric: …) }`.") == true
        }
    }

    @Test(
        .container { container in
            withKnownIssue { _ = container.kept() }
        },
        .container(.strict)
    ) func instanceCachedByClosureIsLive() {
        withKnownIssue { _ = Container.shared.kept() }
    }

    @Test(.container(.strict)) func cachedInstanceIsLiveAtEachLine() {
        withKnownIssue { _ = Container.shared.kept() }
        withKnownIssue { _ = Container.shared.kept() }
    }

    @Test(.container(.strict)) func knownIssueIsReportedAgain() {
        for _ in 0..<3 {
            withKnownIssue { _ = Container.shared.voice() }
        }
    }

    @Test(.container) func liveDependencyIsIgnoredWithoutStrictness() {
        #expect(Container.shared.voice().speak() == "live")
    }

    @Test(.container(.strict)) func resolutionInChildTaskFailsTest() async {
        await withKnownIssue {
            await withTaskGroup { group in
                group.addTask { _ = Container.shared.voice() }
            }
        }
    }

    @Test(.container(.strict)) func injectedPropertyFailsTestAtItsLine() {
        withKnownIssue {
            struct Screen { @Injected(\.voice) var voice }
            _ = Screen()
        } matching: { issue in
            issue.sourceLocation?.line == #line - 3
        }
    }

    @Test(.container(.strict)) func lazyInjectedPropertyFailsTestAtItsLine() {
        withKnownIssue {
            struct Screen { @LazyInjected(\.voice) var voice }
            _ = Screen().voice
        } matching: { issue in
            issue.sourceLocation?.line == #line - 3
        }
    }

    @Test(.container(.strict)) func dynamicInjectedPropertyFailsTestAtItsLine() {
        withKnownIssue {
            struct Screen { @DynamicInjected(\.voice) var voice }
            _ = Screen().voice
        } matching: { issue in
            issue.sourceLocation?.line == #line - 3
        }
    }

    @Test(.container(.strict)) func issueInAnotherFileHasFileIDAsPath() {
        withKnownIssue {
            _ = Container.shared.instances
        } matching: { issue in
            issue.sourceLocation?.filePath == "WiringTestingTests/RunningProgram.swift"
        }
    }

    @Test(.container(.strict)) func copiedContainerIsStrict() {
        withContainer { _ in
        } operation: {
            withKnownIssue { _ = Container.shared.voice() }
        }
    }

    @Test(
        .expecting(
            "Wiring: this strict test used the real Container.voice<*",
            "      Container.voice<*",
            "If it is a collaborator, *",
            at: #line + 1
        ),
        .container(.strict)
    ) func boundClosureFailsTestAtItsEnd() async {
        let work = Container.shared.bind { _ = Container.shared.voice() }
        await Task.detached { work() }.value
    }
}

@Suite(.failuresOnly, .container(.strict)) struct StrictSuiteTests {
    @Test(.override(\.voice) { Mock() }) func strictSuiteMakesItsTestsStrict() {
        #expect(Container.shared.voice().speak() == "mock")
        withKnownIssue { _ = Container.shared.kept() }
    }
}

private final class Registering: TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Registering()
    static var taskLocal: TaskLocal<Registering> { $shared }
    static let runs = Protected(0)
    let manager = ContainerManager()

    init() {}

    func autoRegister() { Self.runs.withLock { $0 += 1 } }

    /// Naming it changes its container.
    var once: Factory<String> { self { "live" }.onTest { "test" }.once() }
}
