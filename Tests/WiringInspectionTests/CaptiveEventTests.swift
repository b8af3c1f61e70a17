import Testing
import Wiring
import WiringAsync
import WiringInspection
import WiringModules
import WiringTesting

extension Container {
    fileprivate var user: Factory<Service> { self(fileID: "App/A.swift", line: 1) { Service() }.cached }
    fileprivate var formatter: Factory<Service> { self(fileID: "App/A.swift", line: 2) { self.user() } }
    fileprivate var tracker: Factory<Service> {
        self(fileID: "App/A.swift", line: 3) { self.formatter() }.singleton
    }
    fileprivate var other: Factory<Service> { self { self.tracker() }.singleton }
    fileprivate var direct: Factory<Service> { self { self.user() }.singleton }
    fileprivate var window: Factory<Service> { self { self.user() }.shared }
    fileprivate var ofWindow: Factory<Service> { self { self.window() }.singleton }
    fileprivate var opening: AsyncFactory<Service, Never> {
        self {
            await Task.yield()
            return self.user()
        }.singleton
    }
    fileprivate var numbered: ParameterFactory<Int, Service> {
        self { $0 == 0 ? self.user() : Service() }.shared.scopeOnParameters
    }
    fileprivate var ofNumbered: Factory<Service> { self { self.numbered(1) }.singleton }
    fileprivate var recursive: ParameterFactory<Int, Service> {
        self { number in
            if number > 0 { _ = self.recursive(number - 1) }
            return number > 0 ? self.user() : Service()
        }.singleton.scopeOnParameters
    }
    fileprivate var logging: Factory<Service> { self { Session(parent: self).log() }.shared }
    fileprivate var ofLogging: Factory<Service> { self { self.logging() }.singleton }
    fileprivate var page: Factory<Service> { self { self.user() }.cached }
    fileprivate var ofCachedPage: Factory<Service> { self { self.page() }.singleton }
    fileprivate var ofPage: Factory<Service> { self { self.plain() }.singleton }
    fileprivate var later: Factory<Service> {
        let user = provider(\.user)
        return self {
            _ = user
            return Service()
        }.singleton
    }
}

private final class Session: ChildContainer {
    let parent: Container
    let manager = ContainerManager()

    init(parent: Container) { self.parent = parent }

    var log: Factory<Service> { self { Service() }.cached }
}

/// Looks for captive dependencies, and knows how much is kept for that.
private final class Finder: ContainerObserver {
    private let captives: Protected<CaptiveDependencies>

    init(_ container: Container) { captives = Protected(CaptiveDependencies(of: container.manager.number)) }

    var events: ObservedResolution.Events { .resolutions }
    var isInherited: Bool { true }

    /// The number of entries of all properties.
    var count: Int {
        captives.withLock { captives in
            Mirror(reflecting: captives).children.reduce(0) { $0 + Mirror(reflecting: $1.value).children.count }
        }
    }

    func begin(_ resolution: ObservedResolution) -> Int {
        captives.withLock { _ = $0.begin(resolution) }
        return 0
    }

    func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?) {
        captives.withLock { _ = $0.end(resolution) }
    }
}

@Suite(.container) struct CaptiveEventTests {
    private let container = Container.shared
    private let heard = Protected<[ContainerEvent]>([])

    /// The paths of the captive dependencies that are heard of while a closure runs.
    private func paths(during body: () -> Void) -> [[String]] {
        let observation = container.observe(.captives) { [heard] event in heard.withLock { $0.append(event) } }
        body()
        observation.cancel()
        return heard.withLock { $0 }.map { event in
            "\(event)".split(separator: "\n").filter { $0.contains(".swift:") }
                .map {
                    $0.trimmingPrefix { !$0.isLetter }.prefix { $0 != "<" }.split(separator: ".").last.map(String.init)
                        ?? ""
                }
        }
    }

