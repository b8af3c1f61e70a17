import Testing
import WiringTestSupport
import WiringTesting

private final class Automatic: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Automatic()
    let manager = ContainerManager()
    let runs = Counter()
    let resolved = Collection<String>()
    let nodes = Collection<LiveService>()

    func autoRegister() {
        runs.increment()
        service.register { MockService() }
        cached.register { MockService() }
        single.register { MockService() }
        word.onDevice { "automatic" }
        manager.defaultScope = nil
        resolved.add(name(7))
        nodes.add(node())
        nodes.add(node())
    }
}

extension Automatic {
    var service: Factory<any Service> { self { LiveService() } }
    var cached: Factory<any Service> { self { LiveService() }.cached }
    var single: Factory<any Service> { self { LiveService() }.singleton }
    var word: Factory<String> { self { "declared" } }
    var name: ParameterFactory<Int, String> { self { "\($0)" } }
    var node: Factory<LiveService> { self { LiveService() }.graph }
    /// The node that another container's `autoRegister()` resolved, and the one that the same resolution gets from it later.
    fileprivate func nodes(beyondAutoRegisterOf other: Automatic) -> Factory<[LiveService]> {
        self {
            _ = other.service()
            return [other.nodes.values[0], other.node()]
        }
    }
}

/// A container whose `autoRegister()` removes a scope.
private final class Unscoping: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Unscoping()
    let manager = ContainerManager()
    let runs = Counter()
    var service: Factory<LiveService> { self { LiveService() } }

    func autoRegister() {
        runs.increment()
        _ = service.scope(nil)
    }
}

/// A container whose `autoRegister()` sets no scope for a declaration that sets one before its `once()`.
private final class UnscopingOnce: SharedContainer, AutoRegistering, TaskLocalContainer {
    @TaskLocal static var shared = UnscopingOnce()
    static var taskLocal: TaskLocal<UnscopingOnce> { $shared }
    let manager = ContainerManager()
    var service: Factory<LiveService> { self { LiveService() }.cached.once() }

    func autoRegister() { service.scope(nil) }
}

/// A container whose `autoRegister()` sets what its declarations set otherwise before a `once()`, or what others set again.
private final class Earlier: SharedContainer, AutoRegistering, TaskLocalContainer {
    @TaskLocal static var shared = Earlier()
    static var taskLocal: TaskLocal<Earlier> { $shared }
    let manager = ContainerManager()
    var withoutScope: Factory<LiveService> { self { LiveService() }.scope(nil).once() }
    var timed: Factory<LiveService> { self { LiveService() } }
    var registered: Factory<any Service> { self { LiveService() } }

    func autoRegister() {
        _ = withoutScope.cached
        timed.cached.timeToLive(0)
        registered.register { MockService() }
        registered.onTest { MockService() }
        registered.onDevice { MockService() }
        manager.reset(options: .registration)
        manager.reset(options: .all)
        _ = withoutScope.cached
        timed.cached.timeToLive(0)
    }
}

/// A container whose `autoRegister()` sets a scope.
private final class Scoping: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Scoping()
    let manager = ContainerManager()
    var service: Factory<LiveService> { self { LiveService() } }

    func autoRegister() { _ = service.scope(.cached) }
}

/// A container whose `autoRegister()` resolves between changes of a scope, and sets a decorator.
private final class Rescoping: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Rescoping()
    let manager = ContainerManager()
    let resolved = Collection<LiveService>()
    let shown = Counter()
    var service: Factory<LiveService> { self { LiveService() } }
    var cached: Factory<LiveService> { self { LiveService() }.cached }

    func autoRegister() {
        service.scope(.cached)
        resolved.add(service())
        service.scope(.shared)
        service.scope(.cached)
        resolved.add(service())
        cached.decorator { [shown] _ in shown.increment() }
    }
}

/// Registers for a container, and is none.
private final class Setup: AutoRegistering {
    var runs = 0

    func autoRegister() { runs += 1 }
}

@Suite(.container) struct AutoRegisteringTests {
    @Test func aTypeThatIsNoContainerCanConform() {
        let setup = Setup()
        let registering: [any AutoRegistering] = [setup, setup]
        for each in registering { each.autoRegister() }
        #expect(setup.runs == 2)
    }

