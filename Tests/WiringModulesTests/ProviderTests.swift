import Testing
import WiringModules
import WiringTestSupport
import WiringTesting

private final class Shop: SharedContainer {
    @TaskLocal static var shared = Shop()
    let manager = ContainerManager()
    let alive: Tracker

    init() { alive = Tracker() }
    init(_ alive: Tracker) { self.alive = alive }
}

extension Shop: TaskLocalContainer {
    static var taskLocal: TaskLocal<Shop> { $shared }
}

extension Shop {
    var service: Factory<any Service> { self { LiveService() } }
    var cached: Factory<LiveService> { self { LiveService() }.cached }
    var tracked: Factory<Tracked> { self { Tracked(self.alive) } }
    var word: ParameterFactory<Int, String> { self { "\($0) of \(self.name())" } }
    var name: Factory<String> { self { "shop" } }
    var optional: Factory<(any Service)?> { promised() }
    var closure: Factory<() -> Int> { self { { 7 } } }
    var nested: Factory<String> { self { "nested \(self.makerOfItself().make().count)" } }
    var makerOfItself: Factory<Maker> { self { Maker(self.provider(\.nested)) } }

    /// An instance that the container keeps, and that makes more of another.
    var workshop: Factory<Workshop> {
        self { Workshop(self.provider(\.tracked), self.provider(\.word)) }.cached
    }
    @MainActor var onMainActor: Factory<MainActorModel> { self { MainActorModel() } }
    subscript(number: Int) -> Factory<Int> { self { number } }
    var words: Collected<String> { collected() }
    var numbers: KeyedCollected<String, Int> { collected() }
}

private final class Workshop: Sendable {
    let tracked: Provider<Tracked>
    let word: ParameterProvider<Int, String>

    init(_ tracked: Provider<Tracked>, _ word: ParameterProvider<Int, String>) {
        self.tracked = tracked
        self.word = word
    }
}

private struct Maker {
    let provider: Provider<String>
    init(_ provider: Provider<String>) { self.provider = provider }
    func make() -> String { provider() }
}

@MainActor private final class MainActorModel {
    let name = "main"
}

// Functions, because the closure of an exit test has the line of its macro.
private let callLine: UInt = #line + 1
private func call(_ provider: Provider<any Service>) { _ = provider() }

