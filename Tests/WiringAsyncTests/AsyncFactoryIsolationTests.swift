import Foundation
import Testing
import WiringAsync
import WiringLifecycle
import WiringModules
import WiringTestSupport
import WiringTesting

/// Where the closure of an asynchronous factory begins, for each caller and closure, as in the table of the article
/// *Declaring asynchronous and throwing dependencies*.
@Suite(.container, .container(for: VisitedContainer.self)) struct AsyncFactoryIsolationTests {
    /// Checks where a closure ran that a caller has called on a thread.
    private func expect(
        _ visit: ClosureVisit,
        of closure: ClosureKind,
        isStored: Bool,
        for caller: CallerKind,
        on thread: ObjectIdentifier,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let place = closure.place(isStored: isStored, for: caller)
        #expect(visit.places.allSatisfy { $0 == place }, "\(closure)", sourceLocation: sourceLocation)
        if isStored, place == .noActor, caller == .nonisolated {
            #expect(visit.thread == thread, "\(closure)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: DeclarationForm.allCases, CallerKind.allCases)
    func aClosureBeginsOnItsActorOrWhereItsCallerLetsIt(_ form: DeclarationForm, _ caller: CallerKind) async throws {
        for closure in ClosureKind.allCases {
            Scope.singleton.reset()
            let (visit, thread) = try await caller.call { try await form.resolve(closure, from: VisitedContainer()) }
            expect(visit, of: closure, isStored: form.isStored, for: caller, on: thread)
        }
    }

    @Test(arguments: ResolutionWay.allCases, CallerKind.allCases)
    func eachWayToResolveLeadsThere(_ way: ResolutionWay, _ caller: CallerKind) async throws {
        for closure in ClosureKind.allCases {
            let (visit, thread) = try await caller.call { try await way.resolve(closure, from: VisitedContainer()) }
            expect(visit, of: closure, isStored: true, for: caller, on: thread)
        }
    }

    @Test(arguments: ClosureChange.allCases, CallerKind.allCases)
    func aClosureThatReplacesOrDecoratesBeginsThere(_ change: ClosureChange, _ caller: CallerKind) async {
        for closure in ClosureKind.allCases {
            let container = VisitedContainer()
            change.apply(closure, to: container.changed)
            change.apply(closure, to: container.changedUnscoped)
            let (visit, thread) = await caller.call { await container.changed() }
            expect(visit, of: closure, isStored: true, for: caller, on: thread)
            let (unstored, _) = await caller.call { await container.changedUnscoped() }
            expect(unstored, of: closure, isStored: false, for: caller, on: thread)
        }
    }

    /// A task of its own does not inherit it.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func aPreferredExecutorRunsOnlyWhatRunsInTheTaskOfTheCaller() async throws {
        let container = Container()
        try await withTaskExecutorPreference(PreferredExecutor()) {
            #expect(await container.preference() == [true, true])
            #expect(await container.storedPreference().last == false)
            try await container.run { #expect(!PreferredExecutor.isCurrent) }
            await container.with { _ in
                await Task.yield()
                #expect(PreferredExecutor.isCurrent)
            }
        }
    }

    @Test(arguments: CallerKind.allCases)
    func aWiredFunctionBeginsThereIfItDoesNotAwait(_ caller: CallerKind) async throws {
        let container = VisitedContainer()
        let (visit, thread) = await caller.call { await container.wired() }
        expect(visit, of: .nonisolated, isStored: true, for: caller, on: thread)
        #expect(await caller.call { await container.wiredUnscoped() }.output.places == [caller.place])
    }

    @Test(arguments: CallerKind.allCases)
    func aWiredFunctionThatAwaitsRunsOnItsActorOrNone(_ caller: CallerKind) async {
        let container = VisitedContainer()
        let none = await caller.call { [await container.wiredAwaiting(), await container.wiredAwaitingUnscoped()] }
            .output
        #expect(none.map(\.places) == [[.noActor, .noActor], [.noActor, .noActor]])
        #expect(await caller.call { await container.wiredOnMainActor() }.output.places == [.mainActor, .mainActor])
    }

    @Test(arguments: ClosureKind.allCases) func aHookIsACaller(_ closure: ClosureKind) async throws {
        let (container, visits) = (VisitedContainer(), Locked<[ClosureVisit]>([]))
        let (ran, stops) = (AsyncGate(), AsyncGate())
        try await container.run {
            let hooked = container.hooked.onStart { _ in
                let thread = ClosureVisit.currentThread
                let visit = await container.visit(closure).cached()
                expect(visit, of: closure, isStored: true, for: .nonisolated, on: thread)
            }.onRun { @MainActor _ in
                let visit = await container.visit(closure).shared()
                visits.withLock { $0.append(visit) }
                ran.open()
                await stops.pass()
            }.onStop { @BureauActor _ in
                stops.open()
                let visit = await container.parameter(closure).scopeOnParameters.cached(1)
                visits.withLock { $0.append(visit) }
            }
            _ = hooked()
            await ran.pass()
        }
        let places = [CallerKind.mainActor, .globalActor].map { closure.place(isStored: true, for: $0) }
        #expect(visits.withLock { $0 }.map(\.places) == places.map { [$0, $0] })
    }

    @Test(arguments: ClosureKind.allCases) func aClosureIsACaller(_ closure: ClosureKind) async {
        let container = VisitedContainer()
        container.changed.register { @MainActor in await container.visit(closure).cached() }
        let place = closure.place(isStored: true, for: .mainActor)
        #expect(await container.changed().places == [place, place])
        // In another container, because the scope above stays set.
        let other = VisitedContainer()
        container.changedUnscoped.register { @MainActor in await other.visit(closure)() }
        let inherited = closure.place(isStored: false, for: .mainActor)
        #expect(await container.changedUnscoped().places == [inherited, inherited])
    }

    @Test(arguments: CallerKind.allCases) func aClosureThatAnActorRegistersRunsThere(_ caller: CallerKind) async {
        let (container, desk) = (VisitedContainer(), DeskActor())
        await desk.register(in: container)
        #expect(await caller.call { await container.changed() }.output.places == [.actor, .actor])
        #expect(await caller.call { await container.changedUnscoped() }.output.places == [.actor, .actor])
    }

    // MARK: - Callers that are isolated where they are declared

    @MainActor @Test func aFactoryWithAScopeDoesNotOccupyTheMainActor() async {
        let container = VisitedContainer()
        #expect(await container.concurrent().places == [.noActor, .noActor])
        #expect(await container.plain().places == [.noActor, .noActor])
        #expect(await container.visit(.concurrent)().places == [.noActor, .noActor])
        #expect(await container.visit(.nonisolated)().places == [.mainActor, .mainActor])
    }

    @BureauActor @Test func aFactoryWithAScopeDoesNotOccupyAGlobalActor() async {
        let container = VisitedContainer()
        #expect(await container.concurrent().places == [.noActor, .noActor])
        #expect(await container.plain().places == [.noActor, .noActor])
        #expect(await container.visit(.concurrent)().places == [.noActor, .noActor])
        #expect(await container.visit(.nonisolated)().places == [.globalActor, .globalActor])
    }

    @Test func aFactoryWithAScopeDoesNotOccupyAnActor() async {
        #expect(await DeskActor().places(of: VisitedContainer()) == [.noActor, .noActor, .noActor, .actor])
    }
}

extension DeskActor {
    fileprivate func register(in container: VisitedContainer) {
        for factory in [container.changed, container.changedUnscoped] {
            factory.register {
                self.assertIsolated()
                return await .suspending()
            }
        }
    }

    /// Where closures begin that this actor resolves.
    fileprivate func places(of container: VisitedContainer) async -> [ExecutionPlace] {
        let visits = [
            await container.concurrent(), await container.plain(),
            await container.visit(.concurrent)(), await container.visit(.nonisolated)(),
        ]
        return visits.map { $0.places[0] }
    }
}

/// A closure, by its isolation.
enum ClosureKind: CaseIterable, Sendable {
    case nonisolated, concurrent, ofMainActor, ofGlobalActor

    fileprivate var make: nonisolated(nonsending) @Sendable () async -> ClosureVisit {
        switch self {
        case .nonisolated: { await .suspending() }
        case .concurrent: { @concurrent in await .suspending() }
        case .ofMainActor: { @MainActor in await .suspending() }
        case .ofGlobalActor: { @BureauActor in await .suspending() }
        }
    }

    /// A declaration with a scope.
    fileprivate var declaration: any KeyPath<VisitedContainer, AsyncFactory<ClosureVisit, Never>> & Sendable {
        switch self {
        case .nonisolated: \.plain
        case .concurrent: \.concurrent
        case .ofMainActor: \.ofMainActor
        case .ofGlobalActor: \.ofGlobalActor
        }
    }

    /// Where the closure begins. If a scope stores its instance, it is called in a task of its own.
    fileprivate func place(isStored: Bool, for caller: CallerKind) -> ExecutionPlace {
        switch self {
        case .nonisolated: isStored ? .noActor : caller.place
        case .concurrent: .noActor
        case .ofMainActor: .mainActor
        case .ofGlobalActor: .globalActor
        }
    }
}

/// A kind of declaration.
enum DeclarationForm: CaseIterable, Sendable {
    case cached, shared, singleton, graph, custom, lasting, defaultScope, throwing, typed, parameter
    case unscoped, unscopedThrowing, unscopedTyped, unscopedParameter

    fileprivate var isStored: Bool {
        switch self {
        case .unscoped, .unscopedThrowing, .unscopedTyped, .unscopedParameter: false
        default: true
        }
    }

    fileprivate func resolve(_ closure: ClosureKind, from container: VisitedContainer) async throws -> ClosureVisit {
        switch self {
        case .cached: return await container.visit(closure).cached()
        case .shared: return await container.visit(closure).shared()
        case .singleton: return await container.visit(closure).singleton()
        case .graph: return await container.visit(closure).graph()
        case .custom: return await container.visit(closure).scope(.sitting)()
        case .lasting: return await container.visit(closure).cached.timeToLive(1000)()
        case .defaultScope:
            container.manager.defaultScope = .cached
            return await container.visit(closure)()
        case .throwing: return try await container.throwing(closure).cached()
        case .typed: return try await container.typed(closure).cached()
        case .parameter: return await container.parameter(closure).scopeOnParameters.cached(1)
        case .unscoped: return await container.visit(closure)()
        case .unscopedThrowing: return try await container.throwing(closure)()
        case .unscopedTyped: return try await container.typed(closure)()
        case .unscopedParameter: return await container.parameter(closure)(1)
        }
    }
}

/// What leads to a resolution.
enum ResolutionWay: CaseIterable, Sendable {
    case call, child, operationOfAChild, provider, collection, run, start

    fileprivate func resolve(_ closure: ClosureKind, from container: VisitedContainer) async throws -> ClosureVisit {
        switch self {
        case .call: return await container[keyPath: closure.declaration]()
        case .child: return await container.child()[keyPath: closure.declaration]()
        case .operationOfAChild:
            return await withChildContainer(of: container) { _ in
            } operation: {
                await VisitedContainer.shared[keyPath: closure.declaration]()
            }
        case .provider: return await container.provider(closure.declaration)()
        case .collection:
            container.visits.contribute(closure.declaration)
            return await container.visits.resolveAll()[0]
        case .run:
            return try await container.run(closure.declaration) { await container[keyPath: closure.declaration]() }
        case .start:
            try await container.start(closure.declaration)
            let visit = await container[keyPath: closure.declaration]()
            await container.shutdown()
            return visit
        }
    }
}

/// What provides another closure than the declaration's.
enum ClosureChange: CaseIterable, Sendable {
    case override, register, onTest, decorate

    fileprivate func apply(_ closure: ClosureKind, to factory: AsyncFactory<ClosureVisit, Never>) {
        let make = closure.make
        switch self {
        case .override: factory.override(make)
        case .register: factory.register(factory: make)
        case .onTest: factory.onTest(factory: make)
        case .decorate: factory.decorate { _ in await make() }
        }
    }
}

final class VisitedContainer: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = VisitedContainer()
    static var taskLocal: TaskLocal<VisitedContainer> { $shared }
    let manager = ContainerManager.silent()
}

private struct Unused: Error {}

extension Scope {
    fileprivate static let sitting = Cached()
}

extension VisitedContainer {
    var plain: AsyncFactory<ClosureVisit, Never> { self { await .suspending() }.cached }
    var concurrent: AsyncFactory<ClosureVisit, Never> { self { @concurrent in await .suspending() }.cached }
    var ofMainActor: AsyncFactory<ClosureVisit, Never> { self { @MainActor in await .suspending() }.cached }
    var ofGlobalActor: AsyncFactory<ClosureVisit, Never> { self { @BureauActor in await .suspending() }.cached }

    fileprivate func visit(_ closure: ClosureKind) -> AsyncFactory<ClosureVisit, Never> { self(closure.make) }
    fileprivate func throwing(_ closure: ClosureKind) -> AsyncFactory<ClosureVisit, any Error> { self(closure.make) }
    fileprivate func typed(_ closure: ClosureKind) -> AsyncFactory<ClosureVisit, Unused> {
        let make = closure.make
        return self { () async throws(Unused) in await make() }
    }
    fileprivate func parameter(_ closure: ClosureKind) -> AsyncParameterFactory<Int, ClosureVisit, Never> {
        let make = closure.make
        return self { (_: Int) async in await make() }
    }

    var changed: AsyncFactory<ClosureVisit, Never> { self { .brief() }.cached }
    var changedUnscoped: AsyncFactory<ClosureVisit, Never> { self { .brief() } }
    var hooked: Factory<Product> { self { Product("hooked") }.cached }
    fileprivate var visits: Collected<AsyncProvider<ClosureVisit, Never>> { collected() }

    fileprivate var part: AsyncFactory<Int, Never> { self { 1 } }
    fileprivate var wired: AsyncFactory<ClosureVisit, Never> { wire(briefVisit(after:)) { $0.part }.cached }
    fileprivate var wiredUnscoped: AsyncFactory<ClosureVisit, Never> { wire(briefVisit(after:)) { $0.part } }
    fileprivate var wiredAwaiting: AsyncFactory<ClosureVisit, Never> {
        wire(suspendingVisit(after:)) { $0.part }.cached
    }
    fileprivate var wiredAwaitingUnscoped: AsyncFactory<ClosureVisit, Never> {
        wire(suspendingVisit(after:)) { $0.part }
    }
    fileprivate var wiredOnMainActor: AsyncFactory<ClosureVisit, Never> {
        wire(mainActorVisit(after:)) { $0.part }.cached
    }
}

private func briefVisit(after part: Int) -> ClosureVisit { .brief() }
@concurrent private func suspendingVisit(after part: Int) async -> ClosureVisit { await .suspending() }
@MainActor private func mainActorVisit(after part: Int) async -> ClosureVisit { await .suspending() }

extension Container {
    /// Whether the closure runs on a preferred executor, before and after a suspension.
    fileprivate var preference: AsyncFactory<[Bool], Never> {
        self {
            let isPreferred = PreferredExecutor.isCurrent
            await Task.yield()
            return [isPreferred, PreferredExecutor.isCurrent]
        }
    }
    fileprivate var storedPreference: AsyncFactory<[Bool], Never> { preference.cached }
}

/// An executor that the code on it can recognize.
private final class PreferredExecutor: Sendable {
    private static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "preferred")

    init() { queue.setSpecific(key: Self.key, value: true) }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension PreferredExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
