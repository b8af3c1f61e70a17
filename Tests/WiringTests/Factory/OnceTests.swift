import Testing
import WiringTesting

private final class Once: ManagedContainer {
    let manager = ContainerManager()
}

extension Once {
    var cached: Factory<LiveService> { self { LiveService() }.cached.once() }
    var tested: Factory<String> { self { "declared" }.onDevice { "context" }.once() }
    var both: Factory<LiveService> { self { LiveService() }.once().cached }
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

    @Test func itIsThatOfOneContainer() {
        _ = once.cached.unique
        let other = Once()
        #expect(other.cached() === other.cached())
    }
}
