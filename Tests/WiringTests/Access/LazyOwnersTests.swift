import Observation
import Testing
import WiringTesting

extension Container {
    fileprivate var service: Factory<any Service> { self { LiveService() } }
    fileprivate var held: Factory<any Service> { self { LiveService() }.cached }
}

/// The kinds of owners that lazy properties can stand in.
@Suite(.container) struct LazyOwnersTests {
    private struct Screen {
        @LazyInjected(\.service) var service
        @WeakLazyInjected(\.held) var held
        var isMock: Bool { service is MockService && held is MockService }
    }

    private actor Clerk {
        @LazyInjected(\.service) private var service
        @WeakLazyInjected(\.held) private var held
        var isMock: Bool { service is MockService && held is MockService }
        func replace() { (service, held) = (LiveService(), nil) }
    }

    @Observable @MainActor
    fileprivate final class Model {
        @ObservationIgnored @LazyInjected(\.service) private var service
        @ObservationIgnored @WeakLazyInjected(\.held) private var held
        var isMock: Bool { service is MockService && held is MockService }
    }

    private final class UncheckedStore: @unchecked Sendable {
        // Holds because the wrappers can be used from any thread.
        @LazyInjected(\.service) private var service
        @WeakLazyInjected(\.held) private var held
        var isMock: Bool { service is MockService && held is MockService }
    }

    private final class Store: Sendable {
        private let lazyService = LazyInjected(\.service)
        private let lazyHeld = WeakLazyInjected(\.held)
        var isMock: Bool { lazyService.wrappedValue is MockService && lazyHeld.wrappedValue is MockService }
    }

    init() {
        Container.shared.service.register { MockService() }
        Container.shared.held.register { MockService() }
    }

    @Test func anImmutableStruct() {
        let screen = Screen()
        #expect(screen.isMock)
        screen.service = LiveService()
        #expect(!screen.isMock)
        screen.$service.resolve()
        #expect(screen.isMock)
    }

    @Test func anActor() async {
        let clerk = Clerk()
        #expect(await clerk.isMock)
        await clerk.replace()
        #expect(await !clerk.isMock)
    }

    @MainActor @Test func anObservableClassOfTheMainActor() {
        #expect(Model().isMock)
    }

    @Test func anUncheckedSendableClass() async {
        let store = UncheckedStore()
        #expect(await Task { store.isMock }.value)
        #expect(store.isMock)
    }

    @Test func aCheckedSendableClassThatStoresTheWrappers() async {
        let store = Store()
        #expect(await Task { store.isMock }.value)
        #expect(store.isMock)
    }
}
