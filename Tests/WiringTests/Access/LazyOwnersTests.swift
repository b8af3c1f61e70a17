import Observation
import Testing
import WiringTestSupport
import WiringTesting

extension Container {
    fileprivate var service: Factory<any Service> { self { LiveService() } }
    fileprivate var cached: Factory<any Service> { self { LiveService() }.cached }
}

/// The kinds of types that can own lazy properties.
@Suite(.container) struct LazyOwnersTests {
    private struct Screen {
        @LazyInjected(\.service) var service
        @WeakLazyInjected(\.cached) var cached
        var isMock: Bool { service is MockService && cached is MockService }
    }

    private actor Clerk {
        @LazyInjected(\.service) private var service
        @WeakLazyInjected(\.cached) private var cached
        var isMock: Bool { service is MockService && cached is MockService }
        func replace() { (service, cached) = (LiveService(), nil) }
    }

    @Observable @MainActor
    fileprivate final class Model {
        @ObservationIgnored @LazyInjected(\.service) private var service
        @ObservationIgnored @WeakLazyInjected(\.cached) private var cached
        var isMock: Bool { service is MockService && cached is MockService }
    }

    private final class UncheckedStore: @unchecked Sendable {
        // SAFETY: The wrappers can be used from any thread.
        @LazyInjected(\.service) private var service
        @WeakLazyInjected(\.cached) private var cached
        var isMock: Bool { service is MockService && cached is MockService }
    }

    private final class Store: Sendable {
        private let lazyService = LazyInjected(\.service)
        private let lazyCached = WeakLazyInjected(\.cached)
        var isMock: Bool { lazyService.wrappedValue is MockService && lazyCached.wrappedValue is MockService }
    }

    init() {
        Container.shared.service.register { MockService() }
        Container.shared.cached.register { MockService() }
    }

    @Test func anImmutableStructCanOwnLazyProperties() {
        let screen = Screen()
        #expect(screen.isMock)
        screen.service = LiveService()
        #expect(!screen.isMock)
        screen.$service.resolve()
        #expect(screen.isMock)
    }

    @Test func anActorCanOwnLazyProperties() async {
        let clerk = Clerk()
        #expect(await clerk.isMock)
        await clerk.replace()
        #expect(await !clerk.isMock)
    }

    @MainActor @Test func anObservableMainActorClassCanOwnLazyProperties() {
        #expect(Model().isMock)
    }

    @Test func anUncheckedSendableClassCanOwnLazyProperties() async {
        let store = UncheckedStore()
        #expect(await Task { store.isMock }.value)
        #expect(store.isMock)
    }

    @Test func aCheckedSendableClassCanStoreTheWrappers() async {
        let store = Store()
        #expect(await Task { store.isMock }.value)
        #expect(store.isMock)
    }
}
