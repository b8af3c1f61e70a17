import Testing
import Wiring
import WiringInspection
import WiringLifecycle
import WiringModules
import WiringTesting

extension Container {
    fileprivate var promise: Factory<Service?> { promised() }
    fileprivate var started: Factory<Service> { self { Service() }.onStart { _ in } }
    fileprivate var tracker: Factory<Service> { self { self.formatter() }.singleton }
    fileprivate var formatter: Factory<Service> { self { self.user() } }
    fileprivate var user: Factory<Service> { self { Service() }.cached }
    fileprivate var lazyTracker: Factory<Service> {
        let user = provider(\.user)
        return self {
            _ = user
            return Service()
        }.singleton
    }
}

@Suite(.container) struct PreflightTests {
    private let container = Container.shared
    private let file = "\(#fileID)"

    @Test func anUnkeptPromiseIsFound() {
        container.manager.promiseTriggersError = true
        #expect(
            container.findFaults(\.promise).map(\.description) == [
                """
                Container.promise<Optional<Service>> was promised, but nothing is registered
                      Container.promise<Optional<Service>>  \(file):9
                Install the module that provides it, or register it: `container.promise.register { … }`.
                """
            ]
        )
        container.promise.register { Service() }
        #expect(container.findFaults(\.promise).isEmpty)
    }

    @Test func hooksWithoutAScopeAreFound() {
        #expect(
            container.findFaults(\.started, \.hooked).map(\.description) == [
                """
                Container.started<Service> has onStart, but no scope
                      Container.started<Service>  \(file):10
                Declare a scope, so that each instance is started once: `self { … }.cached`.
                """
            ]
        )
    }

    @Test func aFaultIsShownWithTheLongestPathWhicheverGraphHasIt() {
        let recorded = container.declaredGraph(from: \.weak)
        let faults = container.findFaults(\.needsWeak, recorded: recorded)
        #expect(faults.map(\.kind) == [.hooksWithoutScope])
        #expect(faults.map { $0.description.contains("Container.needsWeak<Service>") } == [true])
    }

    @Test func theSameFaultOfAnotherDeclarationIsAnother() {
        #expect(container.findFaults(\.[idle: 1], \.[idle: 2]).map(\.kind) == [.hooksWithoutScope, .hooksWithoutScope])
    }

    @Test func hooksOfASharedScopeAreFound() {
        let text = "Container.weak<Service> has onStop, and a shared scope, which does not keep its instances"
        for faults in [container.findFaults(\.weak), container.findFaults(\.weakly)] {
            #expect(faults.map(\.kind) == [.hooksWithoutScope])
        }
        #expect(container.findFaults(\.weak).map { $0.description.prefix(while: { $0 != "\n" }) } == [text[...]])
    }

    @Test func aCaptiveDependencyIsFoundThroughAnyNumberOfSteps() {
        let recorded = graph(of: container) { _ = container.tracker() }
        #expect(
            container.findFaults(recorded: recorded).map(\.description) == [
                """
                Container.tracker<Service> is a singleton and holds Container.user<Service>, which its container keeps
                      Container.tracker<Service>  \(file):11
                    → Container.formatter<Service>  \(file):12
                    → Container.user<Service>  \(file):13
                The singleton outlives the container, and goes on using the instance when the container has made another one. Make \
                `tracker` `.cached`. If the container lives as long as the program, you can give it \
                `container.provider(\\.user)` (import WiringModules), and call that later.
                """
            ]
        )
    }

    @Test func aProviderIsNoCaptive() {
        let recorded = graph(of: container) { _ = (container.lazyTracker(), container.user()) }
        #expect(container.findFaults(recorded: recorded).isEmpty)
    }

    @Test func allFaultsAreThrownAtOnce() throws {
        container.manager.promiseTriggersError = true
        let recorded = graph(of: container) { _ = container.tracker() }
        let error = #expect(throws: WiringFaults.self) {
            try container.preflight(\.promise, \.started, recorded: recorded)
        }
        #expect(error?.faults.map(\.kind) == [.unkeptPromise, .hooksWithoutScope, .captiveDependency])
        #expect(error?.description.hasPrefix("Wiring: 3 faults found:\n\nContainer.promise<") == true)
        try container.preflight(\.plain, \.kept)
    }
}

extension Scope {
    fileprivate static let weak = Shared()
}

extension Container {
    fileprivate var weak: Factory<Service> { self { Service() }.shared.onStop { _ in } }
    fileprivate var weakly: Factory<Service> { self { Service() }.scope(.weak).onStart { _ in } }
}

extension Container {
    /// It has a hook and no scope.
    fileprivate subscript(idle line: UInt) -> Factory<Service> { self(line: line) { Service() }.onStart { _ in } }
    fileprivate var needsWeak: Factory<Service> { wire({ (weak: Service) in weak }) { $0.weak } }
}