    private let automatic = Automatic()

    @Test func runsOnceBeforeTheFirstResolution() {
        #expect(automatic.runs.count == 0)
        #expect(automatic.service() is MockService)
        #expect(automatic.word() == "automatic")
        #expect(automatic.runs.count == 1)
    }

    @Test func runsBeforeTheFirstExternalRegistrationWhichWins() {
        automatic.service.register { LiveService() }
        #expect(automatic.runs.count == 1)
        #expect(automatic.service() is LiveService)
    }

    @Test func runsBeforeTheFirstExternalModifierWhichWins() {
        automatic.word.onDevice { "outside" }
        #expect(automatic.runs.count == 1)
        #expect(automatic.word() == "outside")
    }

    @Test func runsBeforeTheFirstFactoryReset() {
        automatic.service.reset()
        #expect(automatic.runs.count == 1)
        #expect(automatic.service() is LiveService)
    }

    @Test func canResolveDependencies() {
        _ = automatic.service()
        #expect(automatic.resolved.values == ["7"])
    }

    @Test func creatingAContainerDoesNotRunIt() {
        automatic.manager.push()
        automatic.manager.trace = false
        #expect(automatic.runs.count == 0)
    }

    @Test(arguments: [FactoryResetOptions.all, .registration])
    func runsAgainAfterAReset(_ options: FactoryResetOptions) {
        automatic.service.register { LiveService() }
        automatic.reset(options: options)
        #expect(automatic.service() is MockService)
        #expect(automatic.cached() is MockService)
        #expect(automatic.runs.count == 2)
    }

    @Test(arguments: [FactoryResetOptions.none, .context, .scope])
    func doesNotRunAgainAfterOtherResets(_ options: FactoryResetOptions) {
        automatic.service.register { LiveService() }
        automatic.reset(options: options)
        #expect(automatic.service() is LiveService)
        #expect(automatic.cached() is MockService)
        #expect(automatic.runs.count == 1)
    }

    @Test func doesNotRunAgainAfterAFactoryReset() {
        _ = automatic.service()
        automatic.service.reset()
        #expect(automatic.service() is LiveService)
        #expect(automatic.runs.count == 1)
    }

    @Test func runsAgainAfterAPopWithoutReplacingWhatIsRestored() {
        automatic.service.register { LiveService() }
        let cached = automatic.cached()
        automatic.manager.push()
        automatic.reset()
        automatic.manager.pop()
        #expect(automatic.service() is LiveService)
        #expect(automatic.cached() === cached)
        #expect(automatic.runs.count == 2)
        automatic.reset()
        #expect(automatic.service() is MockService)
        #expect(automatic.runs.count == 3)
    }

    @Test func runsAgainAfterAPopToAStateSavedBeforeItsFirstRun() {
        automatic.manager.push()
        automatic.service.register { LiveService() }
        automatic.manager.pop()
        #expect(automatic.service() is MockService)
        #expect(automatic.runs.count == 2)
    }

    @Test func runsForEachContainer() {
        let other = Automatic()
        _ = (automatic.service(), other.service())
        #expect(automatic.runs.count == 1)
        #expect(other.runs.count == 1)
    }

    @Test func itsRegistrationsKeepStoredInstances() {
        let single = automatic.single()
        #expect(single is MockService)
        let other = Automatic()
        #expect(other.single() === single)
        #expect(other.runs.count == 1)
        other.reset()
        #expect(other.single() === single)
        #expect(other.runs.count == 2)
        let cached = automatic.cached()
        automatic.reset(options: .registration)
        _ = automatic.service()
        #expect(automatic.runs.count == 2)
        #expect(automatic.cached() === cached)
    }

    @Test func anotherScopeClearsTheInstancesOfTheScopeThatItSet() {
        let container = Scoping()
        let first = container.service()
        #expect(container.service() === first)
        _ = container.service.scope(.shared)
        _ = container.service.scope(.cached)
        #expect(container.service() !== first)
    }

