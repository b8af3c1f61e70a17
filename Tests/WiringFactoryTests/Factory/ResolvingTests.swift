import Testing
import WiringTestSupport
import WiringTesting

private final class Registry: Resolving {
    let manager = ContainerManager()
}

private final class Automatic: Resolving, AutoRegistering {
    let manager = ContainerManager()

    func autoRegister() { register((any Service).self) { LiveService() } }
}

private struct Plug { init(_ socket: Socket) {} }
private struct Socket { init(_ plug: [Plug]) {} }

// Functions, because the closure of an exit test has the line of its macro.
private let cycleLine: UInt = #line + 2
private func resolveCycle(_ registry: Registry, _ scope: Scope) {
    registry.register { Plug(registry.resolve()!) }.scope(scope)
    registry.register { Socket([registry.resolve()!]) }
    _ = registry.resolve(Plug.self)
}

@Suite(.container) struct ResolvingTests {
    private let registry = Registry()

    @Test func aSubclassResolvesRegistrationsMadeThroughItsSuperclass() {
        let sub = SubResolving()
        (sub as BaseResolving).register(Int.self) { 1 }
        #expect(sub.resolve(Int.self) == 1)
        #expect((sub as any Resolving).resolve(Int.self) == 1)
    }

    @Test func containerTypesDoNotShareSingletonsOfAType() {
        let (base, sub) = (BaseResolving(), SubResolving())
        let first = base.register(Product.self) { Product("base") }.singleton()
        let second = sub.register(Product.self) { Product("sub") }.singleton()
        #expect(first !== second)
    }

    @Test func anUnregisteredTypeResolvesToNil() {
        #expect(registry.resolve((any Service).self) == nil)
        #expect(registry.factory((any Service).self) == nil)
    }

    @Test func resolvesRegistrationsByType() {
        registry.register((any Service).self) { LiveService() }
        registry.register(Int.self) { 42 }
        #expect(registry.resolve((any Service).self) is LiveService)
        #expect(registry.resolve(Int.self) == 42)
        #expect(registry.resolve(LiveService.self) == nil)
        #expect(registry.factory(Int.self)?() == 42)
    }

    @Test func theTypeCanBeInferred() {
        registry.register { 42 }
        let number: Int? = registry.resolve()
        #expect(number == 42)
    }

    @Test func aLaterRegistrationReplacesAnEarlierOne() {
        registry.register((any Service).self) { LiveService() }
        registry.register((any Service).self) { MockService() }
        #expect(registry.resolve((any Service).self) is MockService)
    }

    @Test func modifiersApply() {
        registry.register((any Service).self) { LiveService() }.scope(.cached)
        let service = registry.resolve((any Service).self)
        #expect(registry.resolve((any Service).self) === service)
        registry.factory((any Service).self)?.reset(.scope)
        #expect(registry.resolve((any Service).self) !== service)
    }

    @Test func aRegistrationClearsTheInstance() {
        registry.register((any Service).self) { LiveService() }.scope(.singleton)
        let live = registry.resolve((any Service).self)
        registry.register((any Service).self) { MockService() }
        #expect(registry.resolve((any Service).self) is MockService)
        #expect(live is LiveService)
    }

    @Test func aResetRemovesRegistrations() {
        registry.register(Int.self) { 42 }
        registry.reset()
        #expect(registry.resolve(Int.self) == nil)
    }

    @Test func pushAndPopRestoreRegistrations() {
        registry.register(Int.self) { 1 }
        registry.manager.push()
        registry.register(Int.self) { 2 }
        registry.register(String.self) { "two" }
        registry.manager.pop()
        #expect(registry.resolve(Int.self) == 1)
        #expect(registry.resolve(String.self) == nil)
    }

    @Test func containersDoNotShareRegistrations() {
        registry.register(Int.self) { 42 }
        #expect(Registry().resolve(Int.self) == nil)
    }

    @Test func theErrorOfACycleNamesTheCallAndWhatToWrite() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveCycle(Registry(), .unique)
        }
        expectCycle(result)
        let cached = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveCycle(Registry(), .cached)
        }
        expectCycle(cached)
    }

    private func expectCycle(_ result: ExitTest.Result?) {
        let call = "WiringFactoryTests/ResolvingTests.swift:\(cycleLine + 1)"
        expectStandardError(
            of: result,
            contains: "\(call): Fatal error: Wiring: circular dependency",
            "Registry.resolve<Socket>  registered by its type\n",
            "pass `{ [weak container] in container?.resolve(Plug.self) }`, and call it later."
        )
    }

    @Test func autoRegisterRunsFirst() {
        #expect(Automatic().resolve((any Service).self) is LiveService)
        #expect(Automatic().factory((any Service).self)?() is LiveService)
        let automatic = Automatic()
        automatic.register((any Service).self) { MockService() }
        #expect(automatic.resolve((any Service).self) is MockService)
    }
}

private class BaseResolving: Resolving, @unchecked Sendable {
    // SAFETY: A manager can be used from any thread.
    let manager = ContainerManager()
}

private final class SubResolving: BaseResolving, @unchecked Sendable {}