    @Test func aCaptiveDependencyIsAnEventWithTheTextOfAPreflight() async throws {
        #expect(paths { _ = container.tracker() } == [["tracker", "formatter", "user"]])
        let event = try #require(heard.withLock(\.first))
        #expect(event.dependency?.name == "user" && event.dependent?.name == "formatter")
        #expect(
            event.description == """
                Container.tracker<Service> is a singleton and holds Container.user<Service>, which its container keeps
                      Container.tracker<Service>  App/A.swift:3
                    → Container.formatter<Service>  App/A.swift:2
                    → Container.user<Service>  App/A.swift:1
                The singleton outlives the container, and goes on using the instance when the container has made another one. Make \
                `tracker` `.cached`. If the container lives as long as the program, you can give it \
                `container.provider(\\.user)` (import WiringModules), and call that later.
                """
        )
        let recorded = graph(of: container) {
            container.tracker.reset(.scope)
            container.manager.reset(options: .scope)
            _ = container.tracker()
        }
        #expect(container.findFaults(recorded: recorded).map(\.description) == [event.description])
    }

    @Test func eachPathIsAnEventOnce() {
        let paths = paths {
            for _ in 1...3 {
                _ = (container.tracker(), container.direct())
                container.tracker.reset(.scope)
                container.direct.reset(.scope)
            }
        }
        #expect(paths == [["tracker", "formatter", "user"], ["direct", "user"]])
    }

    @Test func aStoredInstanceIsCapturedAsWell() {
        let paths = paths {
            _ = container.user()
            _ = container.direct()
        }
        #expect(paths == [["direct", "user"]])
    }

    @Test func whatAStoredInstanceHoldsIsCapturedThroughIt() {
        let paths = paths {
            let window = container.window()
            _ = container.ofWindow()
            withExtendedLifetime(window) {}
        }
        #expect(paths == [["ofWindow", "window", "user"]])
    }

    @Test func anAsynchronousSingletonCaptures() async {
        let observation = container.observe(.captives) { [heard] event in heard.withLock { $0.append(event) } }
        _ = await container.opening()
        observation.cancel()
        #expect(heard.withLock { $0.map(\.dependent?.name) } == ["opening"])
    }

    @Test func othersAreNotCaptive() {
        let paths = paths {
            _ = (container.page(), container.ofPage(), container.later(), container.formatter())
            _ = container.tracker.override { Service() }()
            _ = container.other()
        }
        #expect(paths.isEmpty)
    }

    @Test func whatACachedInstanceHoldsIsNotCaptive() {
        let recorded = graph(of: container) {
            #expect(paths { _ = container.ofCachedPage() } == [["ofCachedPage", "page"]])
        }
        #expect(container.findFaults(recorded: recorded).count == 1)
    }

    @Test func whatALaterInstanceHoldsIsNotCaptive() {
        let paths = paths {
            _ = container.ofPage()
            container.plain.override { Container.shared.user() }
            _ = container.plain()

            container.window.override { Container.shared.user() }
            _ = container.window()
            container.window.override { Service() }
            let (first, holder) = (container.window(), container.ofWindow())
            container.window.override { Container.shared.user() }
            let second = container.window()
            #expect(holder === first && second !== first)
        }
        #expect(paths.isEmpty)
    }

    @Test func whatAChildResolvesIsNotWhatASingletonOfItsParentHolds() {
        let child = container.child()
        child.window.override { child.user() }
        let found = paths {
            container.window.override { Service() }
            let window = container.window()
            let ofChild = child.window()
            #expect(container.ofWindow() === window && ofChild !== window)
        }
        #expect(found.isEmpty)
    }

    @Test func whatTheInstanceForAnotherParameterHoldsIsNotCaptive() {
        let found = paths {
            let one = container.numbered(1)
            let zero = container.numbered(0)
            #expect(container.ofNumbered() === one && zero !== one)
        }
        #expect(found.isEmpty)
    }

    @Test func whatAChildWasAskedForIsKnownWhileAnInstanceHoldsIt() {
        let found = paths {
            let logging = container.logging()
            #expect(container.ofLogging() === logging)
        }
        #expect(found == [["ofLogging", "logging", "log"]])
        #expect(
            heard.withLock { "\($0[0])" }
                .hasPrefix("Container.ofLogging<Service> is a singleton and holds Session.log<Service>")
        )
    }

    @Test func whatNeedsItselfForAnotherParameterIsNotForgotten() {
        let found = paths {
            withContainer(from: container) { _ in
            } operation: {
                _ = Container.shared.recursive(1)
            }
        }
        #expect(found == [["recursive", "user"]])
    }

    @Test func whatWasResolvedFromChildrenAndCopiesIsForgotten() {
        let finder = Finder(container)
        container.manager.observe(finder)
        let empty = finder.count
        _ = container.child().page()
        withContainer(from: container) { _ in
        } operation: {
            _ = Container.shared.page()
        }
        #expect(finder.count == empty)
        _ = container.page()
        #expect(finder.count > empty)
        container.manager.stopObserving(finder)
    }

    @Test func theLogHasEachPathOnce() {
        let lines = Protected<[String]>([])
        container.manager.logger = { line in lines.withLock { $0.append(line) } }
        let check = container.logCaptiveDependencies()
        for _ in 1...2 {
            _ = container.direct()
            container.direct.reset(.scope)
        }
        check.cancel()
        _ = container.tracker()
        let texts = lines.withLock { $0 }
        #expect(texts.count == 1)
        #expect(
            texts.first?.hasPrefix("Wiring: Container.direct<Service> is a singleton and holds Container.user<Service>")
                == true
        )
    }
}
