import Testing
import WiringTestSupport
import WiringTesting

private final class Board: ManagedContainer {
    let manager = ContainerManager()
}

extension Board {
    var service: Factory<any Service> { self { LiveService() }.cached }
    var other: Factory<any Service> { self { LiveService() }.cached }
    var word: Factory<String> { self { "declared" } }
    var meal: ParameterFactory<Int, LiveService> { self { _ in LiveService() }.cached }
    var once: Factory<String> { self { "declared" }.once() }
}

@Suite(.container) struct ResetTests {
    private let board = Board()

    @Test func aResetClearsEverythingByDefault() {
        board.service.register { MockService() }
        let mock = board.service()
        board.service.reset()
        #expect(board.service() is LiveService)
        board.service.onDevice { MockService() }
        board.service.reset()
        #expect(board.service() is LiveService)
        _ = mock
    }

    @Test func aResetClearsWhatIsKnownOfAOnce() {
        _ = board.once
        #expect(!board.manager.isEmpty(.all))
        board.reset()
        #expect(board.manager.isEmpty(.all))
    }

    @Test func bothSpellingsOfResetAreEquivalent() {
        var service = board.service()
        board.service.reset(.scope)
        #expect(board.service() !== service)
        service = board.service()
        board.service.reset(options: .scope)
        #expect(board.service() !== service)
        var meal = board.meal(1)
        board.meal.reset(.scope)
        #expect(board.meal(1) !== meal)
        meal = board.meal(1)
        board.meal.reset(options: .scope)
        #expect(board.meal(1) !== meal)
    }

    @Test func aScopeResetKeepsRegistrationsAndContexts() {
        board.service.register { MockService() }
        board.word.onDevice { "context" }
        let mock = board.service()
        board.service.reset(.scope)
        board.word.reset(.scope)
        #expect(board.service() is MockService)
        #expect(board.service() !== mock)
        #expect(board.word() == "context")
    }

    @Test func aRegistrationResetKeepsInstancesAndContexts() {
        board.service.register { MockService() }
        let mock = board.service()
        board.service.reset(.registration)
        #expect(board.service() === mock)
        board.service.reset(.scope)
        #expect(board.service() is LiveService)
        board.word.onDevice { "context" }.reset(.registration)
        #expect(board.word() == "context")
    }

    @Test func aContextResetKeepsRegistrationsAndInstances() {
        board.word.register { "registered" }.onDevice { "context" }
        #expect(board.word() == "context")
        board.word.reset(.context)
        #expect(board.word() == "registered")
        let service = board.service()
        board.service.reset(.context)
        #expect(board.service() === service)
    }

    @Test func aResetOfNoneClearsNothing() {
        board.service.register { MockService() }
        let mock = board.service()
        board.service.reset(.none)
        board.service.reset(options: .none)
        #expect(board.service() === mock)
        board.reset(options: .none)
        #expect(board.service() === mock)
    }

    @Test func aFactoryResetDoesNotAffectOtherFactories() {
        let other = board.other()
        board.service.reset()
        #expect(board.other() === other)
    }

    @Test func aContainerResetClearsEverything() {
        board.service.register { MockService() }
        board.word.onDevice { "context" }
        let (service, other) = (board.service(), board.other())
        board.reset()
        #expect(board.service() is LiveService)
        #expect(board.other() !== other)
        #expect(board.word() == "declared")
        _ = service
    }

    @Test func aContainerResetOfRegistrationsKeepsInstances() {
        board.service.register { MockService() }
        board.word.register { "registered" }
        let mock = board.service()
        board.manager.reset(options: .registration)
        #expect(board.service() === mock)
        #expect(board.word() == "declared")
        board.service.reset(.scope)
        #expect(board.service() is LiveService)
    }

    @Test func aContainerResetOfInstancesKeepsRegistrations() {
        board.service.register { MockService() }
        let mock = board.service()
        board.manager.reset(options: .scope)
        #expect(board.service() is MockService)
        #expect(board.service() !== mock)
    }

    @Test func aContainerResetOfContextsKeepsRegistrations() {
        board.word.register { "registered" }.onDevice { "context" }
        board.manager.reset(options: .context)
        #expect(board.word() == "registered")
    }

    @Test func aContainerResetDoesNotAffectOtherContainers() {
        let other = Board()
        other.service.register { MockService() }
        let mock = other.service()
        board.reset()
        #expect(other.service() === mock)
    }

    @Test func isEmptyReflectsTheContainersState() {
        let manager = board.manager
        let options: [FactoryResetOptions] = [.all, .registration, .context, .scope, .none]
        func state() -> [Bool] { options.map(manager.isEmpty) }
        #expect(state() == [true, true, true, true, true])
        board.word.register { "registered" }
        #expect(state() == [false, false, true, true, true])
        board.word.reset().onDevice { "context" }
        #expect(state() == [false, true, false, true, true])
        board.word.reset()
        #expect(state() == [true, true, true, true, true])
        _ = board.service()
        #expect(state() == [false, true, true, false, true])
        board.reset()
        #expect(state() == [true, true, true, true, true])
    }
}