    @Test func aScopeThatItRemovesKeepsInstancesOfTheDefaultScope() {
        let container = Unscoping()
        container.manager.defaultScope = .cached
        let service = container.service()
        container.reset(options: .registration)
        #expect(container.service() === service)
        #expect(container.runs.count == 2)
    }

    @Test func canRemoveAScopeBeforeOnce() {
        func check(_ container: UnscopingOnce) {
            for _ in 0..<2 {
                #expect(container.service() !== container.service())
                container.reset()
            }
        }
        let container = UnscopingOnce()
        check(container)
        check(container.child())
        withContainer(from: container) { _ in
        } operation: {
            check(.shared)
        }
        _ = container.service.cached
        #expect(container.service() === container.service())
        container.service.scope(nil)
        #expect(container.service() !== container.service())
        container.manager.defaultScope = .cached
        #expect(container.service() === container.service())
    }

    @Test func aScopeThatOthersHaveRemovedStaysRemoved() {
        let container = Scoping()
        #expect(container.service() === container.service())
        container.service.scope(nil)
        #expect(container.service() !== container.service())
        container.manager.push()
        container.manager.pop()
        #expect(container.service() !== container.service())
        container.reset(options: .registration)
        #expect(container.service() !== container.service())
        container.reset()
        #expect(container.service() === container.service())
    }

    @Test func aScopeThatItReplacesLosesItsInstance() {
        let container = Rescoping()
        let service = container.service()
        #expect(container.resolved.values[0] !== service)
        #expect(container.resolved.values[1] === service)
    }

    @Test func aDecoratorThatItSetsSeesAStoredInstance() {
        let container = Rescoping()
        for _ in 0..<3 { _ = container.cached() }
        #expect(container.shown.count == 3)
    }

    @Test func doesNotReplaceASettingThatAPopRestores() {
        _ = automatic.service()
        automatic.manager.defaultScope = .cached
        automatic.manager.push()
        automatic.manager.pop()
        #expect(automatic.service() === automatic.service())
        #expect(automatic.runs.count == 2)
    }

    @Test func replacesWhatADeclarationSetsBeforeOnce() {
        let container = Earlier()
        #expect(container.withoutScope() === container.withoutScope())
        container.withoutScope.scope(nil)
        #expect(container.withoutScope() !== container.withoutScope())
    }

    @Test func aTimeToLiveThatOthersSetCountsEvenIfItIsTheSame() {
        let parent = Earlier()
        parent.timed.timeToLive(1_000)
        let child = parent.child()
        child.timed.timeToLive(0)
        #expect(child.timed() !== child.timed())
    }

    @Test func aResetWithinClearsWhatTheRunHasSet() {
        #expect(Earlier().registered() is LiveService)
    }

    @Test func runsAgainBeforeAStoredInstanceIsReturned() {
        let factory = automatic.cached
        let cached = factory()
        automatic.reset(options: .registration)
        #expect(factory() === cached)
        #expect(automatic.runs.count == 2)
        automatic.reset(options: .registration)
        #expect(automatic.cached() === cached)
        #expect(automatic.runs.count == 3)
    }

    @Test func runsAgainBeforeAFactoryValueMakesAChange() {
        let factory = automatic.cached
        _ = factory()
        automatic.reset()
        factory.register { LiveService() }
        #expect(automatic.runs.count == 2)
        #expect(automatic.cached() is LiveService)
        automatic.reset()
        let seen = Counter()
        factory.decorator { _ in seen.increment() }
        #expect(automatic.runs.count == 3)
        #expect(automatic.cached() is MockService)
        #expect(seen.count == 1)
    }

    @Test func resolutionsWithinItShareAGraph() {
        _ = automatic.service()
        let nodes = automatic.nodes.values
        #expect(nodes.count == 2)
        #expect(nodes[0] === nodes[1])
        #expect(automatic.node() !== nodes[0])
    }

    @Test func joinsTheResolutionThatTriggersIt() {
        let other = Automatic()
        let nodes = other.nodes(beyondAutoRegisterOf: automatic)()
        #expect(nodes[0] === nodes[1])
    }

    @Test func laterRegistrationsClearStoredInstances() {
        let single = automatic.single()
        automatic.single.register { LiveService() }
        #expect(automatic.single() !== single)
    }
}
