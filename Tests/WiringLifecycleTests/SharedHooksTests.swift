import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// Hooks of a declaration whose scope does not keep its instances.
@Suite(.timeLimit(.minutes(10)), .container) struct SharedHooksTests {
    /// Where the scope and the hooks come from.
    enum Road: CaseIterable, Codable {
        case scopeFirst, hooksFirst, run, stop, custom, parameters, throwing, asynchronous, parametersOfAsynchronous
        case defaultScope, outerScope, outerHooks, outerHooksOfStored, autoRegister, child, parent, override

        func resolve() async {
            let stall = Stall()
            switch self {
            case .scopeFirst: _ = stall.scopeFirst()
            case .hooksFirst: _ = stall.hooksFirst()
            case .run: _ = stall.running()
            case .stop: _ = stall.stopping()
            case .custom: _ = stall.custom()
            case .parameters: _ = stall.parameters(1)
            case .throwing: _ = try? stall.throwing()
            case .asynchronous: _ = await stall.asynchronous()
            case .parametersOfAsynchronous: _ = await stall.asynchronousParameters(1)
            case .defaultScope:
                stall.manager.defaultScope = .shared
                _ = stall.hooks()
            case .outerScope: _ = stall.hooks.scope(.shared)()
            case .outerHooks: _ = stall.shared.onStop { _ in }()
            case .outerHooksOfStored:
                let stored = stall.shared()
                stall.shared.onStop { _ in }
                _ = stall.shared()
                extendLifetime(stored)
            case .autoRegister: _ = Self.automatic()
            case .child: _ = stall.child().scopeFirst()
            case .parent:
                let child = stall.child()
                stall.shared.onStart { _ in }
                _ = child.shared()
            case .override:
                stall.scopeFirst.override { Machine("override") }
                _ = stall.scopeFirst()
            }
        }

        private static func automatic() -> Machine {
            let stall = AutomaticStall()
            return stall.machine()
        }
    }

    @Test(arguments: Road.allCases) func aSharedInstanceCannotBeStopped(_ road: Road) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [road] in
            await road.resolve()
        }
        #if DEBUG
            expectStandardError(
                of: result,
                contains: "has onStart, onStop or onRun, and a shared scope, which does not keep its instances",
                "Stall.",
                "WiringLifecycleTests/SharedHooksTests.swift:",
                "Declare `self { … }.cached`, and let the instance go with a reset or a `timeToLive`"
            )
        #endif
    }

    /// What the message says to write.
    @Test func aCachedInstanceStopsWhenItIsReset() async throws {
        let plant = Plant()
        let stopped = AsyncGate()
        plant.on("stopping session 1") { stopped.open() }
        try await plant.run {
            _ = plant.session(1)
            plant.session.reset(.scope)
            await stopped.pass()
        }
    }

    /// The declaration's scope takes precedence over the default.
    @Test func anotherScopeOverTheSharedOneIsAllowed() async throws {
        let stall = Stall()
        stall.manager.defaultScope = .shared
        try await stall.run(\.kept) {}
        #expect(stall.events.values == ["start kept", "stop kept"])
    }
}

private final class Stall: TaskLocalContainer {
    @TaskLocal static var shared = Stall()
    static var taskLocal: TaskLocal<Stall> { $shared }
    let manager = ContainerManager.silent()
    let events = Collection<String>()
}

extension Scope {
    fileprivate static let market = Shared()
}

extension Stall {
    fileprivate var scopeFirst: Factory<Machine> { self { Machine("") }.shared.onStart { _ in }.onStop { _ in } }
    fileprivate var hooksFirst: Factory<Machine> { self { Machine("") }.onStart { _ in }.onStop { _ in }.shared }
    fileprivate var running: Factory<Machine> { self { Machine("") }.shared.onRun { _ in } }
    fileprivate var stopping: Factory<Machine> { self { Machine("") }.shared.onStop { _ in self.events.add("stop") } }
    fileprivate var custom: Factory<Machine> { self { Machine("") }.scope(.market).onStop { _ in } }
    fileprivate var parameters: ParameterFactory<Int, Machine> {
        self { _ in Machine("") }.scopeOnParameters.shared.onStop { _ in }
    }
    fileprivate var throwing: ThrowingFactory<Machine, any Error> {
        self { () throws in Machine("") }.shared.onStop { _ in }
    }
    fileprivate var asynchronous: AsyncFactory<Machine, Never> {
        self { () async in Machine("") }.shared.onStop { _ in }
    }
    fileprivate var asynchronousParameters: AsyncParameterFactory<Int, Machine, Never> {
        self { (_: Int) async in Machine("") }.onStop { _ in }.shared.scopeOnParameters
    }
    fileprivate var hooks: Factory<Machine> { self { Machine("") }.onStop { _ in } }
    fileprivate var shared: Factory<Machine> { self { Machine("") }.shared }
    fileprivate var kept: Factory<Machine> {
        self { Machine("kept") }.cached.onStart { self.events.add("start \($0.name)") }
            .onStop { self.events.add("stop \($0.name)") }
    }
}

private final class AutomaticStall: ManagedContainer, AutoRegistering {
    let manager = ContainerManager.silent()
    var machine: Factory<Machine> { self { Machine("") }.onStop { _ in } }

    func autoRegister() { machine.scope(.shared) }
}
