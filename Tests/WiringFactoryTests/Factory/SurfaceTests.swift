import Testing
import Wiring
import WiringTestSupport

extension Scope {
    fileprivate static let briefing = Cached()
}

/// A program's own modifiers.
extension FactoryModifying {
    fileprivate var briefed: Self { scope(.briefing) }
    fileprivate var brief: Self { cached.timeToLive(.milliseconds(1500)) }
}

extension FactoryModifying where P: Hashable {
    fileprivate var each: Self { scopeOnParameters.cached }
}

extension Container {
    fileprivate var loggedIn: Factory<LiveService> { self { LiveService() }.briefed }
    fileprivate var brief: Factory<LiveService> { self { LiveService() }.brief }
    fileprivate var numbered: ParameterFactory<Int, LiveService> { self { _ in LiveService() }.each }
    fileprivate var isolated: ParameterFactory<Int, Int> { self { $0 * 2 } }
}

/// An actor that resolves from outside its isolation.
private actor Elsewhere {}

@Suite struct SurfaceTests {
    private let container = Container()

    @Test func customModifiersOfTheProtocolApplyToBothFactories() {
        #expect(container.loggedIn() === container.loggedIn())
        container.manager.reset(scope: .briefing)
        let first = container.loggedIn()
        #expect(container.numbered(1) === container.numbered(1))
        #expect(container.numbered(1) !== container.numbered(2))
        #expect(container.loggedIn() === first)
    }

    @Test func aTimeToLiveMayBeADuration() {
        let begin = ContinuousClock.now
        let first = MonotonicTime.stopping(at: begin) { container.brief() }
        MonotonicTime.stopping(at: begin + .milliseconds(1400)) { #expect(container.brief() === first) }
        MonotonicTime.stopping(at: begin + .milliseconds(3000)) { #expect(container.brief() !== first) }
    }

    @Test func resolvesOnAnActor() async {
        let worker = Elsewhere()
        #expect(await container.isolated.resolveOnGlobalActor(worker, parameters: 21) == 42)
        #expect(await container.number.resolveOnGlobalActor(worker) == 1)
        #expect(await container.number.resolveOnGlobalActor(MainActor.shared) == 1)
    }

    @Test func changesOfInstancesAreChained() {
        let container = Container()
        let number = container.number.decorate { $0 + 1 }.modify { $0 *= 10 }.override { 2 }.decorate { $0 + 3 }
        #expect(number() == 5)
        #expect(container.number.reset().decorate { $0 + 1 }.modify { $0 *= 10 }() == 20)
    }
}

extension Container {
    fileprivate var number: Factory<Int> { self { 1 } }
}
