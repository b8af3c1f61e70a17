import Testing
import WiringTestSupport
import WiringTesting

private final class Once: ManagedContainer {
    let manager = ContainerManager()
    let whileDeclaring = Locked<@Sendable () -> Void>({})
}

extension Once {
    var cached: Factory<LiveService> { self { LiveService() }.cached.once() }
    var single: Factory<LiveService> { self { LiveService() }.singleton.once() }
    var withContext: Factory<String> { self { "declared" }.onDevice { "context" }.once() }
    var onceThenCached: Factory<LiveService> { self { LiveService() }.once().cached }
    var declaredThenReset: Factory<LiveService> {
        let factory = self { LiveService() }.cached
        whileDeclaring.withLock { $0 }()
        return factory.once()
    }
    var plain: Factory<any Service> { self { LiveService() }.cached }
    var plainContext: Factory<String> { self { "declared" }.onDevice { "context" } }
    var replaceable: Factory<any Service> { self { LiveService() }.cached.once() }
}

@Suite(.container) struct OnceTests {
    private let once = Once()

    @Test func modifiersBeforeOnceApplyInitially() {
        #expect(once.cached() === once.cached())
        #expect(once.withContext() == "context")
    }

    @Test func anExternalChangeReplacesModifiersBeforeOnce() {
        _ = once.cached.unique
        #expect(once.cached() !== once.cached())
        #expect(once.cached() !== once.cached())
        once.withContext.onDevice { "outside" }
        #expect(once.withContext() == "outside")
        #expect(once.withContext() == "outside")
    }

    @Test func modifiersAfterOnceApplyOnEachAccess() {
        _ = once.onceThenCached.unique
        #expect(once.onceThenCached() === once.onceThenCached())
    }

    @Test func aFactoryResetRestoresModifiersBeforeOnce() {
        _ = once.cached.unique
        once.cached.reset()
        #expect(once.cached() === once.cached())
    }

    @Test func aContainerResetRestoresModifiersBeforeOnce() {
        _ = once.cached.unique
        once.withContext.onDevice { "outside" }
        once.reset()
        #expect(once.cached() === once.cached())
        #expect(once.withContext() == "context")
    }

    @Test(arguments: [FactoryResetOptions.none, .registration, .context, .scope])
    func otherResetsDoNotRestoreModifiersBeforeOnce(_ options: FactoryResetOptions) {
        _ = once.cached.unique
        once.cached.reset(options)
        once.reset(options: options)
        #expect(once.cached() !== once.cached())
    }

    @Test func onceAllowsRegistrations() {
        once.replaceable.register { MockService() }
        #expect(once.replaceable() is MockService)
        #expect(once.replaceable() === once.replaceable())
    }

    @Test func aFactoryValueFromBeforeAResetCanStillRegister() {
        let factory = once.replaceable
        once.reset()
        factory.register { MockService() }
        #expect(factory() is MockService)
        #expect(once.replaceable() is MockService)
    }

    @Test func storedFactoryValuesFollowExternalChanges() {
        let (first, second) = (once.cached, once.cached)
        #expect(first() === second())
        _ = once.cached.unique
        #expect(first() !== first())
        #expect(second() !== second())
        let (withContext, later) = (once.withContext, once.withContext)
        once.withContext.onDevice { "outside" }
        #expect(withContext() == "outside")
        #expect(later() == "outside")
    }

    @Test func aStoredFactoryValueRegainsModifiersBeforeOnceAfterAReset() {
        let first = once.cached
        _ = once.cached.unique
        let second = once.cached
        once.reset()
        #expect(first() === first())
        #expect(second() === first())
        #expect(once.cached() === first())
    }

    @Test func whatFollowsAResetInAChainStays() {
        _ = once.cached.reset().unique
        #expect(once.cached() !== once.cached())
        once.single.reset(.all).scope(nil)
        #expect(once.single() !== once.single())
        once.withContext.reset().onDevice { "outside" }
        #expect(once.withContext() == "outside")
        once.withContext.reset().reset(.context)
        #expect(once.withContext() == "declared")
        once.replaceable.reset().register { MockService() }
        #expect(once.replaceable() is MockService)
        #expect(once.replaceable() === once.replaceable())
    }

    @Test func aFactoryValueFromBeforeAResetCanStillSetModifiers() {
        let (cached, withContext) = (once.cached, once.withContext)
        once.reset()
        _ = cached.unique
        withContext.onDevice { "outside" }
        #expect(once.cached() !== once.cached())
        #expect(once.withContext() == "outside")
        once.reset()
        #expect(once.cached() === once.cached())
        #expect(once.withContext() == "context")
    }

    // MARK: - At the place of use

    @Test func onceOutsideTheDeclarationKeepsAScope() {
        once.plain.unique.once()
        #expect(once.plain() !== once.plain())
        once.plain.reset()
        #expect(once.plain() === once.plain())
    }

    @Test func onceOutsideTheDeclarationKeepsATimeToLive() {
        once.plain.timeToLive(.zero).once()
        #expect(once.plain() !== once.plain())
        once.plain.reset()
        #expect(once.plain() === once.plain())
    }

    @Test func afterOnceOutsideTheDeclarationChangesFollowAnotherOnce() {
        once.plain.once()
        _ = once.plain.unique
        once.plain.onDevice { MockService() }
        once.plain.register { MockService() }
        #expect(once.plain() is LiveService)
        #expect(once.plain() === once.plain())
        once.plain.once().register { MockService() }
        #expect(once.plain() is MockService)
        _ = once.plain.once().unique
        #expect(once.plain() !== once.plain())
        once.plain.once().onDevice { LiveService() }
        #expect(once.plain() is LiveService)
        once.plain.override { MockService() }
        #expect(once.plain() is MockService)
        once.plain.reset()
        once.plain.register { MockService() }
        #expect(once.plain() is MockService)
    }

    @Test func onceOutsideTheDeclarationLeavesItsClosures() {
        let factory = once.plainContext.onDevice { "outside" }.once()
        #expect((factory(), once.plainContext()) == ("outside", "context"))
    }

    @Test func aFactoryValueFromBeforeAResetStillResetsItsScope() {
        let factory = once.single
        let single = factory()
        once.reset()
        #expect(factory() === single)
        once.reset()
        factory.reset(.scope)
        #expect(factory() !== single)
    }

    // one                                          another
    // sets the modifiers before once()
    //                                              resets the container
    // reaches once()
    @Test func aResetDuringTheDeclarationKeepsModifiersBeforeOnce() {
        once.whileDeclaring.withLock { $0 = { [unowned once = once] in once.reset() } }
        let first = once.declaredThenReset()
        once.whileDeclaring.withLock { $0 = {} }
        #expect(once.declaredThenReset() === first)
        #expect(once.declaredThenReset() === first)
    }

    @Test func onceAppliesToEachContainerSeparately() {
        _ = once.cached.unique
        let other = Once()
        #expect(other.cached() === other.cached())
    }
}
