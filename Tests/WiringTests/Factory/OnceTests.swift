import Testing
import WiringTesting

private final class Once: ManagedContainer {
    let manager = ContainerManager()
    let whileDeclaring = Locked<@Sendable () -> Void>({})
}

extension Once {
    var cached: Factory<LiveService> { self { LiveService() }.cached.once() }
    var single: Factory<LiveService> { self { LiveService() }.singleton.once() }
    var tested: Factory<String> { self { "declared" }.onDevice { "context" }.once() }
    var both: Factory<LiveService> { self { LiveService() }.once().cached }
    var declaredThenReset: Factory<LiveService> {
        let factory = self { LiveService() }.cached
        whileDeclaring.withLock { $0 }()
        return factory.once()
    }
    var replaceable: Factory<any Service> { self { LiveService() }.cached.once() }
}

@Suite(.container) struct OnceTests {
    private let once = Once()

    @Test func modifiersBeforeItApplyAtFirst() {
        #expect(once.cached() === once.cached())
        #expect(once.tested() == "context")
    }

    @Test func aChangeFromOutsideHoldsAgainstThem() {
        _ = once.cached.unique
        #expect(once.cached() !== once.cached())
        #expect(once.cached() !== once.cached())
        once.tested.onDevice { "outside" }
        #expect(once.tested() == "outside")
        #expect(once.tested() == "outside")
    }

    @Test func modifiersAfterItHoldAgainAtEachAccess() {
        _ = once.both.unique
        #expect(once.both() === once.both())
    }

    @Test func aResetOfTheFactoryBringsThemBack() {
        _ = once.cached.unique
        once.cached.reset()
        #expect(once.cached() === once.cached())
    }

    @Test func aResetOfTheContainerBringsThemBack() {
        _ = once.cached.unique
        once.tested.onDevice { "outside" }
        once.reset()
        #expect(once.cached() === once.cached())
        #expect(once.tested() == "context")
    }

    @Test(arguments: [FactoryResetOptions.none, .registration, .context, .scope])
    func otherResetsDoNot(_ options: FactoryResetOptions) {
        _ = once.cached.unique
        once.cached.reset(options)
        once.reset(options: options)
        #expect(once.cached() !== once.cached())
    }

    @Test func itKeepsRegistrationsPossible() {
        once.replaceable.register { MockService() }
        #expect(once.replaceable() is MockService)
        #expect(once.replaceable() === once.replaceable())
    }

    @Test func aFactoryHeldSinceBeforeAResetStillRegisters() {
        let factory = once.replaceable
        once.reset()
        factory.register { MockService() }
        #expect(factory() is MockService)
        #expect(once.replaceable() is MockService)
    }

    @Test func factoriesThatAreHeldFollowChangesFromOutsideToo() {
        let (first, second) = (once.cached, once.cached)
        #expect(first() === second())
        _ = once.cached.unique
        #expect(first() !== first())
        #expect(second() !== second())
        let (tested, later) = (once.tested, once.tested)
        once.tested.onDevice { "outside" }
        #expect(tested() == "outside")
        #expect(later() == "outside")
    }

    @Test func aFactoryThatIsHeldHasThemBackAfterAReset() {
        let first = once.cached
        _ = once.cached.unique
        let second = once.cached
        once.reset()
        #expect(first() === first())
        #expect(second() === first())
        #expect(once.cached() === first())
    }

    @Test func theScopeOfAFactoryThatIsHeldIsWhatIsReset() {
        let factory = once.single
        let single = factory()
        once.reset()
        #expect(factory() === single)
        once.reset()
        factory.reset(.scope)
        #expect(factory() !== single)
    }

    // one                                          another
    // sets the modifiers before it
    //                                              resets the container
    // comes to it
    @Test func aResetWhileTheDeclarationRunsLosesNothing() {
        once.whileDeclaring.withLock { $0 = { [unowned once = once] in once.reset() } }
        let first = once.declaredThenReset()
        once.whileDeclaring.withLock { $0 = {} }
        #expect(once.declaredThenReset() === first)
        #expect(once.declaredThenReset() === first)
    }

    @Test func itIsThatOfOneContainer() {
        _ = once.cached.unique
        let other = Once()
        #expect(other.cached() === other.cached())
    }
}
