import Testing
import WiringTestSupport
import WiringTesting

private protocol Salute: Sendable {
    var text: String { get }
}

private final class Plain: Salute {
    let text: String
    init(_ text: String = "plain") { self.text = text }
}

private final class Wrapped: Salute {
    let inner: any Salute
    let text: String

    init(_ inner: any Salute, _ name: String) {
        self.inner = inner
        text = "\(name)(\(inner.text))"
    }
}

private struct Client {
    var fetch: @Sendable (Int) -> String = { "live \($0)" }
    var store: @Sendable () -> Bool = { false }
}

private final class Hall: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()
    /// Runs within `autoRegister()`.
    let setUp = Locked<(@Sendable (Hall) -> Void)?>(nil)

    init(_ setUp: (@Sendable (Hall) -> Void)? = nil) { self.setUp.withLock { $0 = setUp } }

    func autoRegister() { setUp.withLock { $0 }?(self) }

    var greeting: Factory<any Salute> { self { Plain() } }
    var cached: Factory<any Salute> { self { Plain() }.cached }
    var shared: Factory<any Salute> { self { Plain() }.shared }
    var single: Factory<any Salute> { self { Plain() }.singleton }
    var graph: Factory<any Salute> { self { Plain() }.graph }
    var lasting: Factory<any Salute> { self { Plain() }.cached.timeToLive(1000) }
    var perNumber: ParameterFactory<Int, any Salute> { self { Plain("plain \($0)") }.scopeOnParameters.cached }
    var numbered: ParameterFactory<Int, any Salute> { self { Plain("plain \($0)") } }
    var onTest: Factory<any Salute> { self { Plain("live") }.onTest { Plain("test") } }
    var client: Factory<Client> { self { Client() }.cached }
    var optional: Factory<Int?> { self { nil }.cached }
    var promised: Factory<Int?> { promised() }
    var pair: Factory<(any Salute, any Salute)> { self { (self.graph(), self.graph()) } }
}

extension Container {
    fileprivate var greeting: Factory<any Salute> { self { Plain() }.cached }
}

@Suite(.container) struct DecorateTests {
    private let hall = Hall()

    @Test func theLastDecorationIsTheOutermost() {
        hall.greeting.decorate { Wrapped($0, "first") }
        hall.greeting.decorate { Wrapped($0, "second") }
        #expect(hall.greeting().text == "second(first(plain))")
        #expect(hall.greeting() as AnyObject !== hall.greeting() as AnyObject)
    }

    private static var stored: [(name: String, KeyPath<Hall, Factory<any Salute>>)] {
        [("cached", \.cached), ("shared", \.shared), ("single", \.single), ("lasting", \.lasting)]
    }

    @Test(arguments: 0..<4) func aStoredInstanceIsDecoratedOnce(_ index: Int) {
        let path = Self.stored[index].1
        let count = Counter()
        hall[keyPath: path].decorate {
            count.increment()
            return Wrapped($0, "once")
        }
        let first = hall[keyPath: path]()
        let second = hall[keyPath: path]()
        #expect(first.text == "once(plain)")
        #expect(first as AnyObject === second as AnyObject)
        #expect(count.count == 1)
    }

    @Test func aGraphSharesTheDecoratedInstance() {
        hall.graph.decorate { Wrapped($0, "graph") }
        let (first, second) = hall.pair()
        #expect(first.text == "graph(plain)")
        #expect(first as AnyObject === second as AnyObject)
    }

    @Test func eachParameterHasADecoratedInstance() {
        let count = Counter()
        hall.perNumber.decorate {
            count.increment()
            return Wrapped($0, "numbered")
        }
        #expect(hall.perNumber(1).text == "numbered(plain 1)")
        #expect(hall.perNumber(2).text == "numbered(plain 2)")
        #expect(hall.perNumber(1) as AnyObject === hall.perNumber(1) as AnyObject)
        #expect(count.count == 2)
        hall.numbered.decorate { Wrapped($0, "plainly") }
        #expect(hall.numbered(3).text == "plainly(plain 3)")
    }

    @Test(arguments: 0..<4) func decoratingClearsStoredInstances(_ index: Int) {
        let path = Self.stored[index].1
        let old = hall[keyPath: path]()
        hall[keyPath: path].decorate { Wrapped($0, "new") }
        #expect(hall[keyPath: path]().text == "new(plain)")
        #expect(old.text == "plain")
    }

    @Test func itDecoratesWhatIsRegisteredBeforeAndAfter() {
        hall.cached.register { Plain("before") }
        hall.cached.decorate { Wrapped($0, "decorated") }
        #expect(hall.cached().text == "decorated(before)")
        hall.cached.register { Plain("after") }
        #expect(hall.cached().text == "decorated(after)")
    }

    @Test func itDecoratesTheClosureOfAContext() {
        hall.onTest.decorate { Wrapped($0, "decorated") }
        #expect(hall.onTest().text == "decorated(test)")
    }

    @Test func anOverrideIsDecoratedByWhatComesLater() {
        hall.cached.decorate { Wrapped($0, "before") }
        hall.cached.override { Plain("override") }
        #expect(hall.cached().text == "override")
        hall.cached.decorate { Wrapped($0, "after") }
        #expect(hall.cached().text == "after(override)")
    }

    @Test func aPromiseThatIsKeptIsDecorated() {
        hall.promised.register { 1 }
        hall.promised.decorate { $0.map { $0 + 1 } }
        #expect(hall.promised() == 2)
    }

    @Test func aDecorationMayMakeAnInstanceOfNothing() {
        #expect(hall.optional() == nil)
        hall.optional.decorate { $0 ?? 7 }
        #expect(hall.optional() == 7)
        hall.optional.decorate { _ in nil }
        #expect(hall.optional() == nil)
    }