@Suite(.container(for: Shop.self)) struct ProviderTests {
    @Test func resolvesAsTheFactoryDoes() {
        let shop = Shop()
        let provider = shop.provider(\.service)
        #expect(provider() !== provider())
        let cached = shop.provider(\.cached)
        #expect(cached() === shop.cached())
        #expect(cached.resolve() === cached())
        let word = shop.provider(\.word)
        #expect(word(3) == "3 of shop")
        #expect([1, 2].map(word.resolve) == ["1 of shop", "2 of shop"])
    }

    @Test func usesWhatIsRegisteredAtTheTimeOfEachCall() {
        let shop = Shop()
        let (service, cached, word) = (shop.provider(\.service), shop.provider(\.cached), shop.provider(\.word))
        let first = cached()
        shop.service.register { MockService() }
        shop.name.override { "other" }
        shop.cached.reset(.scope)
        #expect(service() is MockService)
        #expect(cached() !== first)
        #expect(word(1) == "1 of other")
        shop.reset()
        #expect(service() is LiveService)
    }

    @Test func neitherTheProviderNorAnInstanceThatTheContainerKeepsRetainsTheContainer() {
        weak var dropped: Shop?
        weak var workshop: Workshop?
        let tracker = Tracker()
        do {
            let shop = Shop(tracker)
            (dropped, workshop) = (shop, shop.workshop())
            #expect(workshop?.tracked() !== workshop?.tracked())
            #expect(workshop?.word(1) == "1 of shop")
            #expect(tracker.made == 2)
        }
        #expect(dropped == nil)
        #expect(workshop == nil)
        #expect(tracker.alive == 0)
    }

    @Test func theContainerIsRetainedWhileItResolves() {
        var shop: Shop? = Shop()
        weak let dropped = shop
        let provider = shop!.provider(\.service)
        shop!.service.register { [unowned owner = shop!] in
            // The only reference outside of the resolution.
            dropLast()
            _ = owner.name()
            return MockService()
        }
        func dropLast() { shop = nil }
        #expect(provider() is MockService)
        #expect(dropped == nil)
    }

    @Test func resolvesFromTheContainerThatItWasCreatedFor() {
        let provider = Shop.shared.provider(\.word)
        withContainer(for: Shop.self) {
            $0.name.override { "child" }
        } operation: {
            #expect(provider(1) == "1 of shop")
            #expect(Shop.shared.provider(\.word)(1) == "1 of child")
        }
    }

    @Test func productsMayBeOptionalsAndClosures() {
        let shop = Shop()
        shop.optional.register { MockService() }
        #expect(shop.provider(\.optional)() is MockService)
        #expect(shop.provider(\.closure)()() == 7)
        #expect(shop.provider(\.[3])() == 3)
    }

    @Test func collectsWhatIsContributedAtTheTimeOfEachCall() {
        let shop = Shop()
        let (words, numbers) = (shop.provider(\.words), shop.provider(\.numbers))
        #expect(words().isEmpty && numbers().isEmpty)
        shop.words.contribute(\Shop.name)
        shop.numbers.contribute(forKey: "two") { 2 }
        #expect(words() == ["shop"])
        #expect(numbers() == ["two": 2])
    }

    @Test @MainActor func aProviderOfTheMainActor() {
        let shop = Shop()
        #expect(shop.provider(\.onMainActor)().name == "main")
    }

    @Test func worksInCodeForAllContainerTypes() {
        func provider<C: ManagedContainer>(_ container: C, _ path: KeyPath<C, Factory<String>>) -> Provider<String> {
            container.provider(path)
        }
        func anyProvider<C: ManagedContainer, F>(_ container: C, _ path: KeyPath<C, F>) -> FactoryProvider<F> {
            container.provider(path)
        }
        let shop = Shop()
        #expect(provider(shop, \.name)() == "shop")
        #expect(anyProvider(shop, \.word)(2) == "2 of shop")
    }

    @Test func aReleasedContainerIsAnErrorThatNamesTheDeclarationAndTheCall() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let provider = Shop().provider(\.service)
            call(provider)
        }
        expectStandardError(
            of: result,
            contains: "WiringModulesTests/ProviderTests.swift:\(callLine): Fatal error: ",
            "Shop.service<Service> was resolved by a provider whose container has been released",
            "Shop.service<Service>  WiringModulesTests/ProviderTests.swift:",
            "Resolved at WiringModulesTests/ProviderTests.swift:\(callLine)",
            "Retain the container as long as the provider is used"
        )
    }

    @Test func aProviderWithoutACallNamesTheDeclaration() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let provider = Shop().provider(\.word)
            _ = [1].map(provider.resolve)
        }
        expectStandardError(of: result, contains: "Shop.word<String> was resolved by a provider")
    }

    @Test func aProviderThatIsCalledWithinItsOwnDependencyIsACycle() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Shop().nested()
        }
        expectStandardError(of: result, contains: "circular dependency", "Shop.nested<String>", "→ Shop.nested<String>")
    }

    /// | First thread     | Other threads         |
    /// | ---------------- | --------------------- |
    /// | drops container  | resolve by a provider |
    @Test(.timeLimit(.minutes(10))) func threadsResolveWhileTheContainerIsHeldElsewhere() async {
        for _ in 0..<50 {
            let tracker = Tracker()
            let barrier = Barrier(4)
            do {
                let shop = Shop(tracker)
                let workshop = shop.workshop()
                onThreads(4) { number in
                    barrier.arrive()
                    for _ in 0..<20 { #expect(workshop.word(number) == "\(number) of shop") }
                    _ = workshop.tracked()
                }
                withExtendedLifetime(shop) {}
            }
            #expect(tracker.made == 4)
            #expect(tracker.alive == 0)
        }
    }
}
