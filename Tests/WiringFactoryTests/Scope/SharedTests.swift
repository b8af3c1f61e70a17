import Testing
import WiringTestSupport
import WiringTesting

private final class Lobby: ManagedContainer {
    let manager = ContainerManager.silent()
    let tracker = Tracker()
    let made = Counter()
}

private class NotSendable {}
private protocol AnyService {}
extension LiveService: AnyService {}
private struct ValueService: AnyService {}

extension Scope {
    fileprivate static let screen = Shared()
}

private final class ObjectError: Error {}

extension Lobby {
    fileprivate var error: Factory<any Error> {
        self {
            self.made.increment()
            return ObjectError()
        }.shared
    }
    var concrete: Factory<Tracked> { self { Tracked(self.tracker) }.shared }
    var existential: Factory<any Service> { self { Tracked(self.tracker) }.shared }
    var optional: Factory<Tracked?> { self { Tracked(self.tracker) }.shared }
    var optionalExistential: Factory<(any Service)?> { self { Tracked(self.tracker) }.shared }
    var nested: Factory<Tracked??> { self { Tracked(self.tracker) }.shared }
    var erased: Factory<Any> { self { Tracked(self.tracker) }.shared }
    var object: Factory<AnyObject> { self { Tracked(self.tracker) }.shared }
    fileprivate var notSendable: Factory<NotSendable> { self { NotSendable() }.shared }
    fileprivate var unconstrained: Factory<any AnyService> { self { LiveService() }.shared }
    fileprivate var valueInExistential: Factory<any AnyService> {
        self {
            self.made.increment()
            return ValueService()
        }.shared
    }
    var number: Factory<Int> { self { self.made.increment() }.shared }
    var nothing: Factory<LiveService?> {
        self {
            self.made.increment()
            return nil
        }.shared
    }
    var screen: Factory<Tracked> { self { Tracked(self.tracker) }.scope(.screen) }
}

@Suite struct SharedTests {
    private let lobby = Lobby()

    /// Expects the same object while a caller holds it and another one afterwards, so the container holds it weakly.
    private func expectWeaklyStored<T>(_ factory: Factory<T>, _ location: SourceLocation = #_sourceLocation) {
        withExtendedLifetime(factory()) {
            _ = factory()
            #expect(lobby.tracker.made == 1, sourceLocation: location)
        }
        #expect(lobby.tracker.alive == 0, sourceLocation: location)
        _ = factory()
        #expect(lobby.tracker.made == 2, sourceLocation: location)
        #expect(lobby.tracker.alive == 0, sourceLocation: location)
    }

    @Test func storesAnErrorThatIsAnObject() {
        let lobby = Lobby()
        let error = lobby.error()
        #expect((lobby.error() as? ObjectError) === (error as? ObjectError))
        #expect(lobby.made.count == 1)
    }

    @Test func aReleasedObjectIsNotStored() {
        let lobby = Lobby()
        var held: Tracked? = lobby.concrete()
        #expect(held != nil)
        #expect(!lobby.manager.isEmpty(.scope))
        held = nil
        #expect(lobby.manager.isEmpty(.scope))
    }

    @Test func storesAClassWeakly() { expectWeaklyStored(lobby.concrete) }
    @Test func storesAnExistentialWeakly() { expectWeaklyStored(lobby.existential) }
    @Test func storesAnOptionalWeakly() { expectWeaklyStored(lobby.optional) }
    @Test func storesAnOptionalExistentialWeakly() { expectWeaklyStored(lobby.optionalExistential) }
    @Test func storesANestedOptionalWeakly() { expectWeaklyStored(lobby.nested) }
    @Test func storesAnObjectInAnyWeakly() { expectWeaklyStored(lobby.erased) }
    @Test func storesAnAnyObjectWeakly() { expectWeaklyStored(lobby.object) }
    @Test func storesWeaklyInACustomSharedScope() { expectWeaklyStored(lobby.screen) }

    @Test func returnsTheSameObjectWhileACallerHoldsIt() {
        let concrete = lobby.concrete()
        #expect(lobby.concrete() === concrete)
        let existential = lobby.existential()
        #expect(lobby.existential() === existential)
        let optional = lobby.optionalExistential()
        #expect(lobby.optionalExistential() === optional)
        let notSendable = lobby.notSendable()
        #expect(lobby.notSendable() === notSendable)
        let unconstrained = lobby.unconstrained() as AnyObject
        #expect(lobby.unconstrained() as AnyObject === unconstrained)
    }

    @Test func aValueIsBuiltEachTime() {
        #expect(lobby.number() == 1)
        #expect(lobby.number() == 2)
    }

    @Test func aValueInAnExistentialIsBuiltEachTime() {
        _ = (lobby.valueInExistential(), lobby.valueInExistential())
        #expect(lobby.made.count == 2)
    }

    @Test func nilIsNotStored() {
        #expect(lobby.nothing() == nil)
        #expect(lobby.nothing() == nil)
        #expect(lobby.made.count == 2)
    }

    @Test func aResetClearsAnObjectThatACallerHolds() {
        let first = lobby.concrete()
        lobby.concrete.reset(.scope)
        #expect(lobby.concrete() !== first)
    }

    @Test func aScopeResetDoesNotAffectOtherScopes() {
        let (concrete, screen) = (lobby.concrete(), lobby.screen())
        lobby.manager.reset(scope: .screen)
        #expect(lobby.concrete() === concrete)
        #expect(lobby.screen() !== screen)
    }

    @Test func containersHaveSeparateInstances() {
        let first = lobby.concrete()
        #expect(Lobby().concrete() !== first)
    }
}