    // MARK: - Lifetime

    @Test func aResetOfTheRegistrationRemovesIt() {
        hall.cached.decorate { Wrapped($0, "decorated") }
        hall.cached.reset(.scope)
        hall.cached.reset(.context)
        #expect(hall.cached().text == "decorated(plain)")
        hall.cached.reset(.registration)
        // The instance stays, as after any reset of the registration.
        hall.cached.reset(.scope)
        #expect(hall.cached().text == "plain")
        hall.cached.decorate { Wrapped($0, "decorated") }
        hall.manager.reset()
        #expect(hall.cached().text == "plain")
    }

    @Test func popRestoresWhatPushSaved() {
        hall.cached.decorate { Wrapped($0, "saved") }
        hall.manager.push()
        hall.cached.decorate { Wrapped($0, "later") }
        #expect(hall.cached().text == "later(saved(plain))")
        hall.manager.pop()
        hall.cached.reset(.scope)
        #expect(hall.cached().text == "saved(plain)")
    }

    @Test func aCopyInheritsItAndDoesNotChangeTheOriginal() {
        let parent = Container.shared
        parent.greeting.decorate { Wrapped($0, "parent") }
        withContainer {
            $0.greeting.decorate { Wrapped($0, "child") }
        } operation: {
            #expect(Container.shared.greeting().text == "child(parent(plain))")
        }
        #expect(parent.greeting().text == "parent(plain)")
    }

    @Test func autoRegisterDecoratesOnce() {
        let hall = Hall { $0.cached.decorate { Wrapped($0, "automatic") } }
        #expect(hall.cached().text == "automatic(plain)")
        hall.manager.reset()
        #expect(hall.cached().text == "automatic(plain)")
        hall.cached.decorate { Wrapped($0, "explicit") }
        #expect(hall.cached().text == "explicit(automatic(plain))")
        hall.manager.push()
        hall.manager.pop()
        hall.cached.reset(.scope)
        #expect(hall.cached().text == "explicit(automatic(plain))")
        hall.cached.override { Plain("override") }
        #expect(hall.cached().text == "override")
    }

    // A reset does not stop a run of `autoRegister()`. The run that follows decorates again.
    @Test(.timeLimit(.minutes(10))) func aResetWhileAutoRegisterRunsDoesNotDecorateTwice() {
        let runs = Counter()
        let hall = Hall { hall in
            if runs.increment() == 1 { EndingThread { hall.manager.reset() }.join() }
            hall.cached.decorate { Wrapped($0, "automatic") }
        }
        #expect(hall.cached().text == "automatic(plain)")
        #expect(runs.count == 2)
    }

    @Test func theContainerReleasesTheClosure() {
        let tracker = Tracker()
        do {
            let tracked = Tracked(tracker)
            hall.cached.decorate { Wrapped($0, "\(type(of: tracked))") }
        }
        #expect(tracker.alive == 1)
        hall.cached.reset(.registration)
        #expect(tracker.alive == 0)
    }

    // MARK: - Dependencies

    @Test func itsDependenciesBelongToTheGraph() {
        hall.graph.register { Plain("part") }
        hall.greeting.decorate { [hall] in
            #expect(hall.graph() as AnyObject === hall.graph() as AnyObject)
            return Wrapped($0, hall.graph().text)
        }
        #expect(hall.greeting().text == "part(plain)")
    }

    @Test func aDecorationThatNeedsItselfIsACycle() async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let hall = Hall()
            hall.cached.decorate { [unowned hall] in Wrapped($0, hall.cached().text) }
            _ = hall.cached()
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Hall.cached"))
    }

    // MARK: - Concurrency

    @Test(.timeLimit(.minutes(10))) func waitingThreadsGetTheDecoratedInstance() {
        let count = Counter()
        let barrier = Barrier(16)
        hall.cached.decorate {
            count.increment()
            return Wrapped($0, "decorated")
        }
        let texts = Collection<String>()
        onThreads(16) { [hall] _ in
            barrier.arrive()
            texts.add(hall.cached().text)
        }
        #expect(texts.values == Array(repeating: "decorated(plain)", count: 16))
        #expect(count.count == 1)
    }

    // builder              this thread
    // begins to build
    //                      decorates
    // ends: not kept
    //                      resolves: decorated
    @Test(.timeLimit(.minutes(10))) func anInstanceUnderConstructionIsNotKept() {
        let (begun, decorated) = (Gate(), Gate())
        let hall = hall
        hall.cached.register {
            begun.open()
            decorated.pass()
            return Plain("built")
        }
        let texts = Collection<String>()
        let builder = EndingThread { texts.add(hall.cached().text) }
        begun.pass()
        hall.cached.decorate { Wrapped($0, "decorated") }
        decorated.open()
        builder.join()
        #expect(texts.values == ["built"])
        #expect(hall.cached().text == "decorated(built)")
    }

    // MARK: - Changes

    @Test func modificationsAddUp() {
        hall.client.modify { $0.fetch = { "mock \($0)" } }
        hall.client.modify { client in
            let fetch = client.fetch
            client.fetch = { "\(fetch($0))!" }
            client.store = { true }
        }
        #expect(hall.client().fetch(1) == "mock 1!")
        #expect(hall.client().store())
        hall.client.override { Client() }
        #expect(hall.client().fetch(1) == "live 1")
    }

    @Test(.override(\.greeting) { Plain("override") }, .modify(\.greeting) { $0 = Wrapped($0, "trait") })
    func aTraitModifies() {
        #expect(Container.shared.greeting().text == "trait(override)")
        #expect(Container.shared.greeting() as AnyObject === Container.shared.greeting() as AnyObject)
    }
}
